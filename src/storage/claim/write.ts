import type { ClaimKey } from "../../domain/claim-key.ts";
import type { Hostname } from "../../domain/hostname.ts";
import type { HostError, Host } from "../../domain/host.ts";
import type { Proof } from "../../domain/proof-mode.ts";
import { assertThat } from "../commit.ts";
import { toErrorsColumn } from "../host/row.ts";

export interface ClaimState {
  workspaceId: string;
  /** Undefined if DNS gave no answer; the stored proof does not change then. */
  proof: Proof | null | undefined;
  absentSinceMs: number | null;
  errors: HostError[];
  claimDueAtMs: number;
}

/** Updates claims with the findings of a check. A holder whose proof was found holds with proof from then on. */
export function updateClaims(
  db: D1Database,
  host: Hostname,
  states: ClaimState[],
  nowMs: number,
): D1PreparedStatement {
  const rows = states.map(({ workspaceId, proof, absentSinceMs, errors, claimDueAtMs }) => ({
    workspace_id: workspaceId,
    is_known: Number(proof !== undefined),
    proof: proof ?? null,
    absent_since: absentSinceMs,
    errors: toErrorsColumn(errors),
    due_at: claimDueAtMs,
  }));
  return db
    .prepare(
      `UPDATE hosts SET
         proof = iif(j.value ->> 'is_known', j.value ->> 'proof', proof),
         proven_at = iif(waiting_since IS NULL AND j.value ->> 'proof' IS NOT NULL, coalesce(proven_at, ?3), proven_at),
         absent_since = iif(waiting_since IS NULL, NULL, j.value ->> 'absent_since'),
         claim_due_at = iif(waiting_since IS NULL, NULL, j.value ->> 'due_at'),
         errors = j.value ->> 'errors'
       FROM json_each(?2) j WHERE hosts.name = ?1 AND hosts.workspace_id = j.value ->> 'workspace_id'`,
    )
    .bind(host, JSON.stringify(rows), nowMs);
}

export function updateWaitingDns(
  db: D1Database,
  host: Hostname,
  dns: Pick<Host, "isDnsCorrect" | "currentDns">,
): D1PreparedStatement {
  return db
    .prepare(
      "UPDATE hosts SET correct = ?2, current = ?3 WHERE name = ?1 AND waiting_since IS NOT NULL AND (correct, current) <> (?2, ?3)",
    )
    .bind(host, Number(dns.isDnsCorrect), JSON.stringify(dns.currentDns));
}

/** Asserts that a claim still holds its hostname, or still waits for it, as the key that was read says. */
export function assertSameKey(db: D1Database, workspaceId: string, key: ClaimKey): D1PreparedStatement {
  const condition = "EXISTS (SELECT 1 FROM hosts WHERE host = ?1 AND workspace_id = ?2)";
  return assertThat(db, "stale_version", condition, key, workspaceId);
}

/** Makes all claims that wait for a hostname due for a check, because the hostname has become free. */
export function makeClaimsDue(db: D1Database, host: Hostname, nowMs: number): D1PreparedStatement {
  return db
    .prepare("UPDATE hosts SET claim_due_at = ?2 WHERE name = ?1 AND waiting_since IS NOT NULL")
    .bind(host, nowMs);
}

const CLAIMS_A_RUN = 500;
const HAS_NOTHING = "proof IS NULL AND record_count = 0";

const ENDED = `FROM hosts INDEXED BY hosts_waiting WHERE waiting_since < ?1 AND ${HAS_NOTHING}`;

/** Returns the condition that claims have waited for so long. It reads every waiting claim. */
export const hasOldClaims = (keptMs: number): string =>
  `EXISTS (SELECT 1 ${ENDED.replace("?1", `?1 - ${keptMs}`)})`;

/**
 * Deletes claims without proof and without records that have waited since before a moment (contract 10.19), a bounded
 * number at a time.
 */
export async function deleteOldClaims(db: D1Database, beforeMs: number): Promise<void> {
  const list = await db
    .prepare(`SELECT host ${ENDED} LIMIT ${CLAIMS_A_RUN}`)
    .bind(beforeMs)
    .all<{ host: ClaimKey }>();
  if (list.results.length === 0) return;
  const hosts = JSON.stringify(list.results.map(({ host }) => host));
  const condition = `host IN (SELECT value FROM json_each(?1)) AND waiting_since < ?2 AND ${HAS_NOTHING}`;
  await db.batch([
    db
      .prepare(
        `UPDATE workspaces SET host_count = host_count - c.count
         FROM (SELECT workspace_id, count(*) AS count FROM hosts WHERE ${condition} GROUP BY 1) c
         WHERE workspaces.id = c.workspace_id`,
      )
      .bind(hosts, beforeMs),
    db.prepare(`DELETE FROM hosts WHERE ${condition}`).bind(hosts, beforeMs),
  ]);
}
