import type { RedirectType } from "./redirect-type.ts";

export const HANDLERS = ["short-url", "qr", "redirect", "migration"] as const;
export type Handler = (typeof HANDLERS)[number];

/** The two runtime behaviours: short links have an alias, redirects any source. */
export const RUNTIMES = ["link", "redirect"] as const;
export type Runtime = (typeof RUNTIMES)[number];

export function runtimeOf(handler: Handler): Runtime {
  return handler === "short-url" || handler === "qr" ? "link" : "redirect";
}

/** Returns the type of a record whose write names none (contract 3.12). */
export function defaultType(handler: Handler): RedirectType {
  return runtimeOf(handler) === "link" ? "302" : "301";
}
