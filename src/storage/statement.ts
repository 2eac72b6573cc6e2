import { chunkBySize } from "../runtime/chunk.ts";

/** D1 accepts parameters of at most 2,000,000 bytes. A UTF-16 unit has at most three bytes. */
const MAX_PART_UNITS = 500_000;

/** Splits items into groups that each fit into one parameter as a JSON array. */
export function splitForParameters<T>(items: T[]): T[][] {
  return chunkBySize(items, (item) => JSON.stringify(item).length + 1, MAX_PART_UNITS);
}

/** Converts items to JSON arrays that each fit into one parameter. */
export function toJsonParts(items: unknown[]): string[] {
  return joinJsonParts(items.map((item) => JSON.stringify(item)));
}

/** Joins JSON texts to arrays that each fit into one parameter. */
export function joinJsonParts(texts: string[]): string[] {
  return chunkBySize(texts, ({ length }) => length + 1, MAX_PART_UNITS).map((part) => `[${part.join(",")}]`);
}

/** Prepares a statement for each part of a list, which is its first parameter. */
export function bindParts(
  db: D1Database,
  sql: string,
  items: unknown[],
  ...further: unknown[]
): D1PreparedStatement[] {
  return toJsonParts(items).map((part) => db.prepare(sql).bind(part, ...further));
}

/** Prepares statements without parameters. */
export function prepareAll(db: D1Database, statements: readonly string[]): D1PreparedStatement[] {
  return statements.map((sql) => db.prepare(sql));
}

/** Runs deletions of at most `most` rows each, in one batch. Returns whether one of them has deleted so many. */
export async function deletePart(
  db: D1Database,
  deletions: D1PreparedStatement[],
  most: number,
): Promise<boolean> {
  const results = await db.batch(deletions);
  return results.some(({ meta }) => meta.changes >= most);
}

/** SQL with its parameters: the Worker runs it by its binding, scripts by a command-line tool. */
export interface PlainStatement {
  sql: string;
  /** Numbered in `sql`: `?1` is the first. */
  parameters: (string | number)[];
}

export function bindPlain(db: D1Database, { sql, parameters }: PlainStatement): D1PreparedStatement {
  return db.prepare(sql).bind(...parameters);
}

/** Asks the database for nothing. Its answer tells the size of the database in bytes, and its time in milliseconds. */
export async function askForNothing(db: D1Database): Promise<{ bytes: number; tookMs: number }> {
  const { meta } = await db.prepare("SELECT 1").run();
  return { bytes: meta.size_after, tookMs: meta.duration };
}

/** A condition in SQL with the parameters of its question marks. */
export interface Condition {
  sql: string;
  parameters: unknown[];
}

export async function isTrue(db: D1Database, { sql, parameters }: Condition): Promise<boolean> {
  const row = await db
    .prepare(`SELECT (${sql}) AS holds`)
    .bind(...parameters)
    .first<{ holds: number }>();
  return row?.holds === 1;
}
