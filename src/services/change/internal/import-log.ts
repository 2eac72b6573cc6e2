import { addCounts, NO_COUNTS, type PlannedRow, type RowsRequest } from "../../../domain/change/change.ts";
import { packPlaces } from "../../../domain/change/place-index.ts";
import { addNames } from "../../../domain/reach.ts";
import { toReachColumn } from "../../../storage/reach.ts";
import { insertImportChunk, selectImport } from "../../../storage/change/import.ts";
import { keepPages } from "../../../storage/change/page.ts";
import type { ServiceContext } from "../../context.ts";
import { newId } from "../../new-id.ts";
import type { ImportMode } from "../types.ts";
import { UNDO_MS } from "./run-change.ts";
import { undoPagesOf } from "./undo-pages.ts";

/** Imports that are planned and applied in one call are also changes, so that they can be undone (contract 28.15). */

/** The change to which an import writes. */
export interface ImportLog {
  changeId: string;
  mode: ImportMode;
  importId: string | null;
}

/** Returns the change of an import: the change of earlier calls with its id, or a new one. */
export async function openImport(
  ctx: ServiceContext,
  mode: ImportMode,
  sentId: string | null,
): Promise<ImportLog> {
  const { reach } = ctx.caller;
  const importId = sentId ?? toImportId(ctx);
  // The same id of a caller with other hostnames is another change. No id that is sent has a line break and a list.
  const own = importId === null || reach.hosts === null ? importId : `${importId}\n${toReachColumn(reach)}`;
  const log = { changeId: newId(ctx.nowMs), mode, importId: own };
  await reopenImport(ctx, log);
  return log;
}

/**
 * Returns the id by which a run of a call with a key finds the change of a run that died (contract 28.15); null for a
 * call without a key. No id that is sent is as long.
 */
function toImportId({ keyed }: ServiceContext): string | null {
  if (keyed === undefined) return null;
  const { tokenId, key, body } = keyed.request;
  return [tokenId, key, body, keyed.createdAt].join("\n");
}

/** Changes the log to the change to which calls with its import id write now. */
export async function reopenImport({ env, caller, nowMs }: ServiceContext, log: ImportLog): Promise<void> {
  if (log.importId === null) return;
  const known = await selectImport(env.DB, caller.workspace.id, log.importId, nowMs);
  log.changeId = known ?? newId(nowMs);
}

/** Returns the request of an import in the form of changes. */
export function importRequest(kind: ImportMode): RowsRequest {
  return { kind, owner: null, hosts: null, adopts: false, isForced: false };
}

/** Returns the statements that log the writes of an import's commit. They belong to its batch. */
export async function logImport(
  { env, caller, nowMs }: ServiceContext,
  { changeId, mode, importId }: ImportLog,
  rows: PlannedRow[],
): Promise<D1PreparedStatement[]> {
  if (rows.length === 0) return [];
  const workspaceId = caller.workspace.id;
  const inserted = await insertImportChunk(env.DB, {
    change: {
      id: changeId,
      workspaceId,
      kind: mode,
      request: importRequest(mode),
      createdBy: caller.user.id,
      reach: caller.reach,
      importId,
    },
    rows,
    hosts: addNames(
      caller.reach,
      [],
      rows.flatMap(({ place }) => place?.host ?? []),
    ),
    counts: addCounts(NO_COUNTS, rows),
    places: packPlaces(rows),
    nowMs,
    endsAtMs: nowMs + UNDO_MS,
  });
  return [...inserted, ...keepPages(env.DB, { id: changeId, workspaceId }, null, undoPagesOf(rows))];
}
