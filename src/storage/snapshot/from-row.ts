import type { ClaimKey } from "../../domain/claim-key.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { findBlockedHost } from "../../domain/blocklist.ts";
import { fileKey, readAppearance, toLook, type FileVersions, type ShownFile } from "../../domain/branding.ts";
import { formatHsts, type Hsts } from "../../domain/hsts.ts";
import type { SlotName } from "../../domain/slot.ts";
import {
  EXTENDED_VERSION,
  SNAPSHOT_VERSION,
  type HostConfig,
  type HostSnapshot,
  type RecordSnapshot,
  type SlotSnapshot,
  type SnapshotVersion,
} from "../../domain/snapshot.ts";
import { isExtended, toRecordSnapshot } from "../../domain/to-snapshot.ts";
import { toLocation } from "../../domain/to-location.ts";
import type { HostRow } from "../host/row.ts";
import { toRecord, type RecordRow } from "../record/row.ts";
import { hostKey, snapshotKey } from "./key.ts";

/** Makes snapshots from the rows that the queries of `query.ts` return. */

/** A hostname with what its snapshot shows: its columns, those of its workspace, and facts about its records. */
export interface ConfigRow extends Pick<
  HostRow,
  "force_https" | "ssl_issued_at" | "hsts" | "misses" | "preview_off" | "branding" | "own_pages"
> {
  host: Hostname;
  seq: number;
  workspace_id: string | null;
  behind_since: number | null;
  /** The workspace's where the hostname has none. */
  not_found_url: string | null;
  expired_url: string | null;
  general_branding: string | null;
  general_pages: string | null;
  /** Null if nothing is set, or the workspace is suspended. */
  files: string | null;
  blocked: string;
  prefix_depths: string;
  shapes: string;
  has_queries: number;
  has_forwarding: number;
  own_paths: string;
}

export interface SlotRow {
  host: ClaimKey;
  slot: SlotName;
  seq: number;
  has_queries: number;
  /** The file of the hostname at this path, as the parameters of `fileKey` and its type; null if there is none. */
  file: string | null;
}

/** What `SHOWN_PICTURES` selects. */
export interface PictureColumns {
  picture: string | null;
  logo: string | null;
}

export type PageRecordRow = RecordRow & { host: Hostname; html: string | null } & PictureColumns;

export function toHostSnapshot(row: ConfigRow, records: Map<string, RecordSnapshot[]>): HostSnapshot {
  const config = row.workspace_id === null ? null : toConfig(row, records);
  return { v: versionOf(config?.any ? [config.any] : []), seq: row.seq, config };
}

/** Returns the lowest version that can show the records, so that earlier releases can read as many as possible. */
function versionOf(records: RecordSnapshot[]): SnapshotVersion {
  return records.some(isExtended) ? EXTENDED_VERSION : SNAPSHOT_VERSION;
}

function toConfig(row: ConfigRow, records: Map<string, RecordSnapshot[]>): HostConfig {
  const look = lookOf(row);
  const blocked = JSON.parse(row.blocked) as Hostname[];
  const shapes = JSON.parse(row.shapes) as string[];
  return {
    host: row.host,
    hasHttps: row.ssl_issued_at !== null,
    forceHttps: row.force_https === 1 && row.ssl_issued_at !== null,
    notFoundUrl: toFallback(row.not_found_url, blocked),
    expiredUrl: toFallback(row.expired_url, blocked),
    any: records.get(hostKey(row.host))?.[0] ?? null,
    prefixDepths: JSON.parse(row.prefix_depths) as number[],
    ...(shapes.length > 0 && { shapes }),
    hasQuerySources: row.has_queries === 1,
    hasForwardingAliases: row.has_forwarding === 1,
    ownPaths: JSON.parse(row.own_paths) as string[],
    ...(blocked.length > 0 && { blocked }),
    ...(row.hsts !== null &&
      row.ssl_issued_at !== null && { hsts: formatHsts(JSON.parse(row.hsts) as Hsts) }),
    ...(row.misses && { misses: row.misses }),
    ...(row.preview_off === 1 && { previewOff: true as const }),
    ...(look !== undefined && { look }),
  };
}

function lookOf(row: ConfigRow): HostConfig["look"] {
  if (row.files === null) return undefined;
  const general = readAppearance(row.general_branding, row.general_pages);
  const own = readAppearance(row.branding, row.own_pages);
  return toLook(row.workspace_id ?? "", general, own, JSON.parse(row.files) as FileVersions);
}

/** Returns a fallback URL as a Location; null if it is on the blocklist (contract 17.4). */
function toFallback(url: string | null, blocked: Hostname[]): string | null {
  const location = url === null ? null : toLocation(url);
  return location === null || findBlockedHost(blocked, location) !== null ? null : location;
}

export function toSlotSnapshot(row: SlotRow, records: Map<string, RecordSnapshot[]>): SlotSnapshot {
  const found = records.get(snapshotKey(row.host, row.slot)) ?? [];
  // The file comes after the records, so that a record with the same path answers (contract 35.16).
  const shown = row.file === null ? found : [...found, toFileSnapshot(row.slot, row.file)];
  return {
    v: versionOf(shown),
    seq: row.seq,
    records: shown,
    ...(row.has_queries === 1 && { hasQueries: true }),
  };
}

function toFileSnapshot(slot: SlotName, text: string): RecordSnapshot {
  return {
    id: "",
    path: slot.slice(1),
    answer: { kind: "special", given: { kind: "file", file: toFile(text) } },
  };
}

export function toPictures({ picture, logo }: PictureColumns) {
  return {
    picture: picture === null ? null : toFile(picture),
    logo: logo === null ? null : toFile(logo),
  };
}

export function toFile(text: string): ShownFile {
  const [workspaceId, name, updatedAtMs, type] = JSON.parse(text) as [string, string, number, string];
  return { key: fileKey(workspaceId, name, updatedAtMs), type };
}

/** Groups the snapshots of records by the key of their slot. */
export function groupBySlot(rows: PageRecordRow[]): Map<string, RecordSnapshot[]> {
  const toShown = (row: PageRecordRow) =>
    toRecordSnapshot({
      ...toRecord(row),
      html: row.html,
      ...toPictures(row),
    });
  const groups = Map.groupBy(rows, ({ host, slot }) => snapshotKey(host, slot));
  return new Map(Array.from(groups, ([key, group]) => [key, group.map(toShown)]));
}
