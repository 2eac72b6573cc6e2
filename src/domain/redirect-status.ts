/** The statuses of redirects (contract 3.9). */

export const REDIRECT_STATUSES = [301, 302, 303, 307, 308] as const;
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];

export function isRedirectStatus(status: number): status is RedirectStatus {
  return REDIRECT_STATUSES.some((known) => known === status);
}
