/** Redirect types (contract 3.9): five statuses, a frame, a stored HTML page, or gone for good. */

export const REDIRECT_STATUSES = [301, 302, 303, 307, 308] as const;
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];

export const REDIRECT_TYPES = ["301", "302", "303", "307", "308", "frame", "html", "gone"] as const;
export type RedirectType = (typeof REDIRECT_TYPES)[number];

export function isRedirectStatus(status: number): status is RedirectStatus {
  return REDIRECT_STATUSES.some((known) => known === status);
}

export function isRedirectType(key: string): key is RedirectType {
  return REDIRECT_TYPES.some((known) => known === key);
}

/** The status of the type `gone`. */
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

/** The label and description of each type, for people. */
export const TYPE_TEXTS: Record<RedirectType, { label: string; description: string }> = {
  "301": {
    label: "301 Moved Permanently",
    description: "For pages that have moved for good; search engines follow.",
  },
  "302": { label: "302 Found", description: "For links whose destination may change." },
  "303": {
    label: "303 See Other",
    description: "The destination is read with GET, whatever the method was.",
  },
  "307": { label: "307 Temporary Redirect", description: "As 302; method and body are kept." },
  "308": { label: "308 Permanent Redirect", description: "As 301; method and body are kept." },
  frame: { label: "Frame", description: "A page that shows the destination in a full-window frame." },
  html: { label: "HTML page", description: "Serves a stored page instead of a redirect." },
  gone: { label: "410 Gone", description: "For what was removed on purpose; search engines forget it." },
};
