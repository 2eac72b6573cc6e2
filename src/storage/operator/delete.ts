import type { ClaimKey } from "../../domain/claim-key.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { readShapes } from "../move/shape.ts";
import { movedTables } from "../move/table.ts";
import { noteOrphan } from "../host/orphaned-certificate.ts";
import { assertSameKey, makeClaimsDue } from "../claim/write.ts";

/** The statements that remove a workspace, each of bounded size. */

const ROWS_A_STEP = 2_000;

/** The tables of counts with rows for a scope (a record or a workspace), each with the rest of its key. */
const SCOPED = {
  clicks_by_value: "dimension, day, value",
  clicks_hourly: "hour",
  clicks_daily: "day",
  click_sheets: "day",
  click_months: "first_day",
  conversion_sums: "day, name, kind, value",
};

/** Returns statements that each delete some counts of scopes. All are deleted once no statement changes a row. */
export function deleteCounts(db: D1Database, scopeIds: string[]): D1PreparedStatement[] {
  return Object.entries(SCOPED).map(([table, rest]) =>
    db
      .prepare(
        `DELETE FROM ${table} WHERE (scope_id, ${rest}) IN (
           SELECT scope_id, ${rest} FROM ${table}
           WHERE scope_id IN (SELECT value FROM json_each(?1)) LIMIT ${ROWS_A_STEP})`,
      )
      .bind(JSON.stringify(scopeIds)),
  );
}

interface ClaimedHost {
  name: Hostname;
  key: ClaimKey;
}

export async function selectClaimedHosts(
  db: D1Database,
  workspaceId: string,
  limit: number,
): Promise<ClaimedHost[]> {
  const { results } = await db
    .prepare("SELECT name, host AS key FROM hosts WHERE workspace_id = ?1 ORDER BY host LIMIT ?2")
    .bind(workspaceId, limit)
    .all<ClaimedHost>();
  return results;
}

/**
 * Deletes the claims of a workspace on hostnames. Other claims that wait for them become due for a check.
 * @throws AssertionError `stale_version`, from the commit, if a claim holds or lost its hostname since it was read
 */
export function deleteClaims(
  db: D1Database,
  workspaceId: string,
  hosts: ClaimedHost[],
  nowMs: number,
): D1PreparedStatement[] {
  return hosts.flatMap(({ name, key }) => [
    assertSameKey(db, workspaceId, key),
    noteOrphan(db, workspaceId, name, nowMs),
    db.prepare("DELETE FROM hosts WHERE workspace_id = ?1 AND name = ?2").bind(workspaceId, name),
    makeClaimsDue(db, name, nowMs),
  ]);
}

/** Tables of a workspace whose rows other statements delete. */
const IN_OTHER_STEPS = ["memberships", "hosts", "records", "record_tags", "changes"];
/** Tables with rows of a workspace that no move copies. */
const NEVER_MOVED = [{ name: "count_cache" }, { name: "moves" }];

/** The tables with the values of changes. Their rows are deleted before the changes themselves. */
const VALUES_OF_CHANGES = ["change_inputs", "change_chunks"];
/** The most values that one statement deletes. Each may have a megabyte. */
const VALUES_A_STEP = 100;

/** Deletes the tokens of a workspace and the keys of their calls, so that no caller can use the API for it. */
export function deleteTokens(db: D1Database, workspaceId: string): D1PreparedStatement[] {
  return [
    `DELETE FROM idempotency_keys WHERE token_id IN (SELECT id FROM tokens WHERE workspace_id = ?1)`,
    "DELETE FROM tokens WHERE workspace_id = ?1",
  ].map((sql) => db.prepare(sql).bind(workspaceId));
}

/**
 * Returns statements that each delete some rows of a workspace, first those that refer to others. All are deleted once no
 * statement changes a row.
 */
export async function deleteOwnedRows(db: D1Database, workspaceId: string): Promise<D1PreparedStatement[]> {
  const named = movedTables(workspaceId, 0).filter(
    ({ name, owner }) => owner === undefined && !IN_OTHER_STEPS.includes(name),
  );
  const shapes = await readShapes(db, [...named.toReversed(), ...NEVER_MOVED], workspaceId);
  return [
    ...shapes.map(({ name, keys }) => {
      const key = keys.join(", ");
      return `DELETE FROM ${name} WHERE workspace_id = ?1 AND (${key}) IN (
        SELECT ${key} FROM ${name} WHERE workspace_id = ?1 LIMIT ${ROWS_A_STEP})`;
    }),
    ...VALUES_OF_CHANGES.map(
      (table) =>
        `DELETE FROM ${table} WHERE rowid IN (
           SELECT v.rowid FROM changes c CROSS JOIN ${table} v ON v.change_id = c.id
           WHERE c.workspace_id = ?1 LIMIT ${VALUES_A_STEP})`,
    ),
    "DELETE FROM miss_totals WHERE scope_id = ?1",
    `DELETE FROM changes WHERE workspace_id = ?1
       AND NOT EXISTS (SELECT 1 FROM change_inputs i WHERE i.change_id = changes.id)
       AND NOT EXISTS (SELECT 1 FROM change_chunks k WHERE k.change_id = changes.id)`,
  ].map((sql) => db.prepare(sql).bind(workspaceId));
}

/** Deletes a workspace without records, hostnames and other rows, and its users who belong to no other workspace. */
export function deleteEmptyWorkspace(db: D1Database, workspaceId: string): D1PreparedStatement[] {
  return [
    db.prepare("PRAGMA defer_foreign_keys = on"),
    db
      .prepare(
        `DELETE FROM users WHERE id IN (SELECT user_id FROM memberships WHERE workspace_id = ?1)
           AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = users.id AND m.workspace_id <> ?1)`,
      )
      .bind(workspaceId),
    // Former members were kept because records showed their names.
    db.prepare("DELETE FROM users WHERE left_workspace = ?1").bind(workspaceId),
    db.prepare("DELETE FROM memberships WHERE workspace_id = ?1").bind(workspaceId),
    // Cron may have added clicks to sheets until now.
    ...["click_sheets", "click_months", "click_ids", "conversions", "conversion_sums"].map((table) =>
      db.prepare(`DELETE FROM ${table} WHERE workspace_id = ?1`).bind(workspaceId),
    ),
    db.prepare("DELETE FROM workspaces WHERE id = ?1").bind(workspaceId),
  ];
}
