import type { LinkRecord } from "../../domain/record.ts";
import type { Threats } from "../../domain/threat.ts";
import { assertThat } from "../commit.ts";
import type { DueRecord } from "../monitor/write.ts";
import { toRecord, type RecordRow } from "../record/row.ts";

/** Dangerous destinations: a column of `records`, and a round over all records that checks them. */

/** A part of the round over all records that have destinations. */
interface RoundPart {
  records: DueRecord[];
  from: Position;
  to: Position;
}

interface Position {
  /** Null if the round is over. */
  afterRow: number | null;
  startedAtMs: number;
}

/** Returns the condition that the round goes on, or that the next one is due. */
export const hasRoundPart = (intervalMs: number): string =>
  `EXISTS (SELECT 1 FROM threat_round WHERE after_row IS NOT NULL OR started_at <= ?1 - ${intervalMs})`;

/** Selects the next records of the round; null until the next round is due. */
export async function selectRoundPart(
  db: D1Database,
  nowMs: number,
  { limit, intervalMs }: { limit: number; intervalMs: number },
): Promise<RoundPart | null> {
  const from = await db
    .prepare("SELECT after_row AS afterRow, started_at AS startedAtMs FROM threat_round")
    .first<Position>();
  if (from === null || (from.afterRow === null && nowMs < from.startedAtMs + intervalMs)) return null;
  const { results } = await db
    .prepare(
      `SELECT row, id, json_array_length(coalesce(all_destinations, destinations)) AS count FROM records
       WHERE row > ?1 AND coalesce(all_destinations, destinations) <> '[]' ORDER BY row LIMIT ?2`,
    )
    .bind(from.afterRow ?? 0, limit)
    .all<{ row: number; id: string; count: number }>();
  const last = results.length < limit ? undefined : results.at(-1);
  return {
    records: results.map(({ id, count }) => ({ id, destinationCount: count })),
    from,
    to: {
      afterRow: last?.row ?? null,
      startedAtMs: from.afterRow === null ? nowMs : from.startedAtMs,
    },
  };
}

const ENDANGERED = "FROM records INDEXED BY records_with_threats WHERE threats <> '{}'";

export const HAS_ENDANGERED = `EXISTS (SELECT 1 ${ENDANGERED})`;

export async function selectEndangeredRecords(db: D1Database, limit: number): Promise<DueRecord[]> {
  const { results } = await db
    .prepare(
      `SELECT id, json_array_length(coalesce(all_destinations, destinations)) AS count
       ${ENDANGERED} LIMIT ?1`,
    )
    .bind(limit)
    .all<{ id: string; count: number }>();
  return results.map(({ id, count }) => ({ id, destinationCount: count }));
}

/** A record with the column `threats` as it was read. A write checks that it has not changed since. */
export interface RecordWithThreats {
  record: LinkRecord;
  storedThreats: string;
}

export async function selectRecordsWithThreats(db: D1Database, ids: string[]): Promise<RecordWithThreats[]> {
  const { results } = await db
    .prepare("SELECT r.* FROM json_each(?1) i CROSS JOIN records r ON r.id = i.value")
    .bind(JSON.stringify(ids))
    .all<RecordRow>();
  return results.map((row) => ({ record: toRecord(row), storedThreats: row.threats }));
}

/** Moves the round past a part, unless another run has done so. */
export async function updateRound(db: D1Database, { from, to }: RoundPart): Promise<void> {
  await db
    .prepare(
      "UPDATE threat_round SET after_row = ?1, started_at = ?2 WHERE after_row IS ?3 AND started_at = ?4",
    )
    .bind(to.afterRow, to.startedAtMs, from.afterRow, from.startedAtMs)
    .run();
}

/**
 * Updates the threats of a record.
 * @throws AssertionError `stale_version`, from the commit, if another write was first
 */
export function updateThreats(
  db: D1Database,
  { record, storedThreats }: RecordWithThreats,
  threats: Threats,
): D1PreparedStatement[] {
  const condition = "SELECT count(*) = 1 FROM records WHERE id = ? AND version = ? AND threats = ?";
  return [
    assertThat(db, "stale_version", condition, record.id, record.version, storedThreats),
    db.prepare("UPDATE records SET threats = ?2 WHERE id = ?1").bind(record.id, JSON.stringify(threats)),
  ];
}
