import type { Claim } from "../../domain/host.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { HOST_SLOT } from "../../domain/slot.ts";
import { assertThat } from "../commit.ts";
import { stopHolding } from "./holder.ts";

/** What a hostname that passes to another database takes with it, and what it leaves. */

/**
 * Has a claim stop holding its hostname without a note, so that KV keeps what visitors get.
 * @param yieldedTo the workspace to which it gives the hostname; null if it loses it
 * @throws AssertionError `stale_version`, from the batch, if a check has found its proof since, or if snapshots of the hostname
 *   have still to be written
 */
export function stopHoldingQuietly(
  db: D1Database,
  holder: Claim,
  yieldedTo: string | null,
  nowMs: number,
): D1PreparedStatement[] {
  const isSettled = `EXISTS (SELECT 1 FROM hosts WHERE host = ?1 AND workspace_id = ?2 AND proven_at IS ?3)
    AND NOT EXISTS (SELECT 1 FROM pending WHERE host = ?1) AND NOT EXISTS (SELECT 1 FROM reprojections WHERE host = ?1)`;
  return [
    assertThat(db, "stale_version", isSettled, holder.name, holder.workspaceId, holder.provenAtMs),
    db.prepare("PRAGMA defer_foreign_keys = on"),
    ...stopHolding(db, holder.name, holder.workspaceId, yieldedTo, nowMs),
  ];
}

/** Has a claim stop holding its hostname without a note, whatever waits to be written. */
export async function endHolding(
  db: D1Database,
  { name, workspaceId }: Pick<Claim, "name" | "workspaceId">,
  nowMs: number,
): Promise<void> {
  const deferred = db.prepare("PRAGMA defer_foreign_keys = on");
  await db.batch([deferred, ...stopHolding(db, name, workspaceId, null, nowMs)]);
}

const SLOTS_AT_ONCE = 5_000;

/** Copies the numbers of all slots of a hostname, which name the keys that KV has. Returns how many there are. */
export async function copySlots(from: D1Database, to: D1Database, host: Hostname): Promise<number> {
  for (let [copied, after] = [0, ""]; ; copied += SLOTS_AT_ONCE) {
    const { results } = await from
      .prepare("SELECT slot, seq FROM slots WHERE host = ?1 AND slot > ?2 ORDER BY slot LIMIT ?3")
      .bind(host, after, SLOTS_AT_ONCE)
      .all<{ slot: string; seq: number }>();
    await to
      .prepare(
        `INSERT INTO slots (host, slot, seq) SELECT ?1, value ->> 'slot', value ->> 'seq' FROM json_each(?2) WHERE true
         ON CONFLICT (host, slot) DO UPDATE SET seq = max(seq, excluded.seq)`,
      )
      .bind(host, JSON.stringify(results))
      .run();
    if (results.length < SLOTS_AT_ONCE) return copied + results.length;
    after = results.at(-1)?.slot ?? "";
  }
}

/** Gives all slots of a hostname but its own the number of the commit. */
export function renumberSlots(db: D1Database, host: Hostname): D1PreparedStatement {
  return db
    .prepare("UPDATE slots SET seq = (SELECT value FROM sequence) WHERE host = ?1 AND slot <> ?2")
    .bind(host, HOST_SLOT);
}

/** The facts that belong to a hostname and not to a claim, as JSON. */
export async function selectPassedFacts(db: D1Database, host: Hostname): Promise<string | null> {
  return db
    .prepare(
      `SELECT json_object('correct', correct, 'current', current, 'turned_at', turned_at, 'dns_verified_at', dns_verified_at,
         'certificate', certificate, 'ssl_issued_at', ssl_issued_at, 'ssl_renews_at', ssl_renews_at) AS facts
       FROM hosts WHERE name = ?1 ORDER BY certificate IS NULL, waiting_since DESC LIMIT 1`,
    )
    .bind(host)
    .first<string>("facts");
}

/** Gives a holder the facts of its hostname. Without HTTPS of its own, the certificate becomes an orphan. */
export function takePassedFacts(
  db: D1Database,
  host: Hostname,
  facts: string,
  nowMs: number,
): D1PreparedStatement[] {
  const ifHttps = (name: string) => `${name} = iif(https_requested, ?2 ->> '${name}', NULL)`;
  return [
    db
      .prepare(
        `UPDATE hosts SET correct = ?2 ->> 'correct', current = ?2 ->> 'current', turned_at = ?2 ->> 'turned_at',
           dns_verified_at = ?2 ->> 'dns_verified_at', ${["certificate", "ssl_issued_at", "ssl_renews_at"].map(ifHttps).join(", ")}
         WHERE host = ?1`,
      )
      .bind(host, facts),
    db
      .prepare(
        `INSERT INTO orphaned_certificates (id, hostname, due_at)
         SELECT ?2 ->> 'certificate' ->> 'id', ltrim(?1, '*.'), ?3 FROM hosts
         WHERE host = ?1 AND certificate IS NULL AND ?2 ->> 'certificate' IS NOT NULL ON CONFLICT DO NOTHING`,
      )
      .bind(host, facts, nowMs),
  ];
}

/** Has the claims of a database, which all wait, forget the facts that their hostname took with it. */
export function forgetPassedFacts(db: D1Database, host: Hostname): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE hosts SET certificate = NULL, ssl_issued_at = NULL, ssl_renews_at = NULL, behind_since = NULL
       WHERE name = ?1 AND waiting_since IS NOT NULL`,
    )
    .bind(host);
}
