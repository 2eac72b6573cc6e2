import type { ChangeState } from "../../domain/change/change.ts";
import type { Change } from "../change/read.ts";

/** The limits of the members and tokens of a workspace that have tags, as JSON, which follow the rename of a tag. */

const LIMITED = ["memberships", "tokens"];

/** Selects the limits of members and tokens, each text once. */
export async function selectLimits(db: D1Database, workspaceId: string): Promise<string[]> {
  const each = LIMITED.map((table) => `SELECT limits FROM ${table} WHERE workspace_id = ?1`);
  const { results } = await db
    .prepare(each.join(" UNION "))
    .bind(workspaceId)
    .all<{ limits: string | null }>();
  return results.flatMap(({ limits }) => limits ?? []);
}

/**
 * Replaces limits, and notes that they follow a change, if the batch has brought the change to a state.
 * @param pairs limits as they are, and what takes their place
 */
export function replaceLimits(
  db: D1Database,
  { id, workspaceId }: Pick<Change, "id" | "workspaceId">,
  state: ChangeState,
  pairs: [from: string, to: string][],
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        "UPDATE changes SET request = json_set(request, '$.movesLimits', json('true')) WHERE id = ?1 AND state = ?2",
      )
      .bind(id, state),
    ...LIMITED.map((table) =>
      db
        .prepare(
          `UPDATE ${table} SET limits = j.value ->> 1 FROM json_each(?3) j CROSS JOIN changes c ON c.id = ?2 AND c.state = ?4
           WHERE ${table}.workspace_id = ?1 AND ${table}.limits = j.value ->> 0`,
        )
        .bind(workspaceId, id, JSON.stringify(pairs), state),
    ),
  ];
}
