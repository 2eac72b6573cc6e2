import { fromTexts, fromFieldTexts, textsOfFields } from "../../domain/refusal/stored.ts";
import type { Refusal } from "../../domain/refusal/refusal.ts";
import type { Hostname } from "../../domain/hostname.ts";
import {
  NO_COUNTS,
  type ChangeCounts,
  type ChangeKind,
  type ChangeRequest,
  type ChangeState,
  type PlannedRow,
  type ChangedFields,
} from "../../domain/change/change.ts";
import type { Reach } from "../../domain/reach.ts";
import { fromHostsColumn } from "../reach.ts";
import type { FieldErrors } from "../../domain/field-error.ts";

export interface Change {
  id: string;
  workspaceId: string;
  state: ChangeState;
  kind: ChangeKind;
  request: ChangeRequest;
  passwordHash: string | null;
  createdBy: string;
  progress: PlanProgress;
  /** The records of the plan, where those that applying could not write are conflicts. */
  counts: ChangeCounts;
  /** The records of the plan, before it was applied. */
  planned: ChangeCounts;
  /** The records that are written; null if `counts` says it. Triggers keep `planned` and `written` (migration 42). */
  written: Pick<ChangeCounts, "created" | "changed" | "deleted"> | null;
  /** The first rows that write something. */
  sample: PlannedRow[];
  warnings: Refusal[];
  chunks: number;
  /** The number of chunks that are applied, or undone. */
  done: number;
  /** The size of its values. */
  bytes: number;
  lease: string | null;
  /** The hostnames that it may read and write: the reach of the user who created it. */
  reach: Reach;
  createdAtMs: number;
  updatedAtMs: number;
  /** The time when the plan or the undo expires; null if neither will. */
  endsAtMs: number | null;
}

export interface PlanProgress {
  /**
   * `rows` reads sent or found rows, `prune` finds the records that a mirror deletes, `loops` follows destinations, and
   * moves rows that have to be written later.
   */
  phase: "rows" | "prune" | "loops";
  /** The position at which the phase continues: of a scan, an index of blocks, or a chunk. */
  position: number;
  line: number;
  /** The id of the last record that `prune` has read. */
  behind: string;
  /** Has a chunk if some rows lead to a hostname of the workspace. Release 0.2.0 reads it too. */
  inside?: { chunks: number[]; steps: number } | undefined;
  /** The number of sources with captures that the steps so far create on each hostname. */
  patterns?: Record<string, number>;
  /** The hostnames that the rows so far name. */
  hosts?: Hostname[];
  undoConflicts: number;
  /** The size of the values in `change_inputs`. */
  inputBytes: number;
}

export const START: PlanProgress = {
  phase: "rows",
  position: 0,
  line: 0,
  behind: "",
  undoConflicts: 0,
  inputBytes: 0,
};

export interface ChangeRow extends Pick<
  Change,
  "id" | "state" | "kind" | "chunks" | "done" | "bytes" | "lease"
> {
  workspace_id: string;
  request: string;
  password_hash: string | null;
  actor_id: string;
  progress: string;
  counts: string;
  planned: string | null;
  written: string | null;
  sample: string;
  warnings: string;
  warning_codes: string | null;
  reach: string | null;
  created_at: number;
  updated_at: number;
  ends_at: number | null;
}

export function toChange(row: ChangeRow): Change {
  const { id, state, kind, chunks, done, bytes, lease } = row;
  return {
    ...{ id, state, kind, chunks, done, bytes, lease },
    workspaceId: row.workspace_id,
    request: JSON.parse(row.request) as ChangeRequest,
    passwordHash: row.password_hash,
    createdBy: row.actor_id,
    progress: JSON.parse(row.progress) as PlanProgress,
    counts: toCounts(row.counts),
    planned: toCounts(row.planned ?? row.counts),
    written: row.written === null ? null : (JSON.parse(row.written) as Change["written"]),
    sample: (JSON.parse(row.sample) as StoredPlannedRow[]).map(fromStoredRow),
    warnings: fromTexts(JSON.parse(row.warnings) as string[], toCodes(row.warning_codes)),
    reach: { workspaceId: row.workspace_id, hosts: fromHostsColumn(row.reach) },
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
    endsAtMs: row.ends_at,
  };
}

function toCodes(json: string | null): Refusal[] {
  return json === null ? [] : (JSON.parse(json) as Refusal[]);
}

function toCounts(json: string): ChangeCounts {
  return { ...NO_COUNTS, ...(JSON.parse(json) as Partial<ChangeCounts>) };
}

/** The reason why a row could not be applied or undone, and the present values of the record's fields. */
export interface Conflict {
  reasons: FieldErrors;
  current: ChangedFields | null;
}

/** Reasons as text, as 0.2.0 reads and writes them, with their codes beside. */
interface StoredReasons {
  reasons: Record<string, string[]>;
  codes?: FieldErrors;
}

export type StoredPlannedRow = Omit<PlannedRow, "reasons"> & Partial<StoredReasons>;
export type StoredConflict = Omit<Conflict, "reasons"> & StoredReasons;

export function toStoredRow({ reasons, ...row }: PlannedRow): StoredPlannedRow {
  return reasons === undefined ? row : { ...row, reasons: textsOfFields(reasons), codes: reasons };
}

export function fromStoredRow({ reasons, codes, ...row }: StoredPlannedRow): PlannedRow {
  return reasons === undefined ? row : { ...row, reasons: fromFieldTexts(reasons, codes) };
}

export function toStoredConflict({ reasons, ...conflict }: Conflict): StoredConflict {
  return { ...conflict, reasons: textsOfFields(reasons), codes: reasons };
}

export function fromStoredConflict({ reasons, codes, ...conflict }: StoredConflict): Conflict {
  return { ...conflict, reasons: fromFieldTexts(reasons, codes) };
}
