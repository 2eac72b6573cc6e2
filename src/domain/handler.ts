import type { RedirectType } from "./redirect-type.ts";

export const HANDLERS = ["short-url", "qr", "redirect", "migration"] as const;
export type Handler = (typeof HANDLERS)[number];

/** The two families of records: short links have an alias, redirects may have any source. */
export const RECORD_FAMILIES = ["link", "redirect"] as const;
export type RecordFamily = (typeof RECORD_FAMILIES)[number];

export function familyOf(handler: Handler): RecordFamily {
  return handler === "short-url" || handler === "qr" ? "link" : "redirect";
}

/** Returns the type of a new record whose write has none (contract 3.12). */
export function defaultType(handler: Handler): RedirectType {
  return familyOf(handler) === "link" ? "302" : "301";
}
