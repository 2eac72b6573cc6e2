import type { Change } from "../../../storage/change/row.ts";
import { selectKept } from "../../../storage/change/read.ts";
import { selectManagedCount } from "../../../storage/record/read.ts";
import type { Confirmation } from "../types.ts";
import { MAX_BYTES } from "./run-change.ts";

/** A mirror that deletes more than so many records, and more than this part of the owner's, has to say how many. */
const MAX_DELETES = 20;
const MAX_DELETED_PART = 0.1;

/** Returns what applying a plan needs, and the same in words. */
export async function confirmationOf(
  db: D1Database,
  change: Change,
): Promise<{ confirm: Confirmation | null; warnings: string[] }> {
  const confirm: Confirmation = {};
  const warnings = [...change.warnings];
  if (change.state !== "planned") return { confirm: null, warnings };
  const reason = await reasonToConfirm(db, change);
  if (reason !== null) {
    const { deleted } = change.counts;
    confirm.deletes = deleted;
    warnings.push(`${reason}: it is applied only with "deletes": ${deleted}.`);
  }
  const dropped = await undosToDrop(db, change);
  if (dropped.length > 0) {
    confirm.dropUndo = dropped;
    warnings.push(
      `The workspace keeps 500 MB for undos: these changes can no longer be undone then: ${dropped.join(", ")}.`,
    );
  }
  return { confirm: Object.keys(confirm).length === 0 ? null : confirm, warnings };
}

async function reasonToConfirm(
  db: D1Database,
  { request, counts, workspaceId }: Change,
): Promise<string | null> {
  if (request.kind !== "mirror" || request.owner === null) return null;
  const { created, changed, unchanged, deleted, invalid, conflicts } = counts;
  if (created + changed + unchanged + invalid + conflicts === 0) return "The mirror has no rows";
  if (invalid + conflicts > 0) return "The mirror has rows that are invalid or refused";
  if (deleted <= MAX_DELETES) return null;
  const owned = await selectManagedCount(db, workspaceId, request.owner);
  return deleted > MAX_DELETED_PART * owned ? `The mirror deletes ${deleted} of ${owned} records` : null;
}

/** Returns the oldest undos that have to go, so that this one has room. */
async function undosToDrop(db: D1Database, { id, workspaceId }: Change): Promise<string[]> {
  const { bytes, undoable } = await selectKept(db, workspaceId);
  const dropped: string[] = [];
  let left = bytes;
  for (const kept of undoable) {
    if (left <= MAX_BYTES) break;
    if (kept.id === id) continue;
    dropped.push(kept.id);
    left -= kept.bytes;
  }
  return dropped;
}
