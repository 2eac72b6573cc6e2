import type { Hostname } from "../../domain/hostname.ts";
import type { SystemCause } from "../../domain/pause.ts";
import { slotOfHostFile } from "../../domain/host-file.ts";
import { HOST_SLOT } from "../../domain/slot.ts";
import { selectHeldNames } from "../../storage/host/read.ts";
import { pauseRecords } from "../../storage/operator/pause.ts";
import { selectRecordsToPause } from "../../storage/operator/record.ts";
import { updateSuspension } from "../../storage/operator/workspace.ts";
import { selectHostFiles } from "../../storage/page/host-file.ts";
import { bindPlain } from "../../storage/statement.ts";
import { commitAsOperator } from "./commit-as-operator.ts";
import { chunk } from "../../runtime/chunk.ts";
import { MAX_BLOCKED_HOSTS } from "../../domain/blocklist.ts";
import { selectInstallationBlocklist } from "../../storage/blocklist/blocklist.ts";
import { addToBlocklist, removeFromBlocklist, selectHeldAfter } from "../../storage/operator/blocklist.ts";

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
  // So do the paths of their files.
  const hosts = await selectHeldNames(db, workspaceId);
  await touchHosts(db, hosts, nowMs);
  const files = await selectHostFiles(db, workspaceId, hosts);
  for (const some of chunk(files, HOSTS_A_STEP)) {
    const touched = some.map(({ name }) => slotOfHostFile(name));
    await commitAsOperator(db, [], touched, nowMs);
  }
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

async function touchHosts(db: D1Database, hosts: Hostname[], nowMs: number): Promise<void> {
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

/**
 * Adds hostnames to the installation's blocklist, or removes them (contract 25.5). The list is part of the
 * snapshots of all hostnames, which are written again in steps. The same command completes a run that was
 * stopped, even if the list already has the hostnames.
 * @param onProgress gets the number of hostnames whose snapshots are noted so far
 * @returns the list afterwards
 */
export async function changeBlocklist(
  db: D1Database,
  change: { add: Hostname[]; remove: Hostname[] },
  nowMs: number,
  onProgress: (hosts: number) => void = () => {},
): Promise<Hostname[]> {
  const statements = [
    ...(change.remove.length === 0 ? [] : removeFromBlocklist(change.remove, nowMs)),
    ...(change.add.length === 0 ? [] : addToBlocklist(change.add, MAX_BLOCKED_HOSTS, nowMs)),
  ];
  await db.batch(statements.map((statement) => bindPlain(db, statement)));
  let [after, noted] = ["", 0];
  for (;;) {
    const hosts = await selectHeldAfter(db, after, HOSTS_A_STEP);
    if (hosts.length === 0) return selectInstallationBlocklist(db);
    await touchHosts(db, hosts, nowMs);
    after = hosts.at(-1) ?? "";
    noted += hosts.length;
    onProgress(noted);
  }
}

/** Makes the blocklist of a further database that of the installation, as `changeBlocklist` does. */
export async function copyBlocklist(
  db: D1Database,
  hosts: Hostname[],
  nowMs: number,
  onProgress?: (hosts: number) => void,
): Promise<void> {
  const [wanted, there] = [new Set(hosts), new Set(await selectInstallationBlocklist(db))];
  const change = { add: [...wanted.difference(there)], remove: [...there.difference(wanted)] };
  await changeBlocklist(db, change, nowMs, onProgress);
}
