import type { Env } from "../../env.ts";
import { HOUR_MS, MINUTE_MS } from "../../domain/time.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { log } from "../../runtime/log.ts";
import {
  advanceRun,
  finishRun,
  hasPassedHosts,
  lacksBackup,
  leaseRun,
  postponeRun,
  queryOf,
  selectLastRun,
  startRun,
  type BackupRun,
} from "../../storage/backup/run.ts";
import { readPart } from "./part.ts";

/**
 * The nightly backup to R2 (contract 26.7), one part for each message. `backup_runs` holds its progress, so that any
 * isolate can continue it.
 */

/** The time of day at which a backup begins, UTC. */
const START_MS = 3 * HOUR_MS;
const LEASE_MS = 5 * MINUTE_MS;
/** The time after which an unfinished backup is restarted. */
const MAX_RUN_MS = 6 * HOUR_MS;
const MAX_RESTARTS = 3;
const DEFAULT_NIGHTS = 30;
const DATE = /^\d{4}-\d\d-\d\d\.ndjson$/;

/** Returns what the names of a database's backups begin with. Those of further databases have a folder each. */
function prefixOf({ DATABASE }: Env): string {
  return DATABASE === undefined ? "signpost-" : `${DATABASE}/signpost-`;
}

/** Returns the name of the last backup whose time has come. */
function nameOf(nowMs: number, env: Env): string {
  return `${prefixOf(env)}${formatTimestamp(nowMs - START_MS).slice(0, 10)}.ndjson`;
}

/** Returns the condition that a backup has work left; null without a bucket, or if a part takes more than the plan allows. */
export function lacksBackupOf(nowMs: number, env: Env): string | null {
  return env.BACKUPS === undefined || env.PLAN === "free" ? null : lacksBackup(nameOf(nowMs, env));
}

/** Starts the backup of this night once its time has come. Returns whether a backup has work left. */
export async function beginBackup(env: Env, nowMs: number): Promise<boolean> {
  const { BACKUPS } = env;
  if (BACKUPS === undefined) return false;
  const last = await selectLastRun(env.DB);
  const name = nameOf(nowMs, env);
  if (last === null || (last.isFinished && last.name < name)) {
    await begin(env, BACKUPS, { name, restarts: 0 }, last?.uploadId ?? null, nowMs);
    return true;
  }
  return !last.isFinished;
}

async function begin(
  env: Env,
  bucket: R2Bucket,
  run: Pick<BackupRun, "name" | "restarts">,
  lastUploadId: string | null,
  nowMs: number,
): Promise<void> {
  const upload = await bucket.createMultipartUpload(run.name);
  const isStarted = await startRun(env.DB, { ...run, uploadId: upload.uploadId }, lastUploadId, nowMs);
  if (!isStarted) await upload.abort();
}

/** Uploads the next part of the backup, or completes it. Returns whether it has work left. */
export async function continueBackup(env: Env, nowMs: number): Promise<boolean> {
  const { BACKUPS } = env;
  if (BACKUPS === undefined) return false;
  const run = await leaseRun(env.DB, nowMs, nowMs + LEASE_MS);
  if (run === null) return false;
  try {
    const reason = await findObstacle(env, run, nowMs);
    if (reason !== null) await beginAnew(env, BACKUPS, run, reason, nowMs);
    else if (run.progress.isUploaded) return await complete(env, BACKUPS, run, nowMs);
    else await uploadPart(env, BACKUPS, run);
  } catch (error) {
    // Cron continues the backup.
    log("error", "backup_failed", { name: run.name, part: run.parts + 1, error: String(error) });
    await postponeRun(env.DB, run, nowMs + MINUTE_MS);
    return false;
  }
  return true;
}

/** Returns why this run cannot become a backup; null if it can. */
async function findObstacle(env: Env, run: BackupRun, nowMs: number): Promise<string | null> {
  if (nowMs - run.startedAtMs > MAX_RUN_MS) return "it takes too long";
  if (!run.progress.isUploaded || run.restarts === MAX_RESTARTS) return null;
  const hasPassed = await hasPassedHosts(env.DB, run.startedAtMs);
  return hasPassed ? "a hostname passed to another workspace meanwhile" : null;
}

async function beginAnew(
  env: Env,
  bucket: R2Bucket,
  run: BackupRun,
  reason: string,
  nowMs: number,
): Promise<void> {
  const isGivenUp = run.restarts === MAX_RESTARTS;
  if (isGivenUp) log("error", "backup_failed", { name: run.name, reason });
  else log("warn", "backup_begins_anew", { name: run.name, reason });
  await bucket
    .resumeMultipartUpload(run.name, run.uploadId)
    .abort()
    .catch(() => {});
  if (isGivenUp) return await finishRun(env.DB, run, false, nowMs);
  await begin(env, bucket, { name: run.name, restarts: run.restarts + 1 }, run.uploadId, nowMs);
}

async function uploadPart(env: Env, bucket: R2Bucket, run: BackupRun): Promise<void> {
  const { bytes, progress } = await readPart(queryOf(env.DB), run);
  const upload = bucket.resumeMultipartUpload(run.name, run.uploadId);
  const { etag } = await upload.uploadPart(run.parts + 1, bytes);
  await advanceRun(env.DB, run, { ...progress, etags: [...run.progress.etags, etag] });
}

/** @returns whether the backup had to begin anew */
async function complete(env: Env, bucket: R2Bucket, run: BackupRun, nowMs: number): Promise<boolean> {
  const { etags, sums } = run.progress;
  const parts = etags.map((etag, index) => ({ partNumber: index + 1, etag }));
  try {
    await bucket.resumeMultipartUpload(run.name, run.uploadId).complete(parts);
  } catch (error) {
    // An isolate may have completed the upload, and died before it could store that.
    const object = await bucket.head(run.name);
    if (object === null || object.uploaded.getTime() < run.startedAtMs) {
      await beginAnew(env, bucket, run, String(error), nowMs);
      return true;
    }
  }
  await finishRun(env.DB, run, true, nowMs);
  const rows = Object.values(sums).reduce((sum, { count }) => sum + count, 0);
  log("info", "backup_written", {
    name: run.name,
    rows,
    seconds: Math.round((nowMs - run.startedAtMs) / 1000),
  });
  await deleteOldBackups(env, bucket);
  return false;
}

async function deleteOldBackups(env: Env, bucket: R2Bucket): Promise<void> {
  const prefix = prefixOf(env);
  const { objects } = await bucket.list({ prefix });
  const names = objects.map(({ key }) => key).filter((key) => DATE.test(key.slice(prefix.length)));
  const old = names
    .toSorted()
    .toReversed()
    .slice(Number(env.BACKUP_NIGHTS || DEFAULT_NIGHTS));
  if (old.length > 0) await bucket.delete(old);
}
