import type { Hostname } from "../domain/hostname.ts";
import { type Slot, HOST_SLOT } from "../domain/slot.ts";
import { toJsonParts } from "./statement.ts";

/**
 * A commit is one transaction: some writes, the next number of the sequence, and a note in the outbox for
 * every slot whose snapshot has to be written. Only these notes cause changes at the edge.
 */

export interface Commit {
  seq: number;
  touched: Slot[];
  /** The hostnames that this commit has marked as behind. */
  newlyBehind: string[];
  /** The webhooks for which the statements have noted events. */
  webhooks: string[];
}

export interface CommitOptions {
  /** The end of the caller's lease on the notes. Milliseconds since 1970. */
  leasedUntilMs: number;
  /** The hostnames to mark as behind. The edge asks the database until their snapshots are in KV. */
  behind?: string[];
  /** A hostname whose slots get their new numbers by the statements themselves. These slots are also touched. */
  renumbered?: string | undefined;
}

/**
 * Advances a hybrid clock. So a commit after a restore has a higher number than every commit that the
 * restore undid, and replaces their snapshots in KV and in the memory of isolates.
 */
export const ADVANCE_SEQUENCE = "UPDATE sequence SET value = max(value + 1, ?1)";
const NEXT_NUMBER = `${ADVANCE_SEQUENCE} RETURNING value`;

const TOUCH_SLOTS = `
  INSERT INTO slots (host, slot, seq)
  SELECT value ->> 0, value ->> 1, (SELECT value FROM sequence) FROM json_each(?1) WHERE true
  ON CONFLICT (host, slot) DO UPDATE SET seq = excluded.seq`;

const NOTE_PENDING = `
  INSERT INTO pending (seq, host, slot, created_at, leased_until)
  SELECT (SELECT value FROM sequence), value ->> 0, value ->> 1, ?2, ?3 FROM json_each(?1)`;

const NOTE_RENUMBERED = `
  INSERT INTO pending (seq, host, slot, created_at, leased_until)
  SELECT seq, host, slot, ?2, ?3 FROM slots WHERE host = ?1 AND seq = (SELECT value FROM sequence)
  RETURNING host, slot`;

const NOT_YET_BEHIND = "json_each(?1) c CROSS JOIN hosts h ON h.host = c.value WHERE h.behind_since IS NULL";

const TOUCH_BEHIND = `
  INSERT INTO slots (host, slot, seq)
  SELECT h.host, '${HOST_SLOT}', (SELECT value FROM sequence) FROM ${NOT_YET_BEHIND}
  ON CONFLICT (host, slot) DO UPDATE SET seq = excluded.seq`;

const NOTE_BEHIND = `
  INSERT OR IGNORE INTO pending (seq, host, slot, created_at, leased_until)
  SELECT (SELECT value FROM sequence), h.host, '${HOST_SLOT}', ?2, ?3 FROM ${NOT_YET_BEHIND}`;

const MARK_BEHIND = `
  UPDATE hosts SET behind_since = ?2, slots_put_at = ?2
  WHERE host IN (SELECT value FROM json_each(?1)) AND behind_since IS NULL RETURNING host`;

/**
 * Commits statements together with the notes of the slots that they touch. A commit that marks a hostname
 * as behind also touches the hostname's own slot.
 * @throws AssertionError if an assertion among the statements fails; nothing is written then
 */
