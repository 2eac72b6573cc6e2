import { joinJsonParts } from "../statement.ts";
import { runBatch } from "../commit.ts";
import { withoutTriggers } from "./aside.ts";
import { assertRun, noteBatches, setMove, type Move } from "./move.ts";
import {
  hasKey,
  insertLines,
  insertRow,
  keyLine,
  keysIn,
  LARGE_LINE,
  selectLine,
  type Shape,
  type Writing,
} from "./shape.ts";

/** Copies rows of a workspace from one database to another. */

export interface Databases {
  from: D1Database;
  to: D1Database;
  /** Names the run: batches of a run that another one has overtaken are aborted. */
  run: string;
  move: Pick<Move, "progress">;
}

const ROWS_AT_ONCE = 5_000;
const PAGE_UNITS = 2_000_000;
/** Each large row is copied alone, in several statements. */
const LARGE_UNITS = PAGE_UNITS / 10;

interface KeyedLine {
  key: string;
  /** The row; null for one of another workspace. */
  line: string | null;
}

/**
 * Copies a page of a table.
 * @param after the key of the last row that is copied; null before the first
 * @returns the key of the last row that is copied now; null if no rows follow
 */
export async function copyPage(
  databases: Databases,
  shape: Shape,
  after: unknown[] | null,
): Promise<unknown[] | null> {
  const { results } = await databases.from
    .prepare(
      `SELECT key, line, units FROM (SELECT *, sum(size) OVER (ORDER BY place) AS units FROM (
         SELECT key, line, iif(line = '${LARGE_LINE}', ${LARGE_UNITS}, coalesce(length(line), 0)) AS size, row_number() OVER () AS place FROM (
           SELECT key, iif(isOwn, line, NULL) AS line
           FROM (SELECT ${selectLine(shape)}, ${shape.isOwn} AS isOwn FROM (${pageOf(shape, after)}) t))))
       WHERE units - size < ${PAGE_UNITS}`,
    )
    .bind(...(after ?? []))
    .all<KeyedLine & { units: number }>();
  await write(databases, [{ shape, rows: results }], "new");
  const last = results.at(-1);
  const isLast = results.length < ROWS_AT_ONCE && (last?.units ?? 0) < PAGE_UNITS;
  return isLast || last === undefined ? null : (JSON.parse(last.key) as unknown[]);
}

function pageOf({ name, keys, range }: Shape, after: unknown[] | null): string {
  const marks = keys.map((_, index) => `?${index + 1}`).join(", ");
  const behind = after === null ? "" : `AND (${keys.join(", ")}) > (${marks})`;
  return `SELECT * FROM ${name} WHERE ${range} ${behind} ORDER BY ${keys.join(", ")} LIMIT ${ROWS_AT_ONCE}`;
}

/** Copies the rows of tables that are copied with the switch, as they are to be. @param statements go with them */
export async function copyLast(
  databases: Databases,
  shapes: Shape[],
  statements: D1PreparedStatement[],
): Promise<void> {
  const answers = await databases.from.batch<KeyedLine>(
    shapes.map((shape) =>
      databases.from.prepare(`SELECT ${selectLine(shape)} FROM ${shape.name} t WHERE ${shape.isOwn}`),
    ),
  );
  const groups = shapes.map((shape, index) => ({ shape, rows: answers[index]?.results ?? [] }));
  await write(databases, groups, "last", statements);
}

const NOTES_AT_ONCE = 2_000;
/** The most notes of rows that may be large. Each of them takes as long as several others. */
const LARGE_AT_ONCE = 20;
const LARGE_WEIGHT = 10;

/**
 * Copies again rows that were written since they were copied: first rows to which others refer, and what is to be deleted in the
 * end. Returns how much it found to copy, not all of which it may have copied: rows, where one that may be large counts as ten.
 */
export async function copyNoted(databases: Databases, shapes: Shape[]): Promise<number> {
  const { from, run, move } = databases;
  const { results } = await from
    .prepare("SELECT n, name, key FROM move_notes ORDER BY gone, iif(gone, -place, place), n LIMIT ?1")
    .bind(NOTES_AT_ONCE)
    .all<{ n: number; name: string; key: string }>();
  const large = new Set(shapes.filter((shape) => shape.large !== undefined).map(({ name }) => name));
  const largeNotes = results.filter(({ name }) => large.has(name));
  const tooMany = largeNotes[LARGE_AT_ONCE];
  const notes = tooMany === undefined ? results : results.slice(0, results.indexOf(tooMany));
  const noted = Map.groupBy(notes, ({ name }) => name);
  const groups: Group[] = [];
  for (const shape of shapes) {
    const keys = noted.get(shape.name)?.map(({ key }) => key) ?? [];
    if (keys.length === 0) continue;
    const { results } = await from
      .prepare(
        `SELECT ${selectLine(shape)} FROM json_each(?1) j CROSS JOIN ${shape.name} t ON ${hasKey(shape.keys)}
         WHERE ${shape.isOwn}`,
      )
      .bind(`[${keys.join(",")}]`)
      .all<KeyedLine>();
    const there = new Set(results.map(({ key }) => key));
    groups.push({ shape, rows: results, gone: shape.isLog ? [] : keys.filter((key) => !there.has(key)) });
  }
  if (groups.length > 0) await write(databases, groups, "written");
  await setMove(from, run, { progress: move.progress }, [
    from
      .prepare("DELETE FROM move_notes WHERE n IN (SELECT value FROM json_each(?1))")
      .bind(JSON.stringify(notes.map(({ n }) => n))),
  ]);
  return results.length + largeNotes.length * (LARGE_WEIGHT - 1);
}

