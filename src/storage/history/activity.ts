import type { Act, Activity, ActivityKind } from "../../domain/activity.ts";
import { idPrefix } from "../../domain/id-time.ts";
import type { ListPart } from "../../domain/list.ts";
import type { Reach } from "../../domain/reach.ts";
import type { Channel } from "../../domain/record.ts";
import { hostsParameter, nameWithin } from "../reach.ts";
import { rowWithin } from "../within.ts";
import { toDiff, undoneBy } from "./read.ts";

/** Who acted, and when: the id begins with the time. */
interface By {
  id: string;
  workspaceId: string;
  /** If the name is null, the statement stores the name that the user has then. */
  actor: { id: string; name: string | null };
  tokenId: string | null;
  channel: Channel;
}

/** @param isIfChanged whether nothing is noted if the statement before has changed no row */
export function insertActivity(
  db: D1Database,
  acts: (Act & By)[],
  isIfChanged: boolean,
): D1PreparedStatement {
  const rows = acts.map(({ id, workspaceId, actor, tokenId, channel, ...act }) => [
    workspaceId,
    id,
    act.kind,
    act.action,
    act.subject,
    act.name,
    act.host,
    act.fields,
    actor.id,
    actor.name,
    tokenId,
    channel,
    act.limits ? JSON.stringify(act.limits) : null,
  ]);
  return db
    .prepare(
      `INSERT INTO activity (workspace_id, id, kind, action, subject, name, host, fields, actor_id, actor_name, token_id, source, diff)
       SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8,
         coalesce(value ->> 9, (SELECT u.name FROM users u WHERE u.id = value ->> 8), ''), value ->> 10, value ->> 11, value ->> 12
       FROM json_each(?1) WHERE ${isIfChanged ? "changes() > 0" : "true"} ON CONFLICT DO NOTHING`,
    )
    .bind(JSON.stringify(rows));
}

export interface ActivityFilter {
  kinds?: readonly ActivityKind[];
  /** The id of a person or of a token. */
  actor?: string;
  host?: string;
  afterMs?: number;
  beforeMs?: number;
}

/** The most entries that one call reads. A filter that fits few of them goes on with the next call. */
const WINDOW = 5_000;

/** Changes have their hostnames in their own row (contract 27.11). */
const CHANGE = "kind = 'change' AND EXISTS (SELECT 1 FROM changes WHERE changes.id = subject AND";

interface ActivityRow extends Omit<Activity, "fields" | "diff" | "limits" | "actor" | "tokenId" | "channel"> {
  fields: string | null;
  diff: string | null;
  old: string | null;
  new: string | null;
  actor_id: string;
  actor_name: string;
  token_id: string | null;
  source: Channel;
}

/**
 * Selects a page of the activity within a reach.
 * @returns `end`: where the read stopped, if it has fewer entries than it was asked for and there may be more
 */
export async function selectActivity(
  db: D1Database,
  reach: Reach,
  { kinds, actor, host, afterMs, beforeMs }: ActivityFilter,
  { after, isBackward, limit }: ListPart,
): Promise<{ items: Activity[]; end: string | null }> {
  const direction = isBackward ? "ASC" : "DESC";
  const least = afterMs === undefined ? "" : idPrefix(afterMs);
  const most = beforeMs === undefined ? "~" : idPrefix(beforeMs);
  const window = `FROM activity
    WHERE workspace_id = ?1 AND id > ?2 AND id < ?3 ORDER BY id ${direction}`;
  const bounds = [
    reach.workspaceId,
    isBackward && after !== null ? after : least,
    isBackward || after === null ? most : after,
  ];
  const { results } = await db
    .prepare(
      `SELECT a.*, h.old, h.new, ${undoneBy("h")} AS undoes FROM (
         SELECT * FROM (SELECT * ${window} LIMIT ${WINDOW})
         WHERE (?4 IS NULL OR kind IN (SELECT value FROM json_each(?4)))
           AND (?5 IS NULL OR ?5 IN (actor_id, token_id))
           AND (?6 IS NULL OR host = ?6
             OR ${CHANGE} ?6 IN (SELECT value FROM json_each(coalesce(changes.hosts, reach)))))
           AND (${nameWithin("host", "?7")} OR ${CHANGE} ${rowWithin("changes", "?7", "?1")}))
         ORDER BY id ${direction} LIMIT ?8) a
       LEFT JOIN history h ON h.id = a.id ORDER BY a.id ${direction}`,
    )
    .bind(
      ...bounds,
      kinds === undefined ? null : JSON.stringify(kinds),
      actor ?? null,
      host ?? null,
      hostsParameter(reach),
      limit,
    )
    .all<ActivityRow>();
  const last = db.prepare(`SELECT id ${window} LIMIT 1 OFFSET ${WINDOW - 1}`).bind(...bounds);
  const end = results.length < limit ? await last.first<{ id: string }>() : null;
  return { items: results.map(toActivity), end: end?.id ?? null };
}

function toActivity({
  fields,
  diff: limits,
  actor_id: id,
  actor_name: name,
  token_id: tokenId,
  source,
  ...row
}: ActivityRow): Activity {
  return {
    ...row,
    fields: fields === null ? null : (JSON.parse(fields) as string[]),
    limits: limits === null ? null : (JSON.parse(limits) as Activity["limits"] & object),
    diff: row.old === null || row.new === null ? null : toDiff({ old: row.old, new: row.new }),
    actor: { id, name },
    tokenId,
    channel: source,
  };
}
