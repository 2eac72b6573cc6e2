import type { Hostname } from "./hostname.ts";
import type { Branded } from "./brand.ts";
import type { Look, ShownFile } from "./branding.ts";
import type { PreparedDestination } from "./compose.ts";
import type { Misses } from "./misses.ts";
import type { QrStyle } from "./qr-style.ts";
import type { PlacesLeft } from "./record.ts";
import type { RedirectStatus } from "./redirect-status.ts";
import type { Routing } from "./routing.ts";
import { PLATFORM_PATHS } from "./slot.ts";

/**
 * The data that the edge needs to answer a visit. Titles, tags and the rest stay in the database.
 * These are the values of the snapshot store; `docs/storage.md` documents them.
 */

/** The name of a snapshot in memory; KV has it under the same name unless it is too long. */
export type SnapshotKey = Branded<"SnapshotKey">;

/**
 * The version of the values. Releases run at the same time for a while (docs/upgrading.md): a member that
 * readers may ignore does not change the version, and any other change raises it. A value of a higher
 * version stays in KV, and the database answers; a value of a lower version is written again.
 */
export const SNAPSHOT_VERSION = 1;

/**
 * The version of a value that earlier releases cannot answer from: it has a source that has not started, or an
 * answer of a kind that they do not know. All other values keep the version that every release reads.
 */
export const EXTENDED_VERSION = 2;
export type SnapshotVersion = typeof SNAPSHOT_VERSION | typeof EXTENDED_VERSION;

export interface HostSnapshot {
  v: SnapshotVersion;
  /** The sequence number of the commit that this snapshot shows. */
  seq: number;
  /** Null on a tombstone: the hostname is not connected. */
  config: HostConfig | null;
  /**
   * In KV only: true if all slots of the hostname, and of the hostnames for which it answers, are in KV, so
   * that a missing value proves that there is none. Absent in values that an older version wrote.
   */
  complete?: boolean;
}

export interface HostConfig {
  host: Hostname;
  /** True if visitors on http are sent to https: `force_https` is on and the certificate is issued. */
  forceHttps: boolean;
  /** True if the certificate is issued, so that public URLs begin with https. */
  hasHttps: boolean;
  /** The host's own URL, else the workspace's. */
  notFoundUrl: string | null;
  expiredUrl: string | null;
  /** The `*` record, which answers every other path. */
  any: RecordSnapshot | null;
  /** The depths of the `/…/*` sources in use, ascending. */
  prefixDepths: number[];
  /** The folded shapes of the patterns in use; absent if there is none. */
  shapes?: string[];
  hasQuerySources: boolean;
  hasForwardingAliases: boolean;
  /** The platform paths (`/robots.txt`, `/favicon.ico`) that a record or a file of the host takes over. */
  ownPaths: string[];
  /** The hostnames that no visitor is sent to, including subdomains; absent if none is listed. */
  blocked?: Hostname[];
  /** The header Strict-Transport-Security of answers by https; absent if there is none. */
  hsts?: string;
  /** The missed paths that are kept; absent for the paths that no record answers. */
  misses?: Exclude<Misses, "unmatched">;
  /** The look of visitor pages; absent for the project's own look. */
  look?: Look;
  previewOff?: true;
}

/** Returns whether the platform itself answers a canonical path of the host (contract 2.10). */
export function isPlatformPath(config: HostConfig, path: string): boolean {
  return PLATFORM_PATHS.some((known) => known === path) && !config.ownPaths.includes(path);
}

/** All records whose sources differ in letter case alone; empty on a tombstone. */
export interface SlotSnapshot {
  v: SnapshotVersion;
  seq: number;
  records: RecordSnapshot[];
  /** On exact slots: true if there are sources with a query at this path. */
  hasQueries?: boolean;
}

export interface RecordSnapshot {
  id: string;
  /** The canonical path of the source, or the shape of a pattern; empty for a `*` record. */
  path: string;
  /** The names of the pattern's captures; present if a destination holds a capture or `:splat`. */
  captures?: string[];
  query?: string;
  /** True for a short link or QR code, which has a preview at `alias+`. */
  isAlias?: true;
  previewOff?: true;
  /** True for an alias that also answers every path below it. */
  forwardsBelow?: true;
  paused?: true;
  expiresAtMs?: number;
  /** The time before which no lookup finds the record. */
  startsAtMs?: number;
  passwordVersion?: number;
  answer: RecordAnswer;
  /** The rule that chose the answer. Set for a visit, and never stored. */
  ruleId?: string;
  plugins?: string[];
  /** Title and description; present if a plugin shows them. */
  title?: string;
  description?: string;
  /** The picture of its link preview: a URL, or a stored file. */
  image?: string;
  picture?: ShownFile;
  qr?: QrStyle;
  /** The stored picture in its QR code; absent for none, or that of the look. */
  logo?: ShownFile;
}

export type RecordAnswer =
  | { kind: "redirect"; status: RedirectStatus; target: Target }
  | { kind: "frame"; target: Target; title: string; description: string }
  | { kind: "html"; html: string }
  /** A record without destination and page. */
  | { kind: "none" }
  /** An answer that takes more than a lookup. Its code is loaded on demand. */
  | SpecialAnswer;

export type PlainAnswer = Exclude<RecordAnswer, SpecialAnswer> | { kind: "gone" };

/** A file of the hostname (contract 35.14). It stands among the records of its slot, with an empty id. */
export interface HostFileAnswer {
  kind: "file";
  file: ShownFile;
}

/** The answer of a record with rules, a limit of visitors, an end of its own or of its routing, or ids of clicks, or of a gone record. */
export interface SpecialAnswer {
  kind: "special";
  given: PlainAnswer | HostFileAnswer;
  rules?: CompiledRule[];
  /** The number of visitors that are let through, by the counter of this version, and what that counter said last. */
  limit?: { clicks: number; version: number; known?: PlacesLeft };
  expiredUrl?: string;
  /** From this moment on, the choice among the destinations of `given`. */
  ends?: { atMs: number; choice: Pick<Target, "routing" | "live"> };
  /** The parameter in which a destination gets the id of the click. */
  clickIdParam?: string;
}

/** A rule in the form that the edge compares, with its destinations prepared for composing. */
export interface CompiledRule {
  id: string;
  /** All of them hold. */
  if: CompiledCondition[];
  /** None of them holds. */
  not: CompiledCondition[];
  /** The status or page of the record, with the destinations of the rule. */
  answer: Extract<RecordAnswer, { target: Target }>;
  /** The index of its first destination among all destinations of the record. */
  first: number;
}

export type CompiledCondition = [key: string, compiled: unknown];

export interface Target {
  destinations: PreparedDestination[];
  routing: Routing;
  /** The indices of the destinations that may be chosen; absent if all may. */
  live?: number[];
  /** The indices of the destinations that are reported as dangerous; absent if there are none. */
  flagged?: number[];
  forwardPath: boolean;
  forwardQuery: boolean;
  /** A query parameter that is passed on although the query is not: the mark of a QR code's scan. */
  passed?: string;
}
