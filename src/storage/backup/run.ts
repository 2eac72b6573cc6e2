import type { LineSum } from "../../domain/line-sum.ts";
import { HOLD_MONTHS } from "../click/roll-up.ts";
import { endLease, IS_FREE, takeLease } from "../lease.ts";
import { bindPlain } from "../statement.ts";
import { START, type BackupPosition, type RunQuery } from "./read.ts";

/** The nightly backup that is being written. `backup_runs` holds its progress. */

export interface BackupRun {
  /** The name of the object in R2. */
  name: string;
  uploadId: string;
  startedAtMs: number;
  /** The number of times that the backup of this night was restarted. */
  restarts: number;
  parts: number;
  progress: BackupProgress;
}

export interface BackupProgress {
  position: BackupPosition;
  /** The checksums of the rows so far, by table. */
  sums: Record<string, LineSum>;
  etags: string[];
  isUploaded: boolean;
}

interface RunRow {
  name: string;
  upload_id: string;
  started_at: number;
  restarts: number;
  parts: number;
  progress: string;
  finished_at: number | null;
}

/** Returns the condition that the backup of this name, or a later one, is not finished. */
export const lacksBackup = (name: string): string =>
  `NOT EXISTS (SELECT 1 FROM backup_runs WHERE finished_at IS NOT NULL AND name >= '${name}')`;

/** Selects the run that is under way, or the last one; null if there never was one. */
export async function selectLastRun(
  db: D1Database,
): Promise<{ name: string; uploadId: string; isFinished: boolean } | null> {
  const row = await db.prepare("SELECT name, upload_id, finished_at FROM backup_runs").first<RunRow>();
  if (row === null) return null;
  return { name: row.name, uploadId: row.upload_id, isFinished: row.finished_at !== null };
}

/**
 * Starts a run in place of the last one.
 * @param lastUploadId the upload of the last run, as the caller knows it
 * @returns false if another isolate has already started one
 */
export async function startRun(
  db: D1Database,
  { name, uploadId, restarts }: Pick<BackupRun, "name" | "uploadId" | "restarts">,
  lastUploadId: string | null,
  nowMs: number,
): Promise<boolean> {
  const progress: BackupProgress = { position: START, sums: {}, etags: [], isUploaded: false };
  const [started] = await db.batch([
    db
      .prepare(
        `INSERT INTO backup_runs (one, name, upload_id, started_at, restarts, progress) VALUES (1, ?1, ?2, ?3, ?4, ?5)
       ON CONFLICT (one) DO UPDATE SET name = excluded.name, upload_id = excluded.upload_id,
         started_at = excluded.started_at, restarts = excluded.restarts, parts = 0, progress = excluded.progress,
         leased_until = 0, finished_at = NULL
       WHERE upload_id = ?6`,
      )
      .bind(name, uploadId, nowMs, restarts, JSON.stringify(progress), lastUploadId),
    db.prepare(HOLD_MONTHS).bind(nowMs),
  ]);
  return (started?.meta.changes ?? 0) > 0;
}

/** Leases the current run; null if there is none, or if another consumer has leased it. */
export async function leaseRun(db: D1Database, nowMs: number, untilMs: number): Promise<BackupRun | null> {
  const isUnderWay = `${IS_FREE} AND finished_at IS NULL`;
  const [row] = await takeLease<RunRow>(db, "backup_runs", { nowMs, untilMs }, isUnderWay);
  if (row === undefined) return null;
  return {
    name: row.name,
    uploadId: row.upload_id,
    startedAtMs: row.started_at,
    restarts: row.restarts,
    parts: row.parts,
    progress: JSON.parse(row.progress) as BackupProgress,
  };
}

/** Ends the lease of a run with one more part. Returns false if another consumer has uploaded that part. */
export async function advanceRun(db: D1Database, run: BackupRun, progress: BackupProgress): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `UPDATE backup_runs SET parts = parts + 1, progress = ?3, leased_until = 0
       WHERE upload_id = ?1 AND parts = ?2`,
    )
    .bind(run.uploadId, run.parts, JSON.stringify(progress))
    .run();
  return meta.changes > 0;
}

/** Sets the time at which a run is tried again whose step failed. */
export async function postponeRun(db: D1Database, { uploadId }: BackupRun, untilMs: number): Promise<void> {
  await endLease(db, "backup_runs", "upload_id = ?2", [uploadId], untilMs);
}

/** Marks a run as finished: either written or given up. */
export async function finishRun(
  db: D1Database,
  { uploadId }: BackupRun,
  isWritten: boolean,
  nowMs: number,
): Promise<void> {
  await db
    .prepare(
      "UPDATE backup_runs SET finished_at = ?2, written_at = iif(?3, ?2, written_at) WHERE upload_id = ?1",
    )
    .bind(uploadId, nowMs, Number(isWritten))
    .run();
}

/**
 * Returns whether a hostname has passed to another workspace since a moment. If so, a backup may have the old
 * records with the new holder.
 */
export async function hasPassedHosts(db: D1Database, sinceMs: number): Promise<boolean> {
  return (
    (await db.prepare("SELECT 1 FROM host_history WHERE created_at >= ?1").bind(sinceMs).first()) !== null
  );
}

export function queryOf(db: D1Database): RunQuery {
  return async (statement) => (await bindPlain(db, statement).all()).results;
}
