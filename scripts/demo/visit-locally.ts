import { send } from "../support/send.ts";

export interface LocalVisit {
  status: number;
  location: string | null;
}

/**
 * Visits a URL of the local worker without following a redirect. HEAD counts no click. Names below .localhost are not
 * resolved, because some resolvers do not know them.
 */
export function visitLocally(url: string, signal: AbortSignal): Promise<LocalVisit> {
  const { host, port, pathname, search } = new URL(url);
  return send(Number(port), { host, path: pathname + search, method: "HEAD", signal });
}
