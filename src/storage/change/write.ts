import type { Refusal } from "../../domain/refusal/refusal.ts";
import { textsOf } from "../../domain/refusal/stored.ts";
import { toStoredRow, toChange, START, type Change, type ChangeRow } from "./read.ts";
import type { ChangeState, PlannedRow } from "../../domain/change/change.ts";
import type { Hostname } from "../../domain/hostname.ts";
import type { Reach } from "../../domain/reach.ts";
import { hostsParameter, toReachColumn } from "../reach.ts";
import { IS_FREE, takeLease } from "../lease.ts";
import { rowWithin } from "../within.ts";

export const MAX_OPEN_PLANS = 3;

/** Returns whether a batch was aborted because the workspace already has the most open plans. */
export function isTooManyPlans(error: unknown): boolean {
  return String(error).includes("too many open plans");
}

type NewChange = Pick<
  Change,
  "id" | "workspaceId" | "state" | "kind" | "request" | "passwordHash" | "createdBy" | "createdAtMs" | "reach"
> & { endsAtMs: number };

/**
 * Inserts a change, unless it is there. Aborts the batch if the workspace already has the most open plans.
 * @param written facts of a change that the same batch applies
 */
export function insertChange(
  db: D1Database,
  change: NewChange,
  { importId = null, sample = [] }: { importId?: string | null; sample?: PlannedRow[] } = {},
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO changes (id, workspace_id, state, kind, request, password_hash, actor_id, progress,
         created_at, updated_at, ends_at, reach, import_id, sample)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, ?10, ?11, ?12, ?13) ON CONFLICT (id) DO NOTHING`,
    )
    .bind(
      change.id,
      change.workspaceId,
      change.state,
      change.kind,
      JSON.stringify(change.request),
      change.passwordHash,
      change.createdBy,
      JSON.stringify(START),
      change.createdAtMs,
      change.endsAtMs,
      toReachColumn(change.reach),
      importId,
      JSON.stringify(sample),
    );
}

export interface Transition {
  from: ChangeState[];
  to: ChangeState;
  /** The time when the plan or the undo expires; not changed if absent. */
  endsAtMs?: number;
  /** The reasons why the change ends; not changed if absent. */
  warnings?: Refusal[];
  /** Says whether the count of done chunks restarts at zero. */
  restarts?: boolean;
  /** Says whether the transition fails if the change has expired, or another one of the workspace is running. */
  isAlone?: boolean;
}

/**
 * Changes the state of a change, and ends its lease.
 * @param notes statements of the same batch, which take effect only if the state has changed
 * @returns whether the change was in one of the transition's first states
 */
export async function changeState(
  db: D1Database,
  change: Pick<Change, "id" | "workspaceId">,
  transition: Transition,
  nowMs: number,
  notes: D1PreparedStatement[] = [],
): Promise<boolean> {
  const [written] = await db.batch([setState(db, change, transition, nowMs), ...notes]);
  return (written?.meta.changes ?? 0) > 0;
}

export function setState(
  db: D1Database,
  { id, workspaceId }: Pick<Change, "id" | "workspaceId">,
  { from, to, endsAtMs, warnings, restarts = false, isAlone = false }: Transition,
  nowMs: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE changes SET state = ?3, updated_at = ?4, lease = NULL, leased_until = 0,
         ends_at = coalesce(?5, ends_at), done = iif(?6, 0, done),
         warnings = coalesce(?9, warnings), warning_codes = coalesce(?10, warning_codes)
       WHERE id = ?1 AND workspace_id = ?2 AND state IN (SELECT value FROM json_each(?7))
         AND NOT (?8 AND (ends_at <= ?4 OR EXISTS (SELECT 1 FROM changes c
           WHERE c.workspace_id = ?2 AND c.id <> ?1 AND c.state IN ('applying', 'undoing'))))`,
    )
    .bind(
      id,
      workspaceId,
      to,
      nowMs,
      endsAtMs ?? null,
      Number(restarts),
      JSON.stringify(from),
      Number(isAlone),
      warnings === undefined ? null : JSON.stringify(textsOf(warnings)),
      warnings === undefined ? null : JSON.stringify(warnings),
    );
}

/** Leases a change that has work to do; null if it has none, or if another run has leased it. */
export async function leaseChange(
  db: D1Database,
  id: string,
  lease: string,
  nowMs: number,
  untilMs: number,
): Promise<Change | null> {
  const hasWork = `id = ?3 AND ${IS_FREE} AND state IN ('planning', 'applying', 'undoing')`;
  const term = { nowMs, untilMs };
  const [row] = await takeLease<ChangeRow>(db, "changes", term, hasWork, [id, lease], ", lease = ?4");
  return row === undefined ? null : toChange(row);
}

type Advance = Partial<
  Pick<Change, "state" | "progress" | "counts" | "sample" | "warnings" | "chunks" | "done" | "endsAtMs">
> & { addedBytes?: number; hosts?: Hostname[] };

/** Writes the progress of a run, and prolongs its lease. Belongs to the batch that did the work. */
export function advanceChange(
  db: D1Database,
  { id, lease }: Pick<Change, "id" | "lease">,
  { state, addedBytes = 0, hosts, ...next }: Advance,
  nowMs: number,
  leasedUntilMs: number,
): D1PreparedStatement {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  return db
    .prepare(
      `UPDATE changes SET updated_at = ?3, leased_until = ?4, state = coalesce(?5, state),
         progress = coalesce(?6, progress), counts = coalesce(?7, counts), sample = coalesce(?8, sample),
         warnings = coalesce(?9, warnings), chunks = coalesce(?10, chunks), done = coalesce(?11, done),
         ends_at = coalesce(?12, ends_at), bytes = bytes + ?13, named = coalesce(?10, named),
         hosts = coalesce(?14, hosts), warning_codes = coalesce(?15, warning_codes)
       WHERE id = ?1 AND lease = ?2`,
    )
    .bind(
      id,
      lease,
      nowMs,
      state === undefined ? leasedUntilMs : 0,
      state ?? null,
      json(next.progress),
      json(next.counts),
      json(next.sample?.map(toStoredRow)),
      json(next.warnings && textsOf(next.warnings)),
      next.chunks ?? null,
      next.done ?? null,
      next.endsAtMs ?? null,
      addedBytes,
      // Callers with limited hostnames do not see a change that names no hostname.
      hosts?.length ? JSON.stringify(hosts) : null,
      json(next.warnings),
    );
}

/** Returns whether a batch was aborted because another run works on the change, or no run may. */
export function isOvertaken(error: unknown): boolean {
  return /change overtaken|change_chunks\.change_id/.test(String(error));
}

export function setInputBytes(db: D1Database, id: string, bytes: number): D1PreparedStatement {
  return db
    .prepare("UPDATE changes SET bytes = ?2, progress = json_set(progress, '$.inputBytes', ?2) WHERE id = ?1")
    .bind(id, bytes);
}

/** Ends the undo of some changes at once. Cron deletes their values. */
export function endUndos(db: D1Database, reach: Reach, ids: string[], nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE changes SET ends_at = ?3, bytes = 0
       WHERE workspace_id = ?1 AND id IN (SELECT value FROM json_each(?2)) AND state IN ('applied', 'stopped', 'undone')
         AND ${rowWithin("changes", "?4", "?1")}`,
    )
    .bind(reach.workspaceId, JSON.stringify(ids), nowMs, hostsParameter(reach));
}
