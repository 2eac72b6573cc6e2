import { isRedirectStatus, type RedirectStatus } from "./redirect-status.ts";

/** Redirect types (contract 3.9): five statuses, a frame, a stored HTML page, or gone. */

export const REDIRECT_TYPES = ["301", "302", "303", "307", "308", "frame", "html", "gone"] as const;
export type RedirectType = (typeof REDIRECT_TYPES)[number];

export const GONE_STATUS = 410;

/** Returns the HTTP status of a visit that ends at the record: 200 for pages. */
export function statusOfType(type: RedirectType): RedirectStatus | 200 | typeof GONE_STATUS {
  if (type === "gone") return GONE_STATUS;
  const status = Number(type);
  return isRedirectStatus(status) ? status : 200;
}

export function typeOfStatus(status: RedirectStatus): RedirectType {
  return `${status}`;
}
