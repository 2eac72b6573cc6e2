import type { HostFileName } from "./host-file.ts";
import type { Hostname } from "./hostname.ts";
import type { Channel, RecordSettings } from "./record.ts";
import type { RedirectType } from "./redirect-type.ts";
import { formatRouting } from "./routing.ts";
import { showRule, type ShownRule } from "./rule/rule.ts";
import { formatTimestamp } from "./timestamp.ts";
import { UTM_MEMBERS, type Utm } from "./utm.ts";

/** The fields of a record whose changes are kept (contract 12.13). */
export interface HistoryFacts {
  /** Primary first; null while the record serves HTML. */
  destination: string[] | null;
  destination_routing: string;
  utm: Utm;
  type: RedirectType;
  status: "active" | "paused";
  password: boolean;
  rules: ShownRule[];
  starts: string | null;
  expires: string | null;
  max_clicks: number | null;
  expired_url: string | null;
  routing_ends: { at: string; destination: string } | null;
  click_id_param: string | null;
  forward_path: boolean;
  forward_query: boolean;
}

export interface HistoryDiff {
  old: Partial<HistoryFacts>;
  new: Partial<HistoryFacts>;
}

/** The user who made a change. */
interface Actor {
  id: string;
  name: string;
}

export interface HistoryEntry {
  id: string;
  diff: HistoryDiff;
  actor: Actor;
  channel: Channel;
  createdAtMs: number;
  /** The change that the write belongs to (contract 28.14); null if it belongs to none. */
  changeId: string | null;
  /** The earlier entry whose values this one has written back (contract 12.14); null if there is none. */
  undoes?: string | null;
}

/**
 * The reason of an entry. A hostname passed to a claim: DNS proved it, the holder moved it, or no claim held it. Or a
 * file of the hostname was written.
 */
export const HOST_REASONS = ["proof", "move", "free", "file"] as const;
export type PassingReason = (typeof HOST_REASONS)[number];

/** What an entry tells of a file: its media type, and its size in bytes. */
interface FileFacts {
  type: string;
  size: number;
}

/** A file of a hostname before and after a write; null where there was none. */
export interface FileDiff {
  name: HostFileName;
  old: FileFacts | null;
  new: FileFacts | null;
}

/** An entry about a workspace that began or ceased to hold a hostname, or wrote a file of it. */
export interface HostHistoryEntry {
  id: string;
  host: Hostname;
  /** Says whether the workspace holds the hostname after the change. */
  isHeld: boolean;
  reason: PassingReason;
  /** Present if the reason is `file`. */
  file?: FileDiff;
  actor: Actor;
  channel: Channel;
  createdAtMs: number;
}

/** Returns the fields that a write changed, before and after it; null if it changed none. */
export function diffHistory(before: RecordSettings, after: RecordSettings): HistoryDiff | null {
  const oldFacts = toFacts(before);
  const newFacts = toFacts(after);
  const changed = (Object.keys(oldFacts) as (keyof HistoryFacts)[]).filter((key) =>
    key === "password"
      ? before.passwordVersion !== after.passwordVersion
      : JSON.stringify(oldFacts[key]) !== JSON.stringify(newFacts[key]),
  );
  if (changed.length === 0) return null;
  return { old: pick(oldFacts, changed), new: pick(newFacts, changed) };
}

/** Returns the fields of a record whose changes are kept, as history shows them. */
export function toFacts(settings: RecordSettings): HistoryFacts {
  return {
    destination: settings.file === null ? settings.destinations : null,
    destination_routing: formatRouting(settings.routing),
    utm: Object.fromEntries(UTM_MEMBERS.map((member) => [member, settings.utm[member]])) as Utm,
    type: settings.type,
    status: settings.pauses.length === 0 ? "active" : "paused",
    password: settings.passwordVersion !== null,
    rules: settings.rules.map(showRule),
    starts: toMoment(settings.startsAtMs),
    expires: toMoment(settings.expiresAtMs),
    max_clicks: settings.maxClicks,
    expired_url: settings.expiredUrl,
    routing_ends: settings.routingEnds && {
      at: formatTimestamp(settings.routingEnds.atMs),
      destination: settings.routingEnds.destination,
    },
    click_id_param: settings.clickIdParam,
    forward_path: settings.forwardPath,
    forward_query: settings.forwardQuery,
  };
}

function toMoment(milliseconds: number | null): string | null {
  return milliseconds === null ? null : formatTimestamp(milliseconds);
}

function pick(facts: HistoryFacts, keys: (keyof HistoryFacts)[]): Partial<HistoryFacts> {
  return Object.fromEntries(keys.map((key) => [key, facts[key]]));
}
