import { addCounts, NO_COUNTS, type PlannedRow, type RowsRequest } from "../../../domain/change/change.ts";
import { packPlaces } from "../../../domain/change/place-index.ts";
import { insertImportChunk, selectImport } from "../../../storage/change/import.ts";
import type { ServiceContext } from "../../context.ts";
import { newId } from "../../new-id.ts";
import type { ImportMode } from "../../record/types.ts";
import { UNDO_MS } from "./run-change.ts";

/** Imports that are planned and applied in one call are changes, too, so that they can be undone (contract 28.15). */

/** The change that an import writes to. */
export interface ImportLog {
  changeId: string;
  mode: ImportMode;
  importId: string | null;
}

/** Returns the change of an import: that of the earlier calls with its id, or a new one. */
export async function openImport(
  { env, caller, nowMs }: ServiceContext,
  mode: ImportMode,
  importId: string | null,
): Promise<ImportLog> {
  const known = importId === null ? null : await selectImport(env.DB, caller.workspace.id, importId);
  return { changeId: known ?? newId(nowMs), mode, importId };
}

/** Returns what an import asks for, as a change says it. */
export function importRequest(kind: ImportMode): RowsRequest {
  return { kind, owner: null, hosts: null, adopts: false, isForced: false };
}

/** Returns the statements that keep what a commit of an import writes. They belong to its batch. */
export async function logImport(
  { env, caller, nowMs }: ServiceContext,
  { changeId, mode, importId }: ImportLog,
  rows: PlannedRow[],
): Promise<D1PreparedStatement[]> {
  if (rows.length === 0) return [];
  return insertImportChunk(env.DB, {
    change: {
      id: changeId,
      workspaceId: caller.workspace.id,
      kind: mode,
      request: importRequest(mode),
      createdBy: caller.user.id,
      importId,
    },
    rows,
    counts: addCounts(NO_COUNTS, rows),
    places: packPlaces(rows),
    nowMs,
    endsAtMs: nowMs + UNDO_MS,
  });
}
