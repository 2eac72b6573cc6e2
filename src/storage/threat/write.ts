import type { Threats } from "../../domain/threat.ts";
import { assertThat } from "../commit.ts";
import type { RecordWithThreats, RoundPart } from "./read.ts";

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