export async function commit(
  db: D1Database,
  statements: D1PreparedStatement[],
  touched: Slot[],
  nowMs: number,
  { leasedUntilMs, behind = [], renumbered }: CommitOptions,
): Promise<Commit> {
  const distinct = withoutDuplicates(touched);
  const lists = toJsonParts(distinct.map(({ host, slot }) => [host, slot]));
  const hosts = toJsonParts([...new Set(behind)]);
  // Comes first: other statements touch slots of the hostname too, and each slot is noted once.
  const noteRenumbered =
    renumbered === undefined ? [] : [db.prepare(NOTE_RENUMBERED).bind(renumbered, nowMs, leasedUntilMs)];
  try {
    const [numbered, ...results] = await db.batch([
      db.prepare(NEXT_NUMBER).bind(nowMs),
      ...statements,
      ...noteRenumbered,
      ...lists.map((list) => db.prepare(TOUCH_SLOTS).bind(list)),
      ...lists.map((list) => db.prepare(NOTE_PENDING).bind(list, nowMs, leasedUntilMs)),
      ...hosts.map((list) => db.prepare(TOUCH_BEHIND).bind(list)),
      ...hosts.map((list) => db.prepare(NOTE_BEHIND).bind(list, nowMs, leasedUntilMs)),
      ...hosts.map((list) => db.prepare(MARK_BEHIND).bind(list, nowMs)),
    ]);
    const [row] = (numbered?.results ?? []) as { value: number }[];
    const rowsOf = <T>(part: D1Result[]) => part.flatMap((result) => result.results as T[]);
    const afterOwn = results.slice(statements.length);
    const noted = rowsOf<Slot>(afterOwn.slice(0, noteRenumbered.length));
    const marked = rowsOf<{ host: Hostname }>(afterOwn.slice(afterOwn.length - hosts.length));
    const behindSlots = marked.map(({ host }) => ({ host, slot: HOST_SLOT }));
    return {
      seq: row?.value ?? 0,
      touched: withoutDuplicates([...distinct, ...noted, ...behindSlots]),
      newlyBehind: marked.map(({ host }) => host),
      webhooks: webhooksOf(results.slice(0, statements.length)),
    };
  } catch (error) {
    throw toAssertionError(error) ?? error;
  }
}

function webhooksOf(results: D1Result[]): string[] {
  const rows = results.flatMap((result) => (result.results ?? []) as { webhook_id?: string }[]);
  return [...new Set(rows.flatMap(({ webhook_id: id }) => id ?? []))];
}

const ASSERTION_CODES = [
  "record_limit",
  "host_limit",
  "pattern_limit",
  "stale_version",
  "suspended",
  "email_taken",
  "last_owner",
  "webhook_limit",
] as const;
type AssertionCode = (typeof ASSERTION_CODES)[number];

/** The error of an assertion that failed inside a batch. */
export class AssertionError extends Error {
  readonly code: AssertionCode;

  constructor(code: AssertionCode) {
    super(`assertion failed: ${code}`);
    this.code = code;
  }
}

/** Returns a statement that aborts its batch unless the SQL condition is true. */
export function assertThat(
  db: D1Database,
  code: AssertionCode,
  condition: string,
  ...parameters: unknown[]
): D1PreparedStatement {
  return db
    .prepare(`INSERT INTO assertion (holds, code) SELECT (${condition}), '${code}'`)
    .bind(...parameters);
}

/** Returns the assertion that aborted a batch, or null for any other error. */
export function toAssertionError(error: unknown): AssertionError | null {
  const text = String(error);
  const code = ASSERTION_CODES.find((one) => text.includes(`assertion failed: ${one}`));
  return code === undefined ? null : new AssertionError(code);
}

/** Runs statements in one transaction without a commit's number. @throws AssertionError as `commit` does */
export async function runBatch(db: D1Database, statements: D1PreparedStatement[]): Promise<void> {
  try {
    await db.batch(statements);
  } catch (error) {
    throw toAssertionError(error) ?? error;
  }
}

/** Returns whether a write failed because another row already has a unique value. */
export function isUniqueViolation(error: unknown): boolean {
  return /UNIQUE constraint failed/.test(String(error));
}

/** Returns whether a write failed because a row refers to a missing row, or because another row refers to it. */
export function isForeignKeyViolation(error: unknown): boolean {
  return /FOREIGN KEY constraint failed/.test(String(error));
}

function withoutDuplicates(slots: Slot[]): Slot[] {
  return [...new Map(slots.map((slot) => [`${slot.host} ${slot.slot}`, slot])).values()];
}
