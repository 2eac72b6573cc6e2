import type { Branded } from "./brand.ts";
import type { Look } from "./branding.ts";
import type { PreparedDestination } from "./compose.ts";
import type { Misses } from "./misses.ts";
import type { QrStyle } from "./qr-style.ts";
import type { RedirectStatus } from "./redirect-type.ts";
import type { Routing } from "./routing.ts";
import { PLATFORM_PATHS } from "./slot.ts";

/**
 * What the edge needs to answer a visit, and no more: titles, tags and the rest stay in the
 * database. These are the values of the snapshot store; `docs/storage.md` documents them.
 */

/** The name of a snapshot in memory; KV has it under the same name unless it is too long. */
export type SnapshotKey = Branded<"SnapshotKey">;

/**
 * The version of the values. Releases run side by side for a while (docs/upgrading.md): a member that
 * readers may pass over leaves the version as it is, and any other change raises it. A value of a higher
 * version stays in KV, and the database answers; one of a lower version is written anew.
 */
export const SNAPSHOT_VERSION = 1;

/**
 * The version of a value that shows what earlier releases cannot answer: a source that has not started, or an
 * answer of a kind that they do not know. All other values keep the version that every release reads.
 */
export const EXTENDED_VERSION = 2;
export type SnapshotVersion = typeof SNAPSHOT_VERSION | typeof EXTENDED_VERSION;

export interface HostSnapshot {
  v: SnapshotVersion;
  /** Sequence number of the commit that this snapshot shows. */
  seq: number;
  /** Null on a tombstone: the hostname is not connected. */
  config: HostConfig | null;
  /**
   * In KV: whether all slots of the hostname, and the hostnames that it answers for, have their value
   * there, so that a missing one proves that there is none. Absent in what an older version wrote.
   */
  complete?: boolean;
}

export interface HostConfig {
  host: string;
  /** Visitors on http are sent to https: `force_https` is on and the certificate issued. */
  forceHttps: boolean;
  /** The certificate is issued: public URLs begin with https. */
  hasHttps: boolean;
  /** The host's own, else the workspace's. */
  notFoundUrl: string | null;
  expiredUrl: string | null;
  /** The record that answers every other path. */
  any: RecordSnapshot | null;
  /** Depths of the `/…/*` sources in use, ascending. */
  prefixDepths: number[];
  /** The folded shapes of the patterns in use; absent if there is none. */
  shapes?: string[];
  hasQuerySources: boolean;
  hasForwardingAliases: boolean;
  /** Platform paths (`/robots.txt`, `/favicon.ico`) that a record of the host takes over. */
  ownPaths: string[];
  /** Hostnames that no visitor is sent to, subdomains included; absent if none is listed. */
  blocked?: string[];
  /** The header Strict-Transport-Security of answers by https; absent for none. */
  hsts?: string;
  /** Which missed paths are kept; absent for those that no record answers. */
  misses?: Exclude<Misses, "unmatched">;
  /** How the pages look that visitors see; absent for those of the project. */
  look?: Look;
  /** No alias has a preview. */
  previewOff?: true;
}

/** Returns whether the platform answers a canonical path of the host by itself (contract 2.10). */
export function isPlatformPath(config: HostConfig, path: string): boolean {
  return PLATFORM_PATHS.some((known) => known === path) && !config.ownPaths.includes(path);
}

/** All records whose sources differ in letter case alone; none on a tombstone. */
export interface SlotSnapshot {
  v: SnapshotVersion;
  seq: number;
  records: RecordSnapshot[];
  /** On exact slots: whether there are sources with a query at this path. */
  hasQueries?: boolean;
}

export interface RecordSnapshot {
  id: string;
  /** Canonical path of the source, or the shape of a pattern; empty for what answers every other path. */
  path: string;
  /** The names of the pattern's captures; present if a destination holds a capture or `:splat`. */
  captures?: string[];
  /** On query sources. */
  query?: string;
  /** A short link or QR code, which has a preview at `alias+`. */
  isAlias?: true;
  /** The alias has no preview. */
  previewOff?: true;
  /** An alias that answers everything below it, too. */
  forwardsBelow?: true;
  paused?: true;
  expiresAtMs?: number;
  /** Before this moment no lookup finds the record. */
  startsAtMs?: number;
  /** Version of the password; absent without one. */
  passwordVersion?: number;
  answer: RecordAnswer;
  /** The rule that chose the answer. Made for a visit, and never stored. */
  ruleId?: string;
  plugins?: string[];
  /** Where a plugin shows them. */
  title?: string;
  description?: string;
  /** The picture of its link preview. */
  image?: string;
  /** How the record's QR code is drawn, where it has one. */
  qr?: QrStyle;
}

export type RecordAnswer =
  | { kind: "redirect"; status: RedirectStatus; target: Target }
  | { kind: "frame"; target: Target; title: string; description: string }
  | { kind: "html"; html: string }
  /** A record without destination and page. */
  | { kind: "none" }
  /** What takes more than a lookup to answer: its code is loaded on demand. */
  | SpecialAnswer;

/** An answer with rules, a limit of visitors or an end of its own, or that of a record that is gone. */
export interface SpecialAnswer {
  kind: "special";
  /** What is answered where no rule holds. */
  given: Exclude<RecordAnswer, SpecialAnswer> | { kind: "gone" };
  rules?: CompiledRule[];
  /** How many visitors are let through, by the counter of this version. */
  limit?: { clicks: number; version: number };
  /** Where visitors go who come too late. */
  expiredUrl?: string;
}

/** A rule as the edge compares it, with its destinations prepared for splicing. */
export interface CompiledRule {
  id: string;
  /** All of them hold. */
  if: CompiledCondition[];
  /** None of them holds. */
  not: CompiledCondition[];
  /** The status or page of the record, with the destinations of the rule. */
  answer: Extract<RecordAnswer, { target: Target }>;
  /** Index of the first of its destinations among all of the record. */
  first: number;
}

/** The name of a condition, and what it compares. */
export type CompiledCondition = [key: string, compiled: unknown];

export interface Target {
  destinations: PreparedDestination[];
  routing: Routing;
  /** Indices of the destinations that may be chosen; absent if all may. */
  live?: number[];
  /** Indices of the destinations that are reported as dangerous; absent for none. */
  flagged?: number[];
  forwardPath: boolean;
  forwardQuery: boolean;
  /** A query parameter that is passed on though the query is not: the mark of a scan. */
  passed?: string;
}
