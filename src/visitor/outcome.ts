import type { RedirectStatus } from "../domain/redirect-type.ts";
import type { RecordSnapshot, SpecialAnswer } from "../domain/snapshot.ts";
import type { HostFinding } from "./finding.ts";
import type { Gate } from "./pages/gate.ts";
import type { Card, Preview } from "./pages/preview.ts";
import type { View } from "./visit.ts";

/** What `resolve` decides by host and record alone; `finalize` turns the last three into a final outcome. */
export type Outcome =
  | FinalOutcome
  /** The record has a password: the gate decides. */
  | { kind: "protected"; lock: RecordSnapshot }
  /** Rules, a limit or an end of its own decide: `finalizeSpecial` knows how. */
  | { kind: "special"; special: SpecialAnswer }
  /** The preview or the picture of an alias. `finding` is what a visit of the alias itself finds. */
  | { kind: "view"; view: View; alias: RecordSnapshot; finding: HostFinding };

/** What a visitor gets, before it becomes HTTP (contract 3). */
export type FinalOutcome =
  | Counted
  | Message
  /** To the same URL on https. */
  | { kind: "upgrade"; status: RedirectStatus; location: string; isCacheable: boolean }
  /** To the URL that an owner named for unknown paths, or for expired records. */
  | ({ kind: "fallback"; location: string } & Missed)
  /** To the same URL again: the gate is open, and the page shows there. */
  | { kind: "self"; location: string; headers: Record<string, string> }
  | { kind: "robots" }
  | { kind: "favicon" }
  | { kind: "options"; allow: string }
  /** The page at `alias+`. */
  | ({ kind: "preview" } & Preview)
  /** JSON for programs. */
  | { kind: "data"; status: number; data: object; headers?: Record<string, string> }
  /** The picture of a QR code. */
  | { kind: "picture"; contentType: string; body: BodyInit };

/** Pages with one message. */
export type Message =
  | { kind: "method-not-allowed"; allow: string }
  | { kind: "unknown-host" }
  | ({ kind: "not-found" } & Missed)
  | { kind: "paused" }
  | { kind: "expired" }
  /** Removed on purpose. */
  | { kind: "gone" }
  /** For a bot that the record keeps out. */
  | { kind: "refusal" }
  /** The destination is on the workspace's blocklist, or reported as dangerous. */
  | { kind: "warning" }
  | ({ kind: "gate" } & Gate)
  | { kind: "locked"; secondsLeft: number; retryAfterSeconds: number }
  | { kind: "guess-unavailable"; retryAfterSeconds: number }
  | { kind: "unavailable"; retryAfterSeconds: number };

/** Outcomes that count as clicks (contract 8), and the card that bots get in place of one. */
export type Counted = {
  record: RecordSnapshot;
  destination: number;
  headers: Record<string, string> | null;
} & Missed &
  (
    | { kind: "redirect"; status: RedirectStatus; location: string; isCacheable: boolean }
    | { kind: "frame"; location: string; title: string; description: string }
    | { kind: "html"; html: string }
    | ({ kind: "card" } & Card)
  );

export function isCounted(outcome: Outcome): outcome is Counted {
  return "record" in outcome;
}

/** What a visit of a path ends in that no record answers, or only `*`. */
interface Missed {
  /** The hostname that keeps the path as missed; absent if none does. */
  missedOn?: string;
}
