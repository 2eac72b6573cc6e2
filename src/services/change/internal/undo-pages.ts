import type { Refusal } from "../../../domain/refusal/refusal.ts";
import type { PlannedRow } from "../../../domain/change/change.ts";
import type { Chunk } from "../../../storage/change/chunk.ts";
import { selectPageTimes, type UndoPage } from "../../../storage/change/page.ts";
import type { Change } from "../../../storage/change/row.ts";
import { NO_SUCH_PAGE } from "../../write/validate-writes.ts";
import { EDITED } from "./chunk-writes.ts";

/**
 * Stored pages that an undo shows again (contract 28.22). A page can be written while no record serves it, and what
 * was written since belongs to somebody who may not reach the hostname of the record.
 */

/** Returns the pages that the undo of some rows shows again. */
export function undoPagesOf(rows: Iterable<PlannedRow>): UndoPage[] {
  const pages = new Map<string, UndoPage>();
  for (const { place, before } of rows) {
    if (place === null || typeof before?.file !== "string") continue;
    pages.set(`${place.host}/${before.file}`, [place.host, before.file]);
  }
  return [...pages.values()];
}

export interface UndoPages {
  /** The `updated_at` of the pages that the undo may show, by their names. The commit asserts them. */
  times: ReadonlyMap<string, number>;
  /** The reasons why the undo may not show the other pages. */
  reasons: ReadonlyMap<string, Refusal>;
}

export const NO_UNDO_PAGES: UndoPages = { times: new Map(), reasons: new Map() };

export async function readUndoPages(
  db: D1Database,
  { workspaceId, createdAtMs }: Change,
  { pages: kept }: Chunk,
  rows: Iterable<PlannedRow>,
): Promise<UndoPages> {
  const names = new Set(undoPagesOf(rows).map(([, name]) => name));
  const times = await selectPageTimes(db, workspaceId, [...names]);
  const keptTimes = new Map(kept.map(([, name, updatedAtMs]) => [name, updatedAtMs]));
  const reasons = new Map<string, Refusal>();
  for (const name of names) {
    const time = times.get(name);
    const keptTime = keptTimes.get(name);
    // An earlier version of the Worker has kept no time: the page must be as old as the change.
    const isKept = time !== undefined && (keptTime === undefined ? time <= createdAtMs : time === keptTime);
    if (isKept) continue;
    reasons.set(name, time === undefined ? NO_SUCH_PAGE : EDITED);
    times.delete(name);
  }
  return { times, reasons };
}
