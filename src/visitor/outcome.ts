import type { RedirectStatus } from "../domain/redirect-type.ts";
import type { RecordSnapshot } from "../domain/snapshot.ts";
import type { Card, Preview } from "./pages/preview.ts";

/** What comes of a visit by what is known of host and record. */
export type Outcome =
  | Settled
  /** Has a password: the gate decides. */
  | { kind: "protected"; lock: RecordSnapshot };

/** What a visitor gets, before it is put into HTTP (contract 3). */
export type Settled =
  | Counted
  | Message
  /** To the same URL on https. */
  | { kind: "upgrade"; status: RedirectStatus; location: string; isCacheable: boolean }
  /** To the URL that an owner named for paths that lead nowhere, or for what has expired. */
  | { kind: "fallback"; location: string }
  /** To the very same URL, once more: what is shown in place is open now. */
  | { kind: "self"; location: string; headers: Record<string, string> }
  | { kind: "robots" }
  | { kind: "favicon" }
  | { kind: "options"; allow: string }
  /** What `alias+` shows. */
  | ({ kind: "preview" } & Preview)
  /** For programs. */
  | { kind: "data"; status: number; data: object; headers?: Record<string, string> }
  /** A picture of a QR code. */
  | { kind: "picture"; contentType: string; body: BodyInit }
  /** A bot that the record keeps out. */
  | { kind: "refusal" };

/** Pages that say one thing. */
export type Message =
  | { kind: "method-not-allowed"; allow: string }
  | { kind: "unknown-host" }
  | { kind: "not-found" }
  | { kind: "paused" }
  | { kind: "expired" }
  /** The destination is on the workspace's blocklist, or reported as dangerous. */
  | { kind: "warning" }
  | { kind: "gate"; isWrong: boolean }
  | { kind: "locked"; secondsLeft: number; retryAfterSeconds: number }
  | { kind: "guess-unavailable"; retryAfterSeconds: number }
  | { kind: "unavailable"; retryAfterSeconds: number };

/** Outcomes that are clicks (contract 8.1), and the card that bots get instead. */
export type Counted = {
  record: RecordSnapshot;
  destination: number;
  headers: Record<string, string> | null;
} & (
  | { kind: "redirect"; status: RedirectStatus; location: string; isCacheable: boolean }
  | { kind: "frame"; location: string; title: string; description: string }
  | { kind: "html"; html: string }
  | ({ kind: "card" } & Card)
);

export function isCounted(outcome: Outcome): outcome is Counted {
  return "record" in outcome;
}
