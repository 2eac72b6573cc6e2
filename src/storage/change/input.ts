import { pack, unpack } from "../../runtime/pack.ts";

/** The parsed rows that were sent for a change, in blocks of up to 500. */

/**
 * Replaces a part by blocks of rows, with the number of their lines, including empty ones. Returns the statements, and
 * the size of the blocks in bytes.
 */
export async function replacePart(
  db: D1Database,
  changeId: string,
  part: number,
  blocks: { lines: number; rows: unknown[] }[],
): Promise<{ statements: D1PreparedStatement[]; bytes: number }> {
  const insertion = db.prepare(
    "INSERT INTO change_inputs (change_id, part, block, lines, body) VALUES (?1, ?2, ?3, ?4, ?5)",
  );
  let bytes = 0;
  const statements = [
    db.prepare("DELETE FROM change_inputs WHERE change_id = ?1 AND part = ?2").bind(changeId, part),
  ];
  for (const [index, { lines, rows }] of blocks.entries()) {
    const body = await pack(rows);
    bytes += body.byteLength;
    statements.push(insertion.bind(changeId, part, index, lines, body));
  }
  return { statements, bytes };
}

/** Returns the size of all parts of a change except one, in bytes. */
export async function selectInputBytes(db: D1Database, changeId: string, without: number): Promise<number> {
  const row = await db
    .prepare(
      "SELECT coalesce(sum(length(body)), 0) AS bytes FROM change_inputs WHERE change_id = ?1 AND part <> ?2",
    )
    .bind(changeId, without)
    .first<{ bytes: number }>();
  return row?.bytes ?? 0;
}

/** Reads the block with an index among all blocks of a change; null at the end. */
export async function readBlock<T>(
  db: D1Database,
  changeId: string,
  index: number,
): Promise<{ lines: number; rows: T[] } | null> {
  const row = await db
    .prepare(
      "SELECT lines, body FROM change_inputs WHERE change_id = ?1 ORDER BY part, block LIMIT 1 OFFSET ?2",
    )
    .bind(changeId, index)
    .first<{ lines: number; body: number[] }>();
  return row === null ? null : { lines: row.lines, rows: await unpack<T[]>(row.body) };
}

/** Deletes all parts of a change, because its plan has their content. */
export function deleteInputs(db: D1Database, changeId: string): D1PreparedStatement {
  return db.prepare("DELETE FROM change_inputs WHERE change_id = ?1").bind(changeId);
}
