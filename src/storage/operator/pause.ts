import type { SystemCause } from "../../domain/pause.ts";
import { updatePauseCause } from "../record/pause.ts";

/** A time in the past, so that the notes of an operator's commands are not leased. */
export const NOT_LEASED_MS = 1;

/** The slots of the records as the transaction finds them; none if their hostname is not held. */
const SLOTS = `json_each(?1) j CROSS JOIN records r ON r.id = j.value WHERE instr(r.host, '|') = 0`;

/**
 * Begins or ends a cause of the platform, and numbers and notes the slots of the records. The statements find the
 * slots themselves, because a record may have moved since the operator's command read it.
 */
export function pauseRecords(
  db: D1Database,
  cause: SystemCause,
  isPaused: boolean,
  ids: string[],
  nowMs: number,
): D1PreparedStatement[] {
  const list = JSON.stringify(ids);
  return [
    updatePauseCause(db, cause, isPaused, { ids }, nowMs),
    db
      .prepare(
        `INSERT INTO slots (host, slot, seq)
         SELECT r.host, r.slot, (SELECT value FROM sequence) FROM ${SLOTS}
         ON CONFLICT (host, slot) DO UPDATE SET seq = excluded.seq`,
      )
      .bind(list),
    db
      .prepare(
        `INSERT INTO pending (seq, host, slot, created_at, leased_until)
         SELECT DISTINCT (SELECT value FROM sequence), r.host, r.slot, ?2, ${NOT_LEASED_MS} FROM ${SLOTS}`,
      )
      .bind(list, nowMs),
  ];
}
