import type { Hostname } from "../../domain/hostname.ts";
import type { Candidate, Suggestion } from "../../domain/suggest/suggest.ts";
import { bindParts } from "../statement.ts";

/** The most records of a hostname that suggestions consider. */
const MAX_RECORDS = 20_000;

/** A hostname with missed paths that have no suggestions yet. */
export interface WaitingHost {
  workspaceId: string;
  host: Hostname;
}

export const HAS_WAITING_PATHS =
  "EXISTS (SELECT 1 FROM misses INDEXED BY misses_to_suggest WHERE suggested_at IS NULL)";

/**
 * Selects hostnames that wait for suggestions, by chance. In an order of names, hostnames that always have new paths
 * would leave no time for those behind them.
 */
export async function selectWaitingHosts(db: D1Database, limit: number): Promise<WaitingHost[]> {
  const { results } = await db
    .prepare(
      `SELECT workspace_id AS workspaceId, host FROM misses INDEXED BY misses_to_suggest
       WHERE suggested_at IS NULL GROUP BY host, workspace_id ORDER BY random() LIMIT ?1`,
    )
    .bind(limit)
    .all<WaitingHost>();
  return results;
}

export async function selectWaitingPaths(
  db: D1Database,
  { workspaceId, host }: WaitingHost,
  limit: number,
): Promise<{ slot: string; path: string }[]> {
  const { results } = await db
    .prepare(
      `SELECT slot, path FROM misses INDEXED BY misses_to_suggest
       WHERE suggested_at IS NULL AND workspace_id = ?1 AND host = ?2 LIMIT ?3`,
    )
    .bind(workspaceId, host, limit)
    .all<{ slot: string; path: string }>();
  return results;
}

/** Selects exact sources of a hostname with the first destination of each. */
export async function selectSources(
  db: D1Database,
  { workspaceId, host }: WaitingHost,
): Promise<Candidate[]> {
  const { results } = await db
    .prepare(
      `SELECT source AS path, destinations ->> 0 AS destination FROM records INDEXED BY records_by_slot
       WHERE host = ?1 AND slot >= 'p' AND slot < 'q' AND workspace_id = ?2 AND paused_by IS NULL
         AND destinations ->> 0 IS NOT NULL LIMIT ${MAX_RECORDS}`,
    )
    .bind(host, workspaceId)
    .all<Candidate>();
  return results;
}

export function updateSuggestions(
  db: D1Database,
  { workspaceId, host }: WaitingHost,
  suggestions: ReadonlyMap<string, Suggestion[]>,
  nowMs: number,
): D1PreparedStatement[] {
  const rows = [...suggestions].map(([slot, list]) => [slot, JSON.stringify(list)]);
  const update = `
    UPDATE misses SET suggestions = j.value ->> 1, suggested_at = ?4 FROM json_each(?1) j
    WHERE workspace_id = ?2 AND host = ?3 AND slot = j.value ->> 0 AND redacted = 0`;
  return bindParts(db, update, rows, workspaceId, host, nowMs);
}
