import type { DestinationChange } from "../destination-change.ts";
import type { FieldErrors } from "../field-error.ts";
import type { Handler } from "../handler.ts";
import type { RecordChange } from "../record-change.ts";
import type { RecordFilter } from "../record-filter.ts";
import type { LinkRecord, RecordSettings } from "../record.ts";
import type { Source } from "../source.ts";

/** Changes of many records at once (contract 28): planned first, then applied, and undone where need be. */

export const CHANGE_STATES = [
  "collecting",
  "planning",
  "planned",
  "applying",
  "applied",
  "stopped",
  "undoing",
  "undone",
  "expired",
  "failed",
] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

export const CHANGE_KINDS = ["edit", "delete", "create", "upsert", "mirror"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
/** How rows relate to the records that have their sources. */
export type RowMode = Extract<ChangeKind, "create" | "upsert" | "mirror">;

export const ROW_RESULTS = ["created", "changed", "deleted", "unchanged", "invalid", "conflict"] as const;
export type PlannedResult = (typeof ROW_RESULTS)[number];

/** What an edit makes of each record. */
export interface Edit {
  set: RecordChange;
  /** Whether `set` has a new password; its hash is kept beside the change. */
  setsPassword: boolean;
  destinations: DestinationChange | null;
  tagsAdd: string[];
  tagsRemove: string[];
}

/** What a change was asked to do. */
export type ChangeRequest = (
  | {
      kind: "edit";
      filter: RecordFilter;
      edit: Edit;
      isForced: boolean;
      /** A check: the edit points each of its chains at the end, instead of what `filter` and `edit` say. */
      chainsOf?: string;
    }
  | { kind: "delete"; filter: RecordFilter; isForced: boolean }
  | RowsRequest
) & {
  /** Whether it applies itself once it is planned, and nobody has to ask for it. */
  isAtOnce?: boolean;
};

export interface RowsRequest {
  kind: RowMode;
  /** The label of the file that manages these records; null for none. */
  owner: string | null;
  /** Null for the hostnames of the rows. */
  hosts: string[] | null;
  /** Whether records without an owner are taken over. */
  adopts: boolean;
  isForced: boolean;
}

/** The fields of a record that a change may write, by the names of the domain. */
export interface ChangedFields extends Partial<RecordSettings> {
  passwordHash?: string | null;
  maxClicksVersion?: number;
  managedBy?: string | null;
  clicksBefore?: number;
  /** Of a record that is created: when it was created where it came from. */
  createdAtMs?: number;
}

/** What a change makes of one record, or of one row that was sent. */
export interface PlannedRow {
  /** Of the record; null for a row that names none. */
  id: string | null;
  handler: Handler;
  /** Null for a row that names no valid place. */
  place: { host: string; source: Source } | null;
  /** From 1 on; null for records that a filter or list found. */
  line: number | null;
  result: PlannedResult;
  /** The version that the record had when it was planned; 0 for one that is created. */
  version: number;
  /** The fields that change; of a record that is created or deleted, those that are not as by default. */
  before: ChangedFields | null;
  after: ChangedFields | null;
  /** What the change leaves of a record that it creates or changes (`printOf`); missing in plans of an earlier release. */
  print?: number;
  /** Whether a destination leads to a hostname of the workspace, so that it may lead back. */
  leadsInside?: boolean;
  reasons?: FieldErrors;
}

export interface ChangeCounts {
  created: number;
  changed: number;
  deleted: number;
  unchanged: number;
  invalid: number;
  conflicts: number;
}

export const NO_COUNTS: ChangeCounts = {
  created: 0,
  changed: 0,
  deleted: 0,
  unchanged: 0,
  invalid: 0,
  conflicts: 0,
};

/** Returns the count that a result adds to. */
export function countOf(result: PlannedResult): keyof ChangeCounts {
  return result === "conflict" ? "conflicts" : result;
}

/** Returns counts with those of further rows. */
export function addCounts(counts: ChangeCounts, rows: readonly Pick<PlannedRow, "result">[]): ChangeCounts {
  const next = { ...NO_COUNTS, ...counts };
  for (const { result } of rows) next[countOf(result)]++;
  return next;
}

export function totalOf(counts: ChangeCounts): number {
  return Object.values(counts).reduce((sum, count: number) => sum + count, 0);
}

/** Returns how many records a change writes. */
export function writesOf({ created, changed, deleted }: ChangeCounts): number {
  return created + changed + deleted;
}

/** Returns whether a request has rows, instead of an edit or deletion of what a filter finds. */
export function isOfRows(request: ChangeRequest): request is ChangeRequest & RowsRequest {
  return request.kind !== "edit" && request.kind !== "delete";
}

/** Returns a record with the fields that a change gives it; the hash of a password is kept beside the record. */
export function withFields(record: LinkRecord, fields: ChangedFields): LinkRecord {
  const { passwordHash: _, ...written } = fields;
  return { ...record, ...written };
}