interface Group {
  shape: Shape;
  rows: KeyedLine[];
  /** The keys of rows that are to be deleted. */
  gone?: string[];
}

/** Writes rows in one batch, but those with large values before it. */
async function write(
  databases: Databases,
  groups: Group[],
  writing: Writing,
  statements: D1PreparedStatement[] = [],
): Promise<void> {
  const { to, run, move } = databases;
  for (const { shape, rows } of groups) {
    for (const { key, line } of rows) if (line === LARGE_LINE) await copyRow(databases, shape, key);
  }
  const deletions = groups
    .toReversed()
    .flatMap(({ shape, gone = [] }) =>
      joinJsonParts(gone).map((part) =>
        to
          .prepare(
            `DELETE FROM ${shape.name} AS t WHERE (${shape.keys.join(", ")}) IN (${keysIn(shape.keys)}) AND ${shape.mayBeOwn}`,
          )
          .bind(part),
      ),
    );
  const insertions = groups.flatMap(({ shape, rows }) => {
    const lines = rows.flatMap(({ line }) => (line === null || line === LARGE_LINE ? [] : [line]));
    return joinJsonParts(lines).map((part) => to.prepare(insertLines(shape, writing)).bind(part));
  });
  const all = [
    ...deletions,
    ...(writing === "written" ? parkPlaces(to, groups) : []),
    ...insertions,
    ...statements,
  ];
  if (all.length === 0) return;
  const names =
    writing === "last"
      ? [...groups.map(({ shape }) => shape.name), "records"]
      : groups.map(({ shape }) => shape.name);
  const batches = move.progress.batches + 1;
  await runBatch(to, [
    assertRun(to, run),
    noteBatches(to, run, batches),
    to.prepare("PRAGMA defer_foreign_keys = on"),
    ...(await withoutTriggers(to, names, eventsOf(writing, deletions.length > 0), all)),
  ]);
  move.progress = { ...move.progress, batches };
}

/**
 * Takes records from their places that others come to. Each of these was written itself, and gets its own place with its own
 * note.
 */
function parkPlaces(db: D1Database, groups: Group[]): D1PreparedStatement[] {
  const group = groups.find(({ shape }) => shape.name === "records");
  if (group === undefined) return [];
  const lines = group.rows.flatMap(({ line }) => line ?? []);
  const value = (name: string) => `j.value ->> ${group.shape.columns.findIndex((one) => one.name === name)}`;
  const host = group.shape.put?.["host"]?.(value("host")) ?? value("host");
  return joinJsonParts(lines).map((part) =>
    db
      .prepare(
        `UPDATE records SET slot = '|' || id, source = '|' || id WHERE row IN (
           SELECT r.row FROM json_each(?1) j CROSS JOIN records r
             ON r.host = ${host} AND r.slot = ${value("slot")} AND r.source = ${value("source")}
           UNION ALL SELECT r.row FROM json_each(?1) j CROSS JOIN records r ON r.row = ${value("row")})`,
      )
      .bind(part),
  );
}

function eventsOf(writing: Writing, deletes: boolean): ("INSERT" | "UPDATE" | "DELETE")[] {
  return [
    "INSERT",
    ...(writing === "new" ? [] : (["UPDATE"] as const)),
    ...(deletes ? (["DELETE"] as const) : []),
  ];
}

/** Copies a row whose values are too large for a list. */
async function copyRow({ from, to, run }: Databases, shape: Shape, key: string): Promise<void> {
  const columns = shape.columns.map(({ name }) => `t.${name}`).join(", ");
  const [values] = await from
    .prepare(`SELECT ${columns} FROM json_each(?1) j CROSS JOIN ${shape.name} t ON ${hasKey(shape.keys)}`)
    .bind(`[${key}]`)
    .raw();
  if (values === undefined) return;
  // D1 returns bytes as a list of numbers.
  const bound = values.map((value) => (Array.isArray(value) ? new Uint8Array(value as number[]) : value));
  const insertion = to.prepare(insertRow(shape)).bind(...bound);
  await runBatch(to, [
    assertRun(to, run),
    ...(await withoutTriggers(to, [shape.name], ["INSERT", "UPDATE"], [insertion])),
  ]);
}

/**
 * Deletes a page of a table's rows of the workspace.
 * @returns the key of the last row of the page; null if no rows follow
 */
export async function deletePage(
  db: D1Database,
  run: string,
  shape: Shape,
  after: unknown[] | null,
): Promise<unknown[] | null> {
  const page = pageOf(shape, after);
  const key = keyLine(shape.keys, "t");
  const last = await db
    .prepare(`SELECT ${key} AS key FROM (${page}) t LIMIT 1 OFFSET ${ROWS_AT_ONCE - 1}`)
    .bind(...(after ?? []))
    .first<string>("key");
  const keys = shape.keys.map((name) => `t.${name}`).join(", ");
  const deletion = db
    .prepare(
      `DELETE FROM ${shape.name} WHERE (${shape.keys.join(", ")}) IN (SELECT ${keys} FROM (${page}) t WHERE ${shape.mayBeOwn})`,
    )
    .bind(...(after ?? []));
  await runBatch(db, [
    assertRun(db, run),
    ...(await withoutTriggers(db, [shape.name], ["DELETE"], [deletion])),
  ]);
  return last === null ? null : (JSON.parse(last) as unknown[]);
}
