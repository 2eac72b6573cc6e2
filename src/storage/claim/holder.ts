import { type ClaimKey, isHeldKey, waitingKey } from "../../domain/claim-key.ts";
import type { Hostname } from "../../domain/hostname.ts";
import type { Claim } from "../../domain/host.ts";
import { HOST_SLOT } from "../../domain/slot.ts";
import { assertThat } from "../commit.ts";
import { recordSlots } from "../projection/record-slots.ts";
import { FACTS, forgetFacts, takeFacts } from "./fact.ts";
import { assignCause } from "../record/pause.ts";

/** Changes the claim that holds a hostname (contract 10). */

/** The `check_due_at` of waiting claims: the previous version of the Worker must not check them. */
const NEVER_MS = Number.MAX_SAFE_INTEGER;

interface HolderChange {
  host: Hostname;
  /** The workspace that holds the hostname now; null if none does. */
  from: string | null;
  /** The workspace whose waiting claim will hold the hostname. */
  to: string;
  /** Says whether a check found the proof of `to`. */
  isProven: boolean;
  /** Says whether `from` gave the hostname away. If so, the proof of `from` does not count against `to`. */
  isGiven: boolean;
  nowMs: number;
}

const SLOTS_OF_BOTH = recordSlots("?1", `host IN (?1, ?2) AND slot <> '${HOST_SLOT}'`);

/**
 * Makes a waiting claim the holder of its hostname. Records stay with their claims: the records of `from` are
 * paused and leave their slots, the records of `to` take theirs. These statements number all slots of both
 * claims, including slots of records that were written in between. The commit must note these slots (option
 * `renumbered`), and touch the slot of the hostname.
 * @throws AssertionError `stale_version`, from the commit, if the claims have changed since they were read
 */
export function changeHolder(db: D1Database, change: HolderChange): D1PreparedStatement[] {
  const { host, from, to, isProven, isGiven, nowMs } = change;
  const arriving = waitingKey(host, to);
  const asRead = `(SELECT workspace_id FROM hosts WHERE host = ?) IS ?
    AND EXISTS (SELECT 1 FROM hosts WHERE host = ?)`;
  return [
    assertThat(db, "stale_version", asRead, host, from, arriving),
    // The key of a claim changes before the keys of its records.
    db.prepare("PRAGMA defer_foreign_keys = on"),
    db
      .prepare(
        `INSERT INTO slots (host, slot, seq)
         SELECT host, slot, (SELECT value FROM sequence) FROM (${SLOTS_OF_BOTH}) WHERE true
         ON CONFLICT (host, slot) DO UPDATE SET seq = excluded.seq`,
      )
      .bind(host, arriving),
    ...(from === null ? [] : stopHolding(db, host, from, isGiven ? to : null, nowMs)),
    db
      .prepare(
        `UPDATE hosts SET host = ?1, waiting_since = NULL, claim_due_at = NULL, check_due_at = ?3,
           checked_at = NULL, proven_at = iif(?4, ?3, NULL), absent_since = NULL, yielded_to = NULL
         WHERE host = ?2`,
      )
      .bind(host, arriving, nowMs, Number(isProven)),
    moveRecords(db, arriving, host, nowMs),
    ...(from === null ? [] : handOverFacts(db, host, waitingKey(host, from), nowMs)),
  ];
}

/** Makes the claim that holds a hostname a waiting one, and pauses its records. */
export function stopHolding(
  db: D1Database,
  host: Hostname,
  from: string,
  yieldedTo: string | null,
  nowMs: number,
): D1PreparedStatement[] {
  const leaving = waitingKey(host, from);
  return [
    db
      .prepare(
        `UPDATE hosts SET host = ?1, waiting_since = ?3, claim_due_at = ?3, check_due_at = ${NEVER_MS},
           proven_at = NULL, absent_since = NULL, yielded_to = ?4
         WHERE host = ?2`,
      )
      .bind(leaving, host, nowMs, yieldedTo),
    ...(yieldedTo === null ? [] : [followMove(db, host, from, yieldedTo)]),
    moveRecords(db, host, leaving, nowMs),
  ];
}

/** Makes the claims that gave the hostname to `from` yield to the workspace that gets it now (contract 10.18). */
export function followMove(db: D1Database, host: Hostname, from: string, to: string): D1PreparedStatement {
  return db
    .prepare("UPDATE hosts SET yielded_to = ?3 WHERE name = ?1 AND yielded_to = ?2")
    .bind(host, from, to);
}

/** Moves the records of a claim to its new key. Pauses them if the claim waits from now on. */
function moveRecords(db: D1Database, from: ClaimKey, to: ClaimKey, nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE records SET host = ?1, ${assignCause("claim", "?3")},
         version = version + 1, updated_at = max(updated_at + 1, ?4)
       WHERE host = ?2`,
    )
    .bind(to, from, Number(!isHeldKey(to)), nowMs);
}

/** Hands over the facts of a hostname, and whether it is behind. */
function handOverFacts(
  db: D1Database,
  host: Hostname,
  leaving: ClaimKey,
  nowMs: number,
): D1PreparedStatement[] {
  return [
    ...takeFacts(db, host, `(SELECT ${FACTS} FROM hosts WHERE host = ?2)`, leaving, nowMs),
    db
      .prepare(
        `UPDATE hosts SET (behind_since, slots_put_at, refilled_at) =
           (SELECT behind_since, slots_put_at, refilled_at FROM hosts WHERE host = ?2)
         WHERE host = ?1`,
      )
      .bind(host, leaving),
    forgetFacts(db, "host", leaving),
  ];
}

/** Asserts that no other check has since found the holder's proof, or missed the claimant's proof. */
export function assertSameContest(db: D1Database, holder: Claim, claimant: Claim): D1PreparedStatement {
  const condition = `EXISTS (SELECT 1 FROM hosts WHERE host = ? AND proven_at IS ?)
    AND EXISTS (SELECT 1 FROM hosts WHERE host = ? AND absent_since IS ?)`;
  const parameters = [holder.key, holder.provenAtMs, claimant.key, claimant.absentSinceMs];
  return assertThat(db, "stale_version", condition, ...parameters);
}
