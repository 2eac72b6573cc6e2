import { HOST_SLOT, type Slot } from "../../domain/slot.ts";
import { listAnsweringFor } from "../../domain/answering-host.ts";
import { MINUTE_MS } from "../../domain/time.ts";

/**
 * The outbox, table `pending`: one note for each commit and slot whose snapshot is still to be written.
 * While a note is leased, only the holder of the lease writes the snapshot and clears the note.
 */

export interface Note extends Slot {
  seq: number;
}

/** A note whose snapshot was put, with the number of the commit that the snapshot shows. */
export interface WrittenNote extends Note {
  shownSeq: number;
}

export const LEASE_MS = MINUTE_MS;
/** The time after the start of a lease in which puts may begin. A later put could follow the next holder's put. */
export const PUTS_BEGIN_WITHIN_MS = 30_000;

/** A previous version wrote notes without a lease. Its Worker may still be writing the snapshot. */
const UNLEASED_GRACE_MS = 5_000;
/** Notes of hostnames go first, because the edge must learn that a hostname is behind. */
const HOSTS_AT_ONCE = 100;

const IS_FREE = `leased_until <= ?1 AND (leased_until > 0 OR created_at <= ?1 - ${UNLEASED_GRACE_MS})`;

export const HAS_NOTES = "EXISTS (SELECT 1 FROM pending)";

/** Leases notes that are not leased: the `limit` oldest, and as many of hostnames, at most 100. */
export async function leaseNotes(
  db: D1Database,
  { nowMs, leasedUntilMs, limit }: { nowMs: number; leasedUntilMs: number; limit: number },
): Promise<Note[]> {
  const { results } = await db
    .prepare(
      `UPDATE pending SET leased_until = ?2 WHERE (seq, host, slot) IN (
         SELECT * FROM (SELECT seq, host, slot FROM pending INDEXED BY pending_of_hosts
                        WHERE slot = '${HOST_SLOT}' AND ${IS_FREE} ORDER BY seq LIMIT min(?3, ${HOSTS_AT_ONCE}))
         UNION
         SELECT * FROM (SELECT seq, host, slot FROM pending WHERE ${IS_FREE} ORDER BY seq LIMIT ?3)
       ) RETURNING seq, host, slot`,
    )
    .bind(nowMs, leasedUntilMs, limit)
    .all<Note>();
  return results;
}

/** Sets the time at which the lease of notes ends, after which they can be leased again. */
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
 * Clears the notes whose slot still has the number that was written.
 * @param prolongs whether hostnames that are behind stay so for a while from now on. They do if the edge
 *   may lack snapshots, but not after a single write, which makes no hostname count as behind
 * @returns the notes that were cleared
 */
export async function clearNotes(
  db: D1Database,
  written: WrittenNote[],
  { nowMs, prolongs }: { nowMs: number; prolongs: boolean },
): Promise<Note[]> {
  const list = written.map(({ seq, host, slot, shownSeq }) => [seq, host, slot, shownSeq]);
  const [cleared] = await db.batch<Note>([
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
  return cleared?.results ?? [];
}

/** Returns the hostnames of the slots, and the hostnames that answer for one whose own snapshot is missing. */
function hostsThatWaitFor(slots: Slot[]): string[] {
  const hosts = new Set(slots.map(({ host }) => host));
  for (const { host, slot } of slots) {
    if (slot !== HOST_SLOT) continue;
    for (const answering of listAnsweringFor(host)) hosts.add(answering);
  }
  return [...hosts];
}

/**
 * Inserts notes of slots again, at their present numbers, because their snapshots were lost or damaged.
 * @returns the notes that are leased now, without those that another worker has leased
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
