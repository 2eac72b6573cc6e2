import { fromStoredReason, toStoredReason, type Stored } from "./read.ts";
import { toJsonParts } from "../statement.ts";
import type { Hostname } from "../../domain/hostname.ts";
import {
  CHECK_RESULTS,
  NO_COUNTS,
  TALLY_SAMPLE,
  type Check,
  type CheckCounts,
  type HostTally,
  type UncoveredUrl,
} from "../../domain/check/check.ts";

/** The counts of checks for each hostname, which are stored next to their results (contract 31.13). */

const SUMS = CHECK_RESULTS.map(
  (name) => `'${name}', (counts ->> '${name}') + (excluded.counts ->> '${name}')`,
);

/** Adds the counts of some URLs. The statements belong to the batch that writes the results. */
export function addTallies(
  db: D1Database,
  { id, workspaceId }: Pick<Check, "id" | "workspaceId">,
  tallies: HostTally[],
): D1PreparedStatement[] {
  const statement = db.prepare(
    `INSERT INTO check_hosts (check_id, host, workspace_id, counts, sample)
     SELECT ?1, value ->> 'host', ?2, value -> 'counts', value -> 'sample' FROM json_each(?3) WHERE true
     ON CONFLICT (check_id, host) DO UPDATE SET counts = json_object(${SUMS.join(", ")}),
       sample = (SELECT json_group_array(json(value)) FROM (
         SELECT value FROM (SELECT value FROM json_each(check_hosts.sample)
           UNION ALL SELECT value FROM json_each(excluded.sample))
         ORDER BY value ->> 'line' LIMIT ${TALLY_SAMPLE}))`,
  );
  const stored = tallies.map((tally) => ({ ...tally, sample: tally.sample.map(toStoredReason) }));
  return toJsonParts(stored).map((part) => statement.bind(id, workspaceId, part));
}

/** Completes the tallies of a check, if the same batch has finished it. */
export function finishTallies(db: D1Database, checkId: string, finishedAtMs: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE check_hosts SET finished_at = ?2 WHERE check_id = ?1 AND EXISTS (
         SELECT 1 FROM checks WHERE id = ?1 AND state = 'done' AND finished_at = ?2)`,
    )
    .bind(checkId, finishedAtMs);
}

export interface Coverage {
  checkId: string;
  finishedAtMs: number;
  counts: CheckCounts;
  sample: UncoveredUrl[];
}

/** Selects the counts of the last finished check with URLs of a hostname; null if there is none. */
export async function selectCoverage(
  db: D1Database,
  workspaceId: string,
  host: Hostname,
  nowMs: number,
): Promise<Coverage | null> {
  const row = await db
    .prepare(
      `SELECT h.* FROM (
         SELECT check_id, finished_at, counts, sample FROM check_hosts INDEXED BY check_hosts_by_host
         WHERE workspace_id = ?1 AND host = ?2 AND finished_at IS NOT NULL ORDER BY finished_at DESC LIMIT 1) h
       JOIN checks c ON c.id = h.check_id AND c.expires_at > ?3`,
    )
    .bind(workspaceId, host, nowMs)
    .first<{ check_id: string; finished_at: number; counts: string; sample: string }>();
  if (row === null) return null;
  return {
    checkId: row.check_id,
    finishedAtMs: row.finished_at,
    counts: { ...NO_COUNTS, ...(JSON.parse(row.counts) as Partial<CheckCounts>) },
    sample: (JSON.parse(row.sample) as Stored<UncoveredUrl>[]).map(fromStoredReason<UncoveredUrl>),
  };
}
