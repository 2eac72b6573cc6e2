import type { Hostname } from "../../domain/hostname.ts";
import type { SystemCause } from "../../domain/pause.ts";
import { HOST_SLOT } from "../../domain/slot.ts";
import { selectHeldNames } from "../../storage/host/read.ts";
import { pauseRecords } from "../../storage/operator/pause.ts";
import { selectRecordsToPause } from "../../storage/operator/record.ts";
import { updateSuspension } from "../../storage/operator/workspace.ts";
import { bindPlain } from "../../storage/statement.ts";
import { commitAsOperator } from "./commit-as-operator.ts";
import { chunk } from "../../runtime/chunk.ts";

const RECORDS_A_STEP = 200;
const CAUSE: SystemCause = "suspension";

/**
 * Suspends a workspace, or ends its suspension (contract 25.2). From the first step on the workspace cannot write;
 * its records are paused in steps. The next run completes a run that was stopped.
 * @param onProgress gets the number of records that have changed so far
 * @returns the number of records that changed
 */
export async function suspendWorkspace(
  db: D1Database,
  workspaceId: string,
  isSuspended: boolean,
  nowMs: number,
  onProgress: (records: number) => void = () => {},
): Promise<number> {
  await db.batch([bindPlain(db, updateSuspension(workspaceId, isSuspended, nowMs))]);
  // The answers of hostnames also change: `not_found_url` has no effect during a suspension.
  await touchHosts(db, await selectHeldNames(db, workspaceId), nowMs);
  let changed = 0;
  for (;;) {
    const ids = await selectRecordsToPause(db, workspaceId, CAUSE, isSuspended, RECORDS_A_STEP);
    if (ids.length === 0) return changed;
    await commitAsOperator(db, pauseRecords(db, CAUSE, isSuspended, ids, nowMs), [], nowMs);
    changed += ids.length;
    onProgress(changed);
  }
}

const HOSTS_A_STEP = 100;

export async function touchHosts(db: D1Database, hosts: Hostname[], nowMs: number): Promise<void> {
  for (let start = 0; start < hosts.length; start += HOSTS_A_STEP) {
    const touched = hosts.slice(start, start + HOSTS_A_STEP).map((host) => ({ host, slot: HOST_SLOT }));
    await commitAsOperator(db, [], touched, nowMs);
  }
}

/** Begins or ends the takedown of records, in steps (contract 25.4). Does not write records without a change. */
export async function takeDown(db: D1Database, ids: string[], isDown: boolean, nowMs: number): Promise<void> {
  for (const step of chunk(ids, RECORDS_A_STEP)) {
    await commitAsOperator(db, pauseRecords(db, "takedown", isDown, step, nowMs), [], nowMs);
  }
}
