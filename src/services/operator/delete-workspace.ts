import { slotsOfPresence } from "../../domain/affected-slots.ts";
import { isHeldKey } from "../../domain/claim-key.ts";
import { HOST_SLOT } from "../../domain/slot.ts";
import { noteOrphanedValues } from "../../storage/change/end.ts";
import {
  deleteClaims,
  deleteCounts,
  deleteEmptyWorkspace,
  deleteOwnedRows,
  deleteTokens,
  selectClaimedHosts,
} from "../../storage/operator/delete.ts";
import { selectRecordsOfWorkspace } from "../../storage/operator/record.ts";
import { updateSuspension } from "../../storage/operator/workspace.ts";
import { deleteRecordRows } from "../../storage/record/write.ts";
import { bindPlain } from "../../storage/statement.ts";
import { commitUnlessStale, firstThatFit } from "./commit-as-operator.ts";

const RECORDS_A_STEP = 100;
const HOSTS_A_STEP = 20;

/**
 * Deletes a workspace with all its rows, in steps of bounded size (contract 25.3). Its snapshots become
 * tombstones. The next run completes a run that was stopped. The row of the workspace is deleted last.
 * @param onProgress gets the number of records that are deleted so far
 */
export async function deleteWorkspace(
  db: D1Database,
  workspaceId: string,
  nowMs: number,
  onProgress: (records: number) => void = () => {},
): Promise<void> {
  // From here on no call can add to the workspace.
  const suspension = bindPlain(db, updateSuspension(workspaceId, true, nowMs));
  await db.batch([suspension, ...deleteTokens(db, workspaceId), noteOrphanedValues(db, workspaceId)]);
  await deleteRecords(db, workspaceId, nowMs, onProgress);
  await deleteHosts(db, workspaceId, nowMs);
  await untilUnchanged(db, deleteCounts(db, [workspaceId]));
  await untilUnchanged(db, await deleteOwnedRows(db, workspaceId));
  await db.batch(deleteEmptyWorkspace(db, workspaceId));
}

async function deleteRecords(
  db: D1Database,
  workspaceId: string,
  nowMs: number,
  onProgress: (records: number) => void,
): Promise<void> {
  for (let deleted = 0; ; onProgress(deleted)) {
    const found = await selectRecordsOfWorkspace(db, workspaceId, RECORDS_A_STEP);
    const records = firstThatFit(found, slotsOfPresence);
    if (records.length === 0) return;
    // A record with clicks of a year has more counts than one statement may delete.
    await untilUnchanged(
      db,
      deleteCounts(
        db,
        records.map(({ id }) => id),
      ),
    );
    const statements = deleteRecordRows(db, workspaceId, records);
    const isDone = await commitUnlessStale(db, statements, records.flatMap(slotsOfPresence), nowMs);
    if (isDone) deleted += records.length;
  }
}

async function deleteHosts(db: D1Database, workspaceId: string, nowMs: number): Promise<void> {
  for (;;) {
    const hosts = await selectClaimedHosts(db, workspaceId, HOSTS_A_STEP);
    if (hosts.length === 0) return;
    const held = hosts.map(({ key }) => key).filter(isHeldKey);
    const touched = held.map((host) => ({ host, slot: HOST_SLOT }));
    await commitUnlessStale(db, deleteClaims(db, workspaceId, hosts, nowMs), touched, nowMs);
  }
}

async function untilUnchanged(db: D1Database, statements: D1PreparedStatement[]): Promise<void> {
  let isChanged = true;
  while (isChanged) {
    const results = await db.batch(statements);
    isChanged = results.some(({ meta }) => meta.changes > 0);
  }
}
