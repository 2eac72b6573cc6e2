import type { Claim } from "../../domain/host.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { HOST_SLOT, type Slot } from "../../domain/slot.ts";
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

/** Copies the numbers of all slots of hostnames, which name the keys that KV has. Returns how many there are. */
export async function copySlots(from: D1Database, to: D1Database, hosts: Hostname[]): Promise<number> {
  for (let [copied, left, after] = [0, hosts, ""]; ; copied += SLOTS_AT_ONCE) {
    const { results } = await from
      .prepare(
        `SELECT s.host, s.slot, s.seq FROM json_each(?1) j CROSS JOIN slots s
           ON s.host = j.value AND s.slot > iif(j.key = 0, ?2, '') LIMIT ?3`,
      )
      .bind(JSON.stringify(left), after, SLOTS_AT_ONCE)
      .all<Slot & { seq: number }>();
    await to
      .prepare(
        `INSERT INTO slots (host, slot, seq)
           SELECT value ->> 'host', value ->> 'slot', value ->> 'seq' FROM json_each(?1) WHERE true
         ON CONFLICT (host, slot) DO UPDATE SET seq = max(seq, excluded.seq)`,
      )
      .bind(JSON.stringify(results))
      .run();
    const last = results.at(-1);
    if (last === undefined || results.length < SLOTS_AT_ONCE) return copied + results.length;
    left = left.slice(left.indexOf(last.host));
    after = last.slot;
  }
}

/** Gives all slots of a hostname but its own the number of the commit. */
export function renumberSlots(db: D1Database, host: Hostname): D1PreparedStatement {
  return db
    .prepare("UPDATE slots SET seq = (SELECT value FROM sequence) WHERE host = ?1 AND slot <> ?2")
    .bind(host, HOST_SLOT);
}
