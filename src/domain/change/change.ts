import type { Hostname } from "../hostname.ts";
import type { DestinationChange } from "../destination-change.ts";
import type { FieldErrors } from "../field-error.ts";
import type { Handler } from "../handler.ts";
import type { RecordChange } from "../record-change.ts";
import type { RecordFilter } from "../record-filter.ts";
import type { LinkRecord, PlacesLeft, RecordSettings } from "../record.ts";
import type { Source } from "../source.ts";

/** Changes of many records at once (contract 28). They are planned, then applied, and can be undone. */

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
/** The effect of rows on the records that already have their sources. */
type RowMode = Extract<ChangeKind, "create" | "upsert" | "mirror">;

export const ROW_RESULTS = ["created", "changed", "deleted", "unchanged", "invalid", "conflict"] as const;
export type PlannedResult = (typeof ROW_RESULTS)[number];

export interface Edit {
  set: RecordChange;
  /** Says whether `set` has a new password; its hash is stored with the change. */
  setsPassword: boolean;
  destinations: DestinationChange | null;
  tagsAdd: string[];
  tagsRemove: string[];
}

export const NO_EDIT: Edit = {
  set: {},
  setsPassword: false,
  destinations: null,
  tagsAdd: [],
  tagsRemove: [],
};

export type ChangeRequest = (
  | {
      kind: "edit";
      filter: RecordFilter;
      edit: Edit;
      isForced: boolean;
      /** The id of a check. The change points each of its chains at the end, and ignores `filter` and `edit`. */
      chainsOf?: string;
    }
  | { kind: "delete"; filter: RecordFilter; isForced: boolean }
  | RowsRequest
) & {
  /** Says whether the change is applied automatically once it is planned. */
  isAtOnce?: boolean;
  /** Says whether limits of members and tokens follow the rename of a tag. */
  movesLimits?: boolean;
  label?: string;
};

export interface RowsRequest {
  kind: RowMode;
  /** The label of the file that manages these records; null for none. */
  owner: string | null;
  /** Null for the hostnames of the rows. */
  hosts: Hostname[] | null;
  /** Says whether records without an owner are taken over. */
  adopts: boolean;
  isForced: boolean;
}

/** The fields of a record that a change may write, by the names of the domain. */
export interface ChangedFields extends Partial<RecordSettings> {
  passwordHash?: string | null;
  maxClicksVersion?: number;
  placesLeft?: PlacesLeft | null;
  managedBy?: string | null;
  clicksBefore?: number;
  /** The original creation time of an imported record. */
  createdAtMs?: number;
}

/** The planned effect of a change on one record, or of one row that was sent. */
export interface PlannedRow {
  /** The id of the record; null for a row without a record. */
  id: string | null;
  handler: Handler;
  /** Null for a row that names no valid place. */
  place: { host: Hostname; source: Source } | null;
  /** The 1-based line; null for records that a filter or list found. */
  line: number | null;
  result: PlannedResult;
  /** The version of the record at the time of planning; 0 for a record that is created. */
  version: number;
  /** The fields that change. For a record that is created or deleted: the fields without their default value. */
  before: ChangedFields | null;
  after: ChangedFields | null;
  /** The hash of a created or changed record after the change (`printOf`); missing in plans of an earlier release. */
  print?: number;
  /** Says whether a destination leads to a hostname of the workspace, so that it may lead back. */
  leadsInside?: boolean;
  reasons?: FieldErrors;
}

export const NO_COUNTS = { created: 0, changed: 0, deleted: 0, unchanged: 0, invalid: 0, conflicts: 0 };
export type ChangeCounts = typeof NO_COUNTS;

export function countOf(result: PlannedResult): keyof ChangeCounts {
  return result === "conflict" ? "conflicts" : result;
}

/** The states of a change that was not applied yet. */
export const PLAN_STATES = ["collecting", "planning", "planned"] as const satisfies ChangeState[];

export function isPlan(state: ChangeState): boolean {
  return PLAN_STATES.some((plan) => plan === state);
}

export function isWritten(result: PlannedResult): result is "created" | "changed" | "deleted" {
  return result === "created" || result === "changed" || result === "deleted";
}

export function addCounts(counts: ChangeCounts, rows: readonly Pick<PlannedRow, "result">[]): ChangeCounts {
  const next = { ...NO_COUNTS, ...counts };
  for (const { result } of rows) next[countOf(result)]++;
  return next;
}

export function totalOf(counts: ChangeCounts): number {
  return Object.values(counts).reduce((sum, count: number) => sum + count, 0);
}

export function writesOf({ created, changed, deleted }: ChangeCounts): number {
  return created + changed + deleted;
}

/** Returns whether a request has rows, instead of an edit or deletion of the records that a filter finds. */
export function isOfRows(request: ChangeRequest): request is ChangeRequest & RowsRequest {
  return request.kind !== "edit" && request.kind !== "delete";
}

/** Returns a record with the fields that a change gives it; the hash of a password is stored apart from the record. */
export function withFields(record: LinkRecord, fields: ChangedFields): LinkRecord {
  const { passwordHash: _, ...written } = fields;
  return { ...record, ...written };
}
