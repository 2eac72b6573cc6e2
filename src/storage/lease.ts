/**
 * Leases. A row has the time until which one worker alone works on it. If the worker dies, another may take the row
 * after that time.
 */

/** Milliseconds since 1970. */
interface Term {
  nowMs: number;
  untilMs: number;
}

/** Returns the name of a new lease. Triggers refuse the leases of releases that know no reach (migration 38). */
export function newLease(): string {
  return `reach:${crypto.randomUUID()}`;
}

/** The condition of `takeLease` that nobody has leased a row. */
export const IS_FREE = "leased_until <= ?1";

/**
 * Leases rows, and returns them.
 * @param where a condition on the rows; its own parameters begin with `?3`
 * @param set further columns to write, after a comma
 */
export async function takeLease<Row>(
  db: D1Database,
  table: string,
  { nowMs, untilMs }: Term,
  where: string,
  parameters: unknown[] = [],
  set = "",
): Promise<Row[]> {
  const { results } = await db
    .prepare(`UPDATE ${table} SET leased_until = ?2${set} WHERE ${where} RETURNING *`)
    .bind(nowMs, untilMs, ...parameters)
    .all<Row>();
  return results;
}

/**
 * Ends a lease, unless another worker has it by now.
 * @param holder a condition that names the row and its holder; its parameters begin with `?2`
 * @param untilMs the time from which the row may be leased again; at once if absent
 */
export async function endLease(
  db: D1Database,
  table: string,
  holder: string,
  parameters: unknown[],
  untilMs = 0,
): Promise<void> {
  await db
    .prepare(`UPDATE ${table} SET leased_until = ?1 WHERE ${holder}`)
    .bind(untilMs, ...parameters)
    .run();
}

/** Ends the lease of a change or check, unless another run has it by now. */
export function endRun(
  db: D1Database,
  table: "changes" | "checks",
  id: string,
  lease: string,
): Promise<void> {
  return endLease(db, table, "id = ?2 AND lease = ?3", [id, lease]);
}
