/** A parameter has at most 2,000,000 bytes in D1; a UTF-16 unit takes no more than three of them. */
const MAX_PART_UNITS = 500_000;

/** Items in groups, each short enough to be one parameter as a JSON array. */
export function inParts<T>(items: T[]): T[][] {
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
/** SQL with its parameters, for whoever has a connection: a binding, or a command-line tool. */
export interface PlainStatement {
  sql: string;
  /** Numbered in `sql`: `?1` is the first. */
  parameters: (string | number)[];
}

/** Prepares a plain statement for the binding. */
export function bindPlain(db: D1Database, { sql, parameters }: PlainStatement): D1PreparedStatement {
  return db.prepare(sql).bind(...parameters);
}
