import type { Hostname } from "../../domain/hostname.ts";
import type { MissState } from "../../domain/misses.ts";

/** Reviews of missed paths. Triggers of `records` request them (contract 31.8). */

/** A hostname whose missed paths are compared with its records, and the progress of the comparison. */
export interface MissReview {
  workspaceId: string;
  host: Hostname;
  behind: string;
  asked: number;
}

export const HAS_REVIEWS = "EXISTS (SELECT 1 FROM miss_reviews)";

export async function selectMissReviews(db: D1Database, limit: number): Promise<MissReview[]> {
  const { results } = await db
    .prepare("SELECT workspace_id AS workspaceId, host, behind, asked FROM miss_reviews LIMIT ?1")
    .bind(limit)
    .all<MissReview>();
  return results;
}

/** Selects the next paths of a review, whatever their state. */
export async function selectReviewedPaths(
  db: D1Database,
  { workspaceId, host, behind }: MissReview,
  limit: number,
): Promise<{ slot: string; path: string; state: MissState }[]> {
  const { results } = await db
    .prepare(
      `SELECT slot, path, state FROM misses
       WHERE workspace_id = ?1 AND host = ?2 AND slot > ?3 AND slot >= 'p' AND slot < 'q' AND redacted = 0
       ORDER BY slot LIMIT ?4`,
    )
    .bind(workspaceId, host, behind, limit)
    .all<{ slot: string; path: string; state: MissState }>();
  return results;
}

/** Advances a review, or ends it if `behind` is null. Does nothing if a record was added since. */
export function moveMissReview(
  db: D1Database,
  review: MissReview,
  behind: string | null,
): D1PreparedStatement {
  const { workspaceId, host, asked } = review;
  const same = "workspace_id = ?1 AND host = ?2 AND asked = ?3 AND behind = ?4";
  return behind === null
    ? db.prepare(`DELETE FROM miss_reviews WHERE ${same}`).bind(workspaceId, host, asked, review.behind)
    : db
        .prepare(`UPDATE miss_reviews SET behind = ?5 WHERE ${same}`)
        .bind(workspaceId, host, asked, review.behind, behind);
}
