import type { Branded } from "./brand.ts";

/**
 * A hostname as it is stored and compared: A-labels in lower case, without port and trailing dot. `*.example.com`
 * is one as well, and stands for itself. It is made by `parse-hostname.ts` of what people write, by
 * `visited-host.ts` of the URL of a request, and by `dns-answer.ts` of what DNS says.
 */
export type Hostname = Branded<"Hostname">;

/** Returns the wildcard over the names below a name. */
export function wildcardOver(name: string): Hostname {
  return `*.${name}` as Hostname;
}

/** Returns a hostname without the star of a wildcard: the name that proves its claim. */
export function bareHost(host: Hostname): Hostname {
  return host.replace(/^\*\./, "") as Hostname;
}

/** Returns whether a name is below .localhost. No resolver knows such names, so nothing can prove them. */
export function isLocalName(host: Hostname): boolean {
  return host.endsWith(".localhost");
}
