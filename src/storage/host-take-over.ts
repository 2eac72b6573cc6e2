import { assertThat } from "./commit.ts";
import { orphanCertificate } from "./orphaned-certificates.ts";

/** Hostnames that pass from one workspace to another (section 10). */

/** Who has a hostname, and what the edge shows of it, as of one moment. */
export interface Holding {
  workspaceId: string;
  /** Whether its DNS was ever seen to lead here. */
  isVerified: boolean;
  /** The number of the last commit that touched it. */
  seq: number;
  /** Slots that show its records. */
  slots: string[];
}

const LAST_COMMIT = "SELECT coalesce(max(seq), 0) FROM slots WHERE host = ?1";

// The exact slot of a path tells whether there are sources with a query.
const SLOTS = `
  SELECT slot FROM records INDEXED BY records_by_slot WHERE host = ?1
  UNION SELECT 'p' || substr(slot, 2, instr(slot, '?') - 2)
  FROM records INDEXED BY records_by_slot WHERE host = ?1 AND slot >= 'q' AND slot < 'r'`;

export async function readHolding(db: D1Database, host: string): Promise<Holding | null> {
  const [held, listed] = await db.batch([
    db
      .prepare(
        `SELECT workspace_id, dns_verified_at IS NOT NULL AS is_verified, (${LAST_COMMIT}) AS seq
         FROM hosts WHERE host = ?1`,
      )
      .bind(host),
    db.prepare(SLOTS).bind(host),
  ]);
  const [row] = (held?.results ?? []) as { workspace_id: string; is_verified: number; seq: number }[];
  if (row === undefined) return null;
  return {
    workspaceId: row.workspace_id,
    isVerified: row.is_verified === 1,
    seq: row.seq,
    slots: ((listed?.results ?? []) as { slot: string }[]).map(({ slot }) => slot),
  };
}

/**
 * Takes a hostname that was never verified away from its holder, with the records on it.
 * @throws AssertionError `stale_version`, from the commit: it was verified, or changed in any way
 *   that the edge shows, since the holding was read
 */
export function releaseHost(
  db: D1Database,
  host: string,
  { workspaceId, seq }: Holding,
  nowMs: number,
): D1PreparedStatement[] {
  const condition = `(${LAST_COMMIT}) = ?3 AND EXISTS (
    SELECT 1 FROM hosts WHERE host = ?1 AND workspace_id = ?2 AND dns_verified_at IS NULL)`;
  return [
    assertThat(db, "stale_version", condition, host, workspaceId, seq),
    orphanCertificate(db, workspaceId, host, nowMs),
    db
      .prepare(
        `UPDATE workspaces SET host_count = host_count - 1,
           record_count = record_count - (SELECT count(*) FROM records WHERE host = ?1)
         WHERE id = ?2`,
      )
      .bind(host, workspaceId),
    db.prepare("DELETE FROM records WHERE host = ?1").bind(host),
    db.prepare("DELETE FROM hosts WHERE host = ?1").bind(host),
  ];
}
