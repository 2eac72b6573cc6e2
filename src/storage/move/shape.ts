import { toLine, type ColumnInfo } from "../backup/read.ts";
import type { MovedTable } from "./table.ts";

/** A table as it is in the databases, with the SQL that a move needs of it. */
export interface Shape extends MovedTable {
  columns: ColumnInfo[];
  /** The columns of its key. */
  keys: string[];
  /** SQL that holds for all rows of the workspace. */
  range: string;
  /** SQL that is true for a row `t` of the workspace. */
  isOwn: string;
  /** The same, and for a row that nothing tells any more whose it is. */
  mayBeOwn: string;
  /** Its place among the tables. */
  place: number;
}

/** Reads the columns of the tables of a workspace. @param db the database that it leaves */
export async function readShapes(db: D1Database, tables: MovedTable[], id: string): Promise<Shape[]> {
  const { results } = await db
    .prepare(
      `SELECT t.value AS tableName, c.name, c.type = 'BLOB' AS isBlob, c.pk AS key FROM json_each(?1) t
       CROSS JOIN pragma_table_xinfo(t.value) c WHERE c.hidden = 0 ORDER BY c.cid`,
    )
    .bind(JSON.stringify(tables.map(({ name }) => name)))
    .all<{ tableName: string; name: string; isBlob: number; key: number }>();
  const byTable = Map.groupBy(results, ({ tableName }) => tableName);
  return tables.map((table, place) => {
    const columns = (byTable.get(table.name) ?? []).map(({ name, isBlob, key }) => ({
      name,
      isBlob: isBlob === 1,
      key,
    }));
    const primary = columns.filter(({ key }) => key > 0).toSorted((a, b) => a.key - b.key);
    const keys = table.key?.split(", ") ?? primary.map(({ name }) => name);
    return {
      ...table,
      columns,
      keys,
      range: table.range ?? (keys[0] === "workspace_id" ? `workspace_id = '${id}'` : "true"),
      isOwn: isOwn(table, "t", id),
      mayBeOwn: mayBeOwn(table, "t", id),
      place,
    };
  });
}

const ownerOf = ({ owner }: MovedTable, row: string) => owner?.(row) ?? `${row}.workspace_id`;

/** Returns SQL that is true for a row of the workspace. */
export function isOwn(table: MovedTable, row: string, id: string): string {
  return `${ownerOf(table, row)} = '${id}'`;
}

/** Returns SQL that is true for a row of the workspace, and for one that nothing tells any more whose it is. */
export function mayBeOwn(table: MovedTable, row: string, id: string): string {
  return table.mayBeOrphan ? `coalesce(${ownerOf(table, row)}, '${id}') = '${id}'` : isOwn(table, row, id);
}

/** Returns SQL for the key of a row, as a JSON array. */
export function keyLine(keys: string[], row: string): string {
  return `json_array(${keys.map((name) => `${row}.${name}`).join(", ")})`;
}

/** Larger values are copied one by one. */
const LARGE = 300_000;
/** What stands for a line with a large value. */
export const LARGE_LINE = "large";

/** Returns SQL for the key and the line of a row `t`. */
export function selectLine({ keys, columns, large }: Shape): string {
  const line = toLine(columns, "t.");
  const short = large === undefined ? line : `iif(length(t.${large}) > ${LARGE}, '${LARGE_LINE}', ${line})`;
  return `${keyLine(keys, "t")} AS key, ${short} AS line`;
}

/** SQL for a value of the JSON array `j.value`. */
const valueAt = (index: number) => `j.value ->> ${index}`;

/** Returns SQL for the keys in the list `?1` of JSON arrays, as rows. */
export function keysIn(keys: string[]): string {
  return `SELECT ${keys.map((_, index) => valueAt(index)).join(", ")} FROM json_each(?1) j`;
}

/** Returns the condition that `j.value` is the key of the row `t`. */
export function hasKey(keys: string[]): string {
  return keys.map((name, index) => `t.${name} = ${valueAt(index)}`).join(" AND ");
}

/**
 * `new` rows are left out if they are there already, if another has their unique value, or if one to which they refer is missing.
 * `written` ones replace what is there. So do `last` ones, which become what they are in the other database.
 */
export type Writing = "new" | "written" | "last";

/** Returns the statement that inserts rows, given as the JSON array `?1` of lines. */
export function insertLines(shape: Shape, writing: Writing): string {
  const values = shape.columns.map(({ name, isBlob }, index) => {
    const value = isBlob ? `unhex(${valueAt(index)})` : valueAt(index);
    const own = writing === "last" ? undefined : shape.put?.[name];
    return `${own?.(value) ?? value} AS ${name}`;
  });
  return insert(shape, `SELECT ${values.join(", ")} FROM json_each(?1) j`, writing);
}

/** Returns the statement that writes one row, given as a parameter for each column. */
export function insertRow(shape: Shape): string {
  return insert(
    shape,
    `SELECT ${shape.columns.map(({ name }, index) => `?${index + 1} AS ${name}`).join(", ")}`,
    "written",
  );
}

function insert({ name, columns, keys, needs = [] }: Shape, given: string, writing: Writing): string {
  const names = columns.map((column) => column.name);
  const into = `INTO ${name} (${names.join(", ")}) SELECT ${names.join(", ")} FROM (${given}) given WHERE`;
  if (writing === "new") return `INSERT OR IGNORE ${into} ${["true", ...needs].join(" AND ")}`;
  const changes = names.filter((one) => !keys.includes(one)).map((one) => `${one} = excluded.${one}`);
  return `INSERT ${into} true
    ON CONFLICT (${keys.join(", ")}) DO ${changes.length === 0 ? "NOTHING" : `UPDATE SET ${changes.join(", ")}`}`;
}
