import { bareHost, type Hostname } from "./hostname.ts";

/** The platform's own names, which no workspace can connect (contract 10.7). */

interface PlatformNames {
  admin: string[];
  /** The target of CNAME records; its registrable domain follows. */
  target: string;
  domain: string;
}

/**
 * Returns whether a hostname is the platform's own: an admin host or a name below one, the CNAME target or
 * a name below it, its registrable domain, or a wildcard that would cover any of them. Names under
 * `.localhost` are not the platform's own.
 */
export function isPlatformName(host: Hostname, { admin, target, domain }: PlatformNames): boolean {
  const name = bareHost(host);
  const isWildcard = name !== host;
  const covers = (own: string) => isWildcard && own.endsWith(`.${name}`);
  const isAt = (own: string) => name === own || covers(own);
  const isBelow = (own: string) => name.endsWith(`.${own}`);
  const isAdmin = admin.some((own) => isAt(own) || (own !== "localhost" && isBelow(own)));
  return isAdmin || isAt(target) || isBelow(target) || name === domain || covers(domain);
}
