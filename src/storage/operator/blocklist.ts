import type { Hostname } from "../../domain/hostname.ts";
import type { PlainStatement } from "../statement.ts";

/** The installation's blocklist: hostnames that no record of any workspace may lead to (contract 25.5). */

/** Adds hostnames. The SQL fails if there would be more than `most`. */
export function addToBlocklist(hosts: Hostname[], most: number, nowMs: number): PlainStatement[] {
  const all = `SELECT json_group_array(value) FROM (
    SELECT b.value FROM installation_blocklist i, json_each(i.hosts) b UNION SELECT value FROM json_each(?1))`;
  return [
    {
      sql: `INSERT INTO installation_blocklist (one, hosts, updated_at) VALUES (1, (${all}), ?2)
        ON CONFLICT (one) DO UPDATE SET hosts = excluded.hosts, updated_at = excluded.updated_at`,
      parameters: [JSON.stringify(hosts), nowMs],
    },
    {
      sql: `INSERT INTO assertion (holds, code)
        SELECT json_array_length(hosts) <= ?1, 'blocklist_limit' FROM installation_blocklist`,
      parameters: [most],
    },
  ];
}

export function removeFromBlocklist(hosts: Hostname[], nowMs: number): PlainStatement[] {
  return [
    {
      sql: `UPDATE installation_blocklist SET updated_at = ?2, hosts = (
          SELECT json_group_array(b.value) FROM json_each(hosts) b
          WHERE b.value NOT IN (SELECT value FROM json_each(?1)))`,
      parameters: [JSON.stringify(hosts), nowMs],
    },
    { sql: "DELETE FROM installation_blocklist WHERE hosts = '[]'", parameters: [] },
  ];
}

/** Selects the next held hostnames, by name. @param after the last known hostname, or empty */
export async function selectHeldAfter(db: D1Database, after: string, limit: number): Promise<Hostname[]> {
  const { results } = await db
    .prepare("SELECT host FROM hosts WHERE host > ?1 AND waiting_since IS NULL ORDER BY host LIMIT ?2")
    .bind(after, limit)
    .all<{ host: Hostname }>();
  return results.map(({ host }) => host);
}
