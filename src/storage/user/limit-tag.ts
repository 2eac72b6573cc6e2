import { foldTag } from "../../domain/tag.ts";
import type { Change } from "../change/read.ts";

/** How the limits of members and tokens follow the rename of a tag (contract 27.18). */

const LIMITED = ["memberships", "tokens"] as const;

/** Selects the tags to which members and tokens of a workspace are limited, as they are written. */
export async function selectLimitTags(db: D1Database, workspaceId: string): Promise<string[]> {
  const each = LIMITED.map(
    (table) =>
      `SELECT t.value AS tag FROM ${table} l, json_each(l.limits, '$.tags') t WHERE l.workspace_id = ?1 AND t.value IS NOT NULL`,
  );
  const { results } = await db.prepare(each.join(" UNION ")).bind(workspaceId).all<{ tag: string }>();
  return results.map(({ tag }) => tag);
}

const HAS_RECORDS = "EXISTS (SELECT 1 FROM record_tags WHERE workspace_id = ?1 AND tag = ?5)";
const FOLLOWS = "EXISTS (SELECT 1 FROM changes WHERE id = ?2 AND request ->> 'movesLimits')";
const has = (list: string) =>
  `EXISTS (SELECT 1 FROM json_each(limits, '$.tags') WHERE value IN (SELECT value FROM json_each(${list})))`;

/** Notes that limits follow a change, unless records have the new tag already: their number would grow by those. */
export function noteFollowing(
  db: D1Database,
  { id, workspaceId }: Pick<Change, "id" | "workspaceId">,
  to: string,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE changes SET request = json_set(request, '$.movesLimits', json('true'))
       WHERE id = ?1 AND state = 'applying'
         AND NOT EXISTS (SELECT 1 FROM record_tags WHERE workspace_id = ?2 AND tag = ?3)`,
    )
    .bind(id, workspaceId, foldTag(to));
}

/**
 * Adds a tag to the limits that have another, if limits follow the change and no record has the tag.
 * @param from the other, in all its spellings
 */
export function addLimitTag(
  db: D1Database,
  { id, workspaceId }: Pick<Change, "id" | "workspaceId">,
  from: readonly string[],
  to: string,
): D1PreparedStatement[] {
  return LIMITED.map((table) =>
    db
      .prepare(
        `UPDATE ${table} SET limits = json_insert(limits, '$.tags[#]', ?4)
         WHERE workspace_id = ?1 AND ${has("?3")} AND NOT ${has("json_array(?4)")} AND ${FOLLOWS} AND NOT ${HAS_RECORDS}`,
      )
      .bind(workspaceId, id, JSON.stringify(from), to, foldTag(to)),
  );
}

/** Removes a tag, in all its spellings, from the limits that also have another, if limits follow the change and no record has it. */
export function dropLimitTag(
  db: D1Database,
  { id, workspaceId }: Pick<Change, "id" | "workspaceId">,
  from: readonly string[],
  to: readonly string[],
): D1PreparedStatement[] {
  return LIMITED.map((table) =>
    db
      .prepare(
        `UPDATE ${table} SET limits = json_set(limits, '$.tags', json((
           SELECT json_group_array(value) FROM json_each(limits, '$.tags')
           WHERE value NOT IN (SELECT value FROM json_each(?3)))))
         WHERE workspace_id = ?1 AND ${has("?3")} AND ${has("?4")} AND ${FOLLOWS} AND NOT ${HAS_RECORDS}`,
      )
      .bind(workspaceId, id, JSON.stringify(from), JSON.stringify(to), foldTag(from[0] ?? "")),
  );
}
