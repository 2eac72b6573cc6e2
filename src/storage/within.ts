import type { ListPart } from "../domain/list.ts";
import type { Reach } from "../domain/reach.ts";
import { hostsParameter } from "./reach.ts";

/** Changes and checks of many hostnames: a caller with a limit sees those that name no other (contract 27.11). */

type Table = "changes" | "checks";

/** By table: for how many rows the hostnames are known, and the hostnames that a caller needs to see the rows. */
const KNOWN: Record<Table, [count: string, names: string]> = {
  changes: ["chunks", "coalesce(hosts, reach)"],
  checks: ["done", "coalesce(iif(state IN ('asking', 'done'), hosts, NULL), reach)"],
};

/** Returns a condition on a row of a table without an alias. */
export function rowWithin(table: Table, hosts: `?${number}`, workspace: `?${number}`): string {
  const [count, names] = KNOWN[table];
  return `(${hosts} IS NULL OR (named = ${count} AND ${names} IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM json_each(${names}) WHERE value NOT IN (SELECT h.name FROM json_each(${hosts}) reached
      CROSS JOIN hosts h ON h.name = reached.value AND h.workspace_id = ${workspace}))))`;
}

/** The most rows of hostnames that are read for one list. */
const MAX_ROWS = 800;

/**
 * Selects changes or checks within a reach, in the order of the list. For a reach of some hostnames it reads no row that
 * names none of these.
 * @param where a condition on a row, with parameters from `?5` on
 * @returns where it stopped, if it has fewer rows than it was asked for and there may be more
 */
export async function selectWithin<Row extends { id: string; fits?: undefined }>(
  db: D1Database,
  table: Table,
  reach: Reach,
  { after, isBackward, limit }: ListPart,
  where: string,
  parameters: unknown[],
): Promise<{ items: Row[]; end: Row | null }> {
  const { hosts, workspaceId } = reach;
  if (hosts?.length === 0) return { items: [], end: null };
  const [operator, direction, sign] = isBackward ? [">", "ASC", 1] : ["<", "DESC", -1];
  const share = hosts === null ? limit : Math.min(limit, Math.floor(MAX_ROWS / hosts.length));
  const statement = db.prepare(
    `SELECT * FROM ${table} ${hosts === null ? "" : `INDEXED BY ${table}_by_host`}
     WHERE workspace_id = ?1 AND id ${operator} ?4 AND ${hosts === null ? "?2 IS NULL" : "coalesce(hosts, reach) ->> 0 = ?2"}
       AND ${rowWithin(table, "?3", "?1")} AND ${where} ORDER BY id ${direction} LIMIT ${share}`,
  );
  const start = after ?? (isBackward ? "" : "~");
  const read = await db.batch<Row>(
    (hosts ?? [null]).map((host) =>
      statement.bind(workspaceId, host, hostsParameter(reach), start, ...parameters),
    ),
  );
  return mergeRead(read, share, limit, (a, b) => (Number(a.id > b.id) - Number(a.id < b.id)) * sign);
}

/**
 * Merges rows of several hostnames, each in the order of a list, of which at most `share` were read for each.
 * @param compare orders rows of different hostnames
 * @returns the rows that fit, and where the read stopped behind them; null if it came to an end, or found enough
 */
export function mergeRead<Row extends { fits?: number | undefined }>(
  read: D1Result<Row>[],
  share: number,
  limit: number,
  compare: (a: Row, b: Row) => number,
): { items: Row[]; end: Row | null } {
  const lists = read.map(({ results }) => results);
  // Behind the first place at which a hostname was cut, others may have what it has more of.
  const cuts = lists.flatMap((rows) => (rows.length === share ? rows.slice(-1) : []));
  const [end = null] = cuts.toSorted(compare);
  const items = lists
    .flat()
    .filter((row) => row.fits !== 0 && (end === null || compare(row, end) <= 0))
    .toSorted(compare)
    .slice(0, limit);
  return { items, end: items.length < limit ? end : null };
}
