import type { Reach } from "../../domain/reach.ts";
import {
  MAX_SHARED_STATISTICS,
  type SharedContent,
  type SharedStatistics,
} from "../../domain/statistics-share.ts";
import { fromHostsColumn, hostsParameter, listWithin, toHostsColumn } from "../reach.ts";

/** Shared statistics with what other tables tell of them. */
export interface StoredShare extends SharedStatistics {
  workspaceId: string;
  workspace: string;
  createdBy: { id: string; name: string };
}

/** @param where with parameters from `?1` on */
async function select(db: D1Database, where: string, ...parameters: unknown[]): Promise<StoredShare[]> {
  const { results } = await db
    .prepare(
      `SELECT s.id, s.content, s.hosts, s.password_hash AS passwordHash, s.ends_at AS endsAtMs, s.created_at AS createdAtMs,
         w.id AS workspaceId, w.name AS workspace, json_object('id', s.created_by, 'name', coalesce(u.name, '')) AS createdBy
       FROM shared_statistics s CROSS JOIN workspaces w ON w.id = s.workspace_id
       LEFT JOIN users u ON u.id = s.created_by WHERE ${where} ORDER BY s.id DESC`,
    )
    .bind(...parameters)
    .all<Record<"content" | "createdBy", string> & { hosts: string | null }>();
  return results.map(
    (row) =>
      ({
        ...row,
        content: JSON.parse(row.content) as SharedContent,
        hosts: fromHostsColumn(row.hosts),
        createdBy: JSON.parse(row.createdBy) as StoredShare["createdBy"],
      }) as StoredShare,
  );
}

/** Selects what a workspace shares, the newest first. @param id only this one, if it is there */
export function selectShared(db: D1Database, reach: Reach, id: string | null): Promise<StoredShare[]> {
  return select(
    db,
    `w.id = ?1 AND (?2 IS NULL OR s.id = ?2) AND ${listWithin("s.hosts", "?3")}`,
    reach.workspaceId,
    id,
    hostsParameter(reach),
  );
}

/** Selects by the hash of a link's secret; none if it has ended, or the workspace is suspended. */
export function selectOpenShared(db: D1Database, hash: string, nowMs: number): Promise<StoredShare[]> {
  return select(db, "s.hash = ?1 AND ifnull(s.ends_at > ?2, 1) AND w.suspended_at IS NULL", hash, nowMs);
}

/** Inserts nothing if the workspace has the most. */
export function insertShared(
  db: D1Database,
  { workspaceId, userId, hash }: { workspaceId: string; userId: string; hash: string },
  { id, content, hosts, passwordHash, endsAtMs, createdAtMs }: SharedStatistics,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO shared_statistics SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9
       WHERE (SELECT count(*) FROM shared_statistics WHERE workspace_id = ?2) < ${MAX_SHARED_STATISTICS}`,
    )
    .bind(
      id,
      workspaceId,
      hash,
      JSON.stringify(content),
      toHostsColumn(hosts),
      passwordHash,
      endsAtMs,
      userId,
      createdAtMs,
    );
}

export function deleteShared(db: D1Database, id: string): D1PreparedStatement {
  return db.prepare("DELETE FROM shared_statistics WHERE id = ?1").bind(id);
}
