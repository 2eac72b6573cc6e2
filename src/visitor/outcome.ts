import type { Hostname } from "../domain/hostname.ts";
import type { RedirectStatus } from "../domain/redirect-status.ts";
import type { ShownFile } from "../domain/branding.ts";
import type { RecordSnapshot, SnapshotKey, SpecialAnswer } from "../domain/snapshot.ts";
import type { HostFinding } from "./finding.ts";
import type { Gate } from "./pages/gate.ts";
import type { Card, Preview } from "./pages/preview.ts";
import type { View } from "./visit.ts";

/** The outcomes that `resolve` decides by host and record alone. `finalize` makes the last three final. */
export type Outcome =
  | FinalOutcome
  /** The record has a password, so the gate decides. */
  | { kind: "protected"; lock: RecordSnapshot }
  /** The record has rules, a limit or an end of its own: `finalizeSpecial` decides. */
  | { kind: "special"; special: SpecialAnswer }
  /** The preview or the picture of an alias. `finding` is the finding of a visit of the alias itself. */
  | { kind: "view"; view: View; alias: RecordSnapshot; finding: HostFinding };

/** The outcome for the visitor, before it becomes HTTP (contract 3). */
export type FinalOutcome =
  | Counted
  | Message
  /** A redirect to the same URL on https. */
  | { kind: "upgrade"; status: RedirectStatus; location: string; isCacheable: boolean }
  /** A redirect to the owner's URL for unknown paths, or for expired records. */
  | ({ kind: "fallback"; location: string } & Missed)
  /** A redirect to the same URL, which shows the page now that the gate is open. */
  | { kind: "self"; location: string; headers: Record<string, string> }
  | { kind: "robots" }
  | { kind: "favicon" }
  | { kind: "options"; allow: string }
  /** The page at `alias+`. */
  | ({ kind: "preview" } & Preview)
  /** JSON for programs. */
  | { kind: "data"; status: number; data: object; headers?: Record<string, string> }
  | { kind: "picture"; contentType: string; body: BodyInit }
  /** A file of the hostname. It may be cached if no narrower source can answer. */
  | { kind: "file"; file: ShownFile; shownBy: SnapshotKey; isCacheable: boolean };

export type Message =
  | { kind: "method-not-allowed"; allow: string }
  | { kind: "unknown-host" }
  | ({ kind: "not-found" } & Missed)
  | { kind: "paused" }
  | { kind: "expired" }
  /** Removed on purpose. */
  | { kind: "gone" }
  /** The answer to a bot that the record refuses. */
  | { kind: "refusal" }
  /** The destination is on the workspace's blocklist, or reported as dangerous. */
  | { kind: "warning" }
  | ({ kind: "gate" } & Gate)
  | { kind: "locked"; secondsLeft: number; retryAfterSeconds: number }
  | { kind: "guess-unavailable"; retryAfterSeconds: number }
  | { kind: "unavailable"; retryAfterSeconds: number };

/** Outcomes that count as clicks (contract 8), and the card that bots get in place of such an outcome. */
export type Counted = {
  record: RecordSnapshot;
  destination: number;
  headers: Record<string, string> | null;
  /** What the destination gets in the parameter that the record asks for (contract 38). */
  clickId?: string;
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

/** The mark of an outcome for a path that no record answers, or only `*`. */
interface Missed {
  /** The hostname that keeps the path as missed; absent if the path is not kept. */
  missedOn?: Hostname;
}
