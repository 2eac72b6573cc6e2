import {
  addWithinLimits,
  emptySheet,
  fromSheetJson,
  toSheetJson,
  totalOf,
  type Sheet,
  type SheetJson,
} from "../../clicks/sheet.ts";
import { chunk } from "../../runtime/chunk.ts";
import { bindParts, toJsonParts } from "../statement.ts";
import { assertThat } from "../commit.ts";

/** Adds clicks to the sheets of records and workspaces (`click_sheets`). */

export interface SheetChange {
  /** The id of a record, or of the workspace itself. */
  scopeId: string;
  day: number;
  workspaceId: string;
  /** Returns the clicks to add. */
  added: () => Sheet;
}

/** The clicks of people on a day before and after a write. */
export interface CountedDay extends Omit<SheetChange, "added"> {
  before: number;
  after: number;
}

interface StoredSheet {
  scope_id: string;
  day: number;
  stamp: string;
  body: string;
}

const SELECT = `
  SELECT s.scope_id, s.day, s.stamp, s.body
  FROM json_each(?1) j CROSS JOIN click_sheets s ON s.scope_id = j.value ->> 0 AND s.day = j.value ->> 1`;

/** The condition that no sheet has changed since it was read; null means that a sheet did not exist. */
export const ARE_SHEETS_UNCHANGED = `
  NOT EXISTS (
    SELECT 1 FROM json_each(?1) j
    LEFT JOIN click_sheets s ON s.scope_id = j.value ->> 0 AND s.day = j.value ->> 1
    WHERE s.stamp IS NOT j.value ->> 2)`;

/**
 * Writes no sheet for a workspace or record that is deleted, because nothing would delete the sheet. A record that an undo
 * can bring back has its sheets (contract 28.11).
 */
const WRITE = `
  INSERT INTO click_sheets (scope_id, day, workspace_id, clicks, bots, stamp, body)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, ?2, value ->> 5
  FROM json_each(?1)
  WHERE value ->> 0 = value ->> 2 AND EXISTS (SELECT 1 FROM workspaces w WHERE w.id = value ->> 2)
    OR EXISTS (SELECT 1 FROM records r WHERE r.id = value ->> 0)
    OR EXISTS (SELECT 1 FROM records_aside a WHERE a.id = value ->> 0)
  ON CONFLICT (scope_id, day) DO UPDATE SET
    clicks = excluded.clicks, bots = excluded.bots, stamp = excluded.stamp, body = excluded.body`;

export interface PreparedSheets {
  /** 1; or, if the sheets are too large, the share of the changes that is about small enough, without statements. */
  share: number;
  statements: D1PreparedStatement[];
  counted: CountedDay[];
}

/** The sheets that are read at once. */
const READ_AT_ONCE = 500;

/**
 * Reads the sheets of some changes, and returns the statements that write them with the changes added, and what the days
 * count then. The batch fails if another writer has changed one of the sheets.
 * @param mostBytes the most bytes of all sheets
 */
export async function prepareSheets(
  db: D1Database,
  changes: readonly SheetChange[],
  mostBytes = Infinity,
): Promise<PreparedSheets> {
  const counted: CountedDay[] = [];
  const assertions: D1PreparedStatement[] = [];
  const writes: D1PreparedStatement[] = [];
  const stamp = crypto.randomUUID();
  let bytes = 0;
  for (const portion of chunk(changes, READ_AT_ONCE)) {
    const known = await selectSheets(db, portion);
    const read: [scopeId: string, day: number, stamp: string | null][] = [];
    const rows: [string, number, string, number, number, string][] = [];
    for (const { scopeId, day, workspaceId, added } of portion) {
      const stored = known.get(keyOf({ scopeId, day }));
      read.push([scopeId, day, stored?.stamp ?? null]);
      const sheet = stored === undefined ? emptySheet() : fromSheetJson(JSON.parse(stored.body) as SheetJson);
      const { clicks: before } = totalOf(sheet);
      addWithinLimits(sheet, added());
      const { clicks, bots } = totalOf(sheet);
      counted.push({ scopeId, day, workspaceId, before, after: clicks });
      const body = JSON.stringify(toSheetJson(sheet));
      bytes += body.length;
      rows.push([scopeId, day, workspaceId, clicks, bots, body]);
    }
    if (bytes > mostBytes) {
      const share = (counted.length / changes.length) * (mostBytes / bytes);
      return { share, statements: [], counted: [] };
    }
    assertions.push(
      ...toJsonParts(read).map((part) => assertThat(db, "stale_version", ARE_SHEETS_UNCHANGED, part)),
    );
    writes.push(...bindParts(db, WRITE, rows, stamp));
  }
  return { share: 1, statements: [...assertions, ...writes], counted };
}

async function selectSheets(
  db: D1Database,
  changes: readonly SheetChange[],
): Promise<Map<string, StoredSheet>> {
  const wanted = changes.map(({ scopeId, day }) => [scopeId, day]);
  const { results } = await db.prepare(SELECT).bind(JSON.stringify(wanted)).all<StoredSheet>();
  return new Map(results.map((row) => [keyOf({ scopeId: row.scope_id, day: row.day }), row]));
}

export function keyOf({ scopeId, day }: Pick<SheetChange, "scopeId" | "day">): string {
  return `${scopeId} ${day}`;
}
