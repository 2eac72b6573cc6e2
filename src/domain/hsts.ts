/** The header Strict-Transport-Security of a hostname (contract 10.23). */
export interface Hsts {
  max_age: number;
  include_subdomains: boolean;
}

/** Two years, as the preload lists of browsers require. */
export const MAX_HSTS_SECONDS = 63_072_000;

/** The value that makes browsers forget the header. */
export const HSTS_TAKEN_BACK: Hsts = { max_age: 0, include_subdomains: false };

/** Returns the value of the header. */
export function formatHsts({ max_age: maxAge, include_subdomains: includesSubdomains }: Hsts): string {
  return `max-age=${maxAge}${includesSubdomains ? "; includeSubDomains" : ""}`;
}
