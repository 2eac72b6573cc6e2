import type { ListPart } from "../../domain/list.ts";
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
import { fromHostsColumn, hostsParameter } from "../reach.ts";
import type { FieldErrors } from "../../domain/field-error.ts";
import { IS_FREE } from "../lease.ts";
import { rowWithin, selectWithin } from "../within.ts";

export interface Change {
  id: string;
  workspaceId: string;
  state: ChangeState;
  kind: ChangeKind;
  request: ChangeRequest;
  passwordHash: string | null;
  createdBy: string;
  progress: PlanProgress;
  /** The records of the plan. Those that could not be written are counted as conflicts. */
  counts: ChangeCounts;
  /** The records of the plan, before it was applied. */
  planned: ChangeCounts;
  /** The records that are written; null if they are those of `counts`. Triggers keep both (migration 42). */
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
  return {
    id: row.id,
    state: row.state,
    kind: row.kind,
    chunks: row.chunks,
    done: row.done,
    bytes: row.bytes,
    lease: row.lease,
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
    reach: { workspaceId: row.workspace_id, hosts: fromHostsColumn(row.reach), tags: null },
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

export async function selectChange(db: D1Database, reach: Reach, id: string): Promise<Change | null> {
  const row = await db
    .prepare(
      `SELECT * FROM changes WHERE id = ?1 AND workspace_id = ?2 AND ${rowWithin("changes", "?3", "?2")}`,
    )
    .bind(id, reach.workspaceId, hostsParameter(reach))
    .first<ChangeRow>();
  return row === null ? null : toChange(row);
}

/** A plan whose time is up is expired, even if nobody has ended it yet. */
const HAS_STATE = `(?5 IS NULL OR
  iif(state IN ('collecting', 'planning', 'planned') AND ends_at <= ?6, 'expired', state)
    IN (SELECT value FROM json_each(?5)))`;

/** Selects changes, the newest first, or the oldest first if backward. `states` is null for all. */
export async function selectChanges(
  db: D1Database,
  reach: Reach,
  states: readonly ChangeState[] | null,
  part: ListPart,
  nowMs: number,
): Promise<{ items: Change[]; end: string | null }> {
  const parameters = [states && JSON.stringify(states), nowMs];
  const { items, end } = await selectWithin<ChangeRow>(db, "changes", reach, part, HAS_STATE, parameters);
  return { items: items.map(toChange), end: end && end.id };
}

interface KeptChange {
  id: string;
  bytes: number;
}

/** Selects the changes within a reach that can be undone, the oldest first, with the bytes of all of the workspace. */
export async function selectKept(
  db: D1Database,
  reach: Reach,
): Promise<{ bytes: number; undoable: KeptChange[] }> {
  const { results } = await db
    .prepare(
      `SELECT id, bytes, iif(${rowWithin("changes", "?2", "?1")}, state, '') AS state
       FROM changes WHERE workspace_id = ?1 AND bytes > 0 ORDER BY id`,
    )
    .bind(reach.workspaceId, hostsParameter(reach))
    .all<KeptChange & Pick<ChangeRow, "state">>();
  return {
    bytes: results.reduce((sum, { bytes }) => sum + bytes, 0),
    undoable: results.filter(({ state }) => state === "applied" || state === "stopped" || state === "undone"),
  };
}

const STALLED = `FROM changes WHERE state IN ('planning', 'applying', 'undoing') AND ${IS_FREE}`;
const TO_APPLY = `FROM changes INDEXED BY changes_to_apply WHERE state = 'planned' AND request ->> 'isAtOnce' = 1`;

export const HAS_STALLED = `EXISTS (SELECT 1 ${STALLED}) OR EXISTS (SELECT 1 ${TO_APPLY})`;

/** Selects changes with work to do on which no consumer works, and plans that are to be applied automatically. */
export async function selectStalled(
  db: D1Database,
  nowMs: number,
  limit: number,
): Promise<{ id: string; workspaceId: string }[]> {
  const { results } = await db
    .prepare(
      `SELECT id, workspace_id AS workspaceId ${STALLED}
       UNION ALL SELECT * FROM (SELECT id, workspace_id ${TO_APPLY} LIMIT ?2)
       LIMIT ?2`,
    )
    .bind(nowMs, limit)
    .all<{ id: string; workspaceId: string }>();
  return results;
}
