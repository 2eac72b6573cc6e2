import { HOST_SLOT } from "../../domain/source.ts";
import { listAnsweringFor } from "../../domain/visited-host.ts";
import type { Slot } from "../../domain/slot.ts";
import { MINUTE_MS } from "../../domain/time.ts";

/**
 * The notes of `pending`: one for each commit and slot whose snapshot has still to be written. A note
 * belongs to whoever leased it; nobody else works it off or strikes it out before the lease is over.
 */

export interface Note extends Slot {
  seq: number;
}

/** A note whose snapshot was put, with the number that the snapshot shows. */
export interface WrittenNote extends Note {
  shownSeq: number;
}

/** How long notes belong to whoever leased them. */
export const LEASE_MS = MINUTE_MS;
/** How long after the lease began a put may begin: one that is late must not follow another's. */
export const PUTS_BEGIN_WITHIN_MS = 30_000;

/** Notes without a lease are of a version that knew none; whoever made one may still be at work on it. */
const UNLEASED_GRACE_MS = 5_000;
/** Hostnames' own notes go first: the edge has to know that they are behind. */
const HOSTS_AT_ONCE = 100;

const IS_FREE = `leased_until <= ?1 AND (leased_until > 0 OR created_at <= ?1 - ${UNLEASED_GRACE_MS})`;

/** Leases the notes of hostnames and then the oldest others that are nobody's; at most `limit` and a hundred. */
export async function leaseNotes(
  db: D1Database,
  { nowMs, leasedUntilMs, limit }: { nowMs: number; leasedUntilMs: number; limit: number },
): Promise<Note[]> {
  const { results } = await db
    .prepare(
      `UPDATE pending SET leased_until = ?2 WHERE (seq, host, slot) IN (
         SELECT * FROM (SELECT seq, host, slot FROM pending INDEXED BY pending_of_hosts
                        WHERE slot = '${HOST_SLOT}' AND ${IS_FREE} ORDER BY seq LIMIT ${HOSTS_AT_ONCE})
         UNION
         SELECT * FROM (SELECT seq, host, slot FROM pending WHERE ${IS_FREE} ORDER BY seq LIMIT ?3)
       ) RETURNING seq, host, slot`,
    )
    .bind(nowMs, leasedUntilMs, limit)
    .all<Note>();
  return results;
}

/** Gives notes back: they can be leased from a moment on. */
export async function releaseNotes(db: D1Database, notes: Note[], fromMs: number): Promise<void> {
  await db
    .prepare(
      `UPDATE pending SET leased_until = ?2 WHERE (seq, host, slot) IN (
         SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1))`,
    )
    .bind(JSON.stringify(notes.map(({ seq, host, slot }) => [seq, host, slot])), fromMs)
    .run();
}

/**
 * Strikes out the notes whose slot still stands at the number that was written.
 * @param prolongs whether hostnames that are behind stay so for a while from now on: they do for what an
 *   edge may miss, and not for a single write, which leaves no hostname behind
 * @returns what was struck out
 */
export async function clearNotes(
  db: D1Database,
  written: WrittenNote[],
  { nowMs, prolongs }: { nowMs: number; prolongs: boolean },
): Promise<Note[]> {
  const list = written.map(({ seq, host, slot, shownSeq }) => [seq, host, slot, shownSeq]);
  const [struck] = await db.batch<Note>([
    db
      .prepare(
        `DELETE FROM pending WHERE (seq, host, slot) IN (
           SELECT n.value ->> 0, n.value ->> 1, n.value ->> 2 FROM json_each(?1) n
           CROSS JOIN slots s ON s.host = n.value ->> 1 AND s.slot = n.value ->> 2 AND s.seq = n.value ->> 3
         ) RETURNING seq, host, slot`,
      )
      .bind(JSON.stringify(list)),
    db
      .prepare(
        `UPDATE hosts SET slots_put_at = ?2
         WHERE behind_since IS NOT NULL AND host IN (SELECT value FROM json_each(?1))`,
      )
      .bind(JSON.stringify(prolongs ? hostsThatWaitFor(written) : []), nowMs),
  ]);
  return struck?.results ?? [];
}

/** The hostnames of the slots, and those that answer for a hostname whose own snapshot is missing. */
function hostsThatWaitFor(slots: Slot[]): string[] {
  const hosts = new Set(slots.map(({ host }) => host));
  for (const { host, slot } of slots) {
    if (slot !== HOST_SLOT) continue;
    for (const answering of listAnsweringFor(host)) hosts.add(answering);
  }
  return [...hosts];
}

/**
 * Notes slots once more, at the numbers at which they stand: for snapshots that got lost or damaged.
 * @returns the notes that are leased now; those that somebody else has leased are left out
 */
export async function noteSlotsAgain(
  db: D1Database,
  slots: Slot[],
  nowMs: number,
  leasedUntilMs = nowMs + LEASE_MS,
): Promise<Note[]> {
  const { results } = await db
    .prepare(
      `INSERT INTO pending (seq, host, slot, created_at, leased_until)
       SELECT s.seq, s.host, s.slot, ?2, ?3 FROM json_each(?1) n
       CROSS JOIN slots s ON s.host = n.value ->> 0 AND s.slot = n.value ->> 1
       WHERE true ON CONFLICT DO UPDATE SET leased_until = excluded.leased_until
       WHERE pending.leased_until <= excluded.created_at
       RETURNING seq, host, slot`,
    )
    .bind(JSON.stringify(slots.map(({ host, slot }) => [host, slot])), nowMs, leasedUntilMs)
    .all<Note>();
  return results;
}
