import {
  NO_COUNTS,
  type ChangeCounts,
  type ChangeKind,
  type ChangeRequest,
  type ChangeState,
  type PlannedRow,
} from "../../domain/change/change.ts";

/** A change as it is stored. */
export interface Change {
  id: string;
  workspaceId: string;
  state: ChangeState;
  kind: ChangeKind;
  request: ChangeRequest;
  passwordHash: string | null;
  /** The user who made it. */
  createdBy: string;
  progress: PlanProgress;
  counts: ChangeCounts;
  /** The first rows that write something. */
  sample: PlannedRow[];
  warnings: string[];
  chunks: number;
  /** Chunks that are applied, or undone. */
  done: number;
  /** Of the values that it keeps. */
  bytes: number;
  lease: string | null;
  createdAtMs: number;
  updatedAtMs: number;
  /** When the plan expires, or when it can no longer be undone; null if neither is ahead. */
  endsAtMs: number | null;
}

/** How far planning has come. */
export interface PlanProgress {
  /** `rows` reads what was sent or found, `prune` finds what a mirror deletes, `loops` follows destinations. */
  phase: "rows" | "prune" | "loops";
  /** Where the phase goes on: a position of a scan, an index of blocks, or a chunk. */
  position: number;
  /** Lines in front of the position. */
  line: number;
  /** The id of the last record that `prune` has read. */
  behind: string;
  /** Chunks with rows that lead to a hostname of the workspace, and how many steps have planned such rows. */
  inside?: { chunks: number[]; steps: number };
  /** How many sources with captures the steps so far create on each hostname. */
  patterns?: Record<string, number>;
  /** Of the undo. */
  undoConflicts: number;
  /** Of the values in change_inputs. */
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

export interface ChangeRow {
  id: string;
  workspace_id: string;
  state: ChangeState;
  kind: ChangeKind;
  request: string;
  password_hash: string | null;
  actor_id: string;
  progress: string;
  counts: string;
  sample: string;
  warnings: string;
  chunks: number;
  done: number;
  bytes: number;
  lease: string | null;
  created_at: number;
  updated_at: number;
  ends_at: number | null;
}

export function toChange(row: ChangeRow): Change {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    state: row.state,
    kind: row.kind,
    request: JSON.parse(row.request) as ChangeRequest,
    passwordHash: row.password_hash,
    createdBy: row.actor_id,
    progress: JSON.parse(row.progress) as PlanProgress,
    counts: { ...NO_COUNTS, ...(JSON.parse(row.counts) as Partial<ChangeCounts>) },
    sample: JSON.parse(row.sample) as PlannedRow[],
    warnings: JSON.parse(row.warnings) as string[],
    chunks: row.chunks,
    done: row.done,
    bytes: row.bytes,
    lease: row.lease,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
    endsAtMs: row.ends_at,
  };
}
