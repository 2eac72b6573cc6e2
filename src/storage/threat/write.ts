import type { LinkRecord } from "../../domain/record.ts";
import type { Threats } from "../../domain/threat.ts";
import { assertThat } from "../commit.ts";
import type { DueRecord } from "../monitor/write.ts";
import { toRecord, type RecordRow } from "../record/row.ts";

/** What is kept of dangerous destinations: a column of `records` that nobody else writes, and a round over all. */

/** A part of the round over all records that have destinations. */
interface RoundPart {
  records: DueRecord[];
  from: Position;
  /** Where the round stands once this part is done. */
  to: Position;
}

interface Position {
  /** Null where the round is over. */
  after_row: number | null;
  started_at: number;
}

/** The next records to ask about; none while the time for another round has not come. */
export async function readRound(
  db: D1Database,
  nowMs: number,
  { limit, intervalMs }: { limit: number; intervalMs: number },
): Promise<RoundPart | null> {
  const from = await db.prepare("SELECT after_row, started_at FROM threat_round").first<Position>();
  if (from === null || (from.after_row === null && nowMs < from.started_at + intervalMs)) return null;
  const { results } = await db
    .prepare(
      `SELECT row, id, json_array_length(destinations) AS count FROM records
       WHERE row > ?1 AND destinations <> '[]' ORDER BY row LIMIT ?2`,
    )
    .bind(from.after_row ?? 0, limit)
    .all<{ row: number; id: string; count: number }>();
  const last = results.length < limit ? undefined : results.at(-1);
  return {
    records: results.map(({ id, count }) => ({ id, destinationCount: count })),
    from,
    to: {
      after_row: last?.row ?? null,
      started_at: from.after_row === null ? nowMs : from.started_at,
    },
  };
}

/** Notes that a part is done, unless another run did so before. */
export async function advanceRound(db: D1Database, { from, to }: RoundPart): Promise<void> {
  await db
    .prepare(
      "UPDATE threat_round SET after_row = ?1, started_at = ?2 WHERE after_row IS ?3 AND started_at = ?4",
    )
    .bind(to.after_row, to.started_at, from.after_row, from.started_at)
    .run();
}

/** Records with a dangerous destination, or one that was. */
export async function listEndangered(db: D1Database, limit: number): Promise<DueRecord[]> {
  const { results } = await db
    .prepare(
      `SELECT id, json_array_length(destinations) AS count
       FROM records INDEXED BY records_with_threats WHERE threats <> '{}' LIMIT ?1`,
    )
    .bind(limit)
    .all<{ id: string; count: number }>();
  return results.map(({ id, count }) => ({ id, destinationCount: count }));
}

/** A record with its threats as they stand in the database: what a write compares itself with. */
export interface EndangeredRecord {
  record: LinkRecord;
  threatsText: string;
}

export async function listEndangeredById(db: D1Database, ids: string[]): Promise<EndangeredRecord[]> {
  const { results } = await db
    .prepare("SELECT r.* FROM json_each(?1) i CROSS JOIN records r ON r.id = i.value")
    .bind(JSON.stringify(ids))
    .all<RecordRow>();
  return results.map((row) => ({ record: toRecord(row), threatsText: row.threats }));
}

/** @throws AssertionError `stale_version`, from the commit: another write came first */
export function commitThreats(
  db: D1Database,
  { record, threatsText }: EndangeredRecord,
  threats: Threats,
): D1PreparedStatement[] {
  const condition = "SELECT count(*) = 1 FROM records WHERE id = ? AND version = ? AND threats = ?";
  return [
    assertThat(db, "stale_version", condition, record.id, record.version, threatsText),
    db.prepare("UPDATE records SET threats = ?2 WHERE id = ?1").bind(record.id, JSON.stringify(threats)),
  ];
}
