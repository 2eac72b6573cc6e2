/** D1 accepts parameters of at most 2,000,000 bytes. A UTF-16 unit has at most three bytes. */
const MAX_PART_UNITS = 500_000;

/** Splits items into groups that each fit into one parameter as a JSON array. */
export function splitForParameters<T>(items: T[]): T[][] {
  const parts: T[][] = [];
  let room = 0;
  for (const item of items) {
    const size = JSON.stringify(item).length + 1;
    if (size > room) {
      parts.push([]);
      room = MAX_PART_UNITS;
    }
    parts.at(-1)?.push(item);
    room -= size;
  }
  return parts;
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
