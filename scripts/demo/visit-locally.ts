import { request } from "node:http";

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
  const options = {
    host: "127.0.0.1",
    port,
    path: pathname + search,
    method: "HEAD",
    headers: { Host: host },
    signal,
  };
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? null });
    });
    sent.on("error", reject);
    sent.end();
  });
}
