import type { RedirectStatus } from "../domain/redirect-type.ts";

/** What a visitor gets, before it is put into HTTP (section 3). */
export type Outcome =
  | Counted
  /** To the same URL on https. */
  | { kind: "upgrade"; status: 301 | 308; location: string }
  /** To the URL that an owner named for paths that lead nowhere, or for what has expired. */
  | { kind: "fallback"; location: string }
  | { kind: "robots" }
  | { kind: "favicon" }
  | { kind: "options"; allow: string }
  | { kind: "method-not-allowed"; allow: string }
  | { kind: "unknown-host" }
  | { kind: "not-found" }
  | { kind: "paused" }
  | { kind: "expired" }
  | { kind: "protected" }
  | { kind: "throttled"; retryAfterSeconds: number }
  | { kind: "unavailable"; retryAfterSeconds: number };

/** Outcomes that are clicks (section 8). */
export type Counted = { recordId: string } & (
  | { kind: "redirect"; status: RedirectStatus; location: string; destination: number; isCacheable: boolean }
  | { kind: "frame"; location: string; destination: number; title: string; description: string }
  | { kind: "html"; html: string }
);
