import { idPrefix } from "../../domain/id-time.ts";
import { toPayload, type WebhookEvent } from "../../domain/webhook.ts";
import { bindParts } from "../statement.ts";

/**
 * Notes events for the webhooks of a workspace. The statements belong to the batch of the write that they tell, so that
 * no crash loses one (contract 35.25). In a workspace without webhooks they write no row.
 */

const INSERT = `
  INSERT INTO webhook_deliveries (event_id, webhook_id, workspace_id, type, hosts, payload, due_at, created_at)
  SELECT e.value ->> 0, w.id, w.workspace_id, e.value ->> 1,`;

/** Webhooks that are on and want an event. */
const WANTED = "w.off_at IS NULL AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = e.value ->> 1)";

/** Returns the condition that a webhook has all hostnames of a list, of which there is at least one. */
const coversAll = (
  hosts: string,
): string => `(w.hosts IS NULL OR (json_array_length(${hosts}) > 0 AND NOT EXISTS (
  SELECT 1 FROM json_each(${hosts}) WHERE value NOT IN (SELECT value FROM json_each(w.hosts)))))`;

/** Answers with the webhooks that were told, so that the caller can start to send. */
const RETURNING = "RETURNING webhook_id";

const NOTE = `${INSERT} e.value -> 4, e.value ->> 2, ?2, ?2
  FROM json_each(?1) e CROSS JOIN webhooks w ON w.workspace_id = e.value ->> 3
  WHERE ${WANTED} AND ${coversAll("e.value -> 4")}`;

export type NotedEvent = WebhookEvent & { workspaceId: string };

/**
 * Returns the statements that note events; none for no event.
 * @param isIfChanged notes them only if the statement before has changed a row
 */
export function noteEvents(
  db: D1Database,
  events: readonly NotedEvent[],
  nowMs: number,
  isIfChanged = false,
): D1PreparedStatement[] {
  const rows = events.map((event) => [
    eventId(nowMs),
    event.type,
    toPayload(event, nowMs),
    event.workspaceId,
    event.hosts,
  ]);
  if (rows.length === 0) return [];
  return bindParts(db, `${NOTE}${isIfChanged ? " AND changes() > 0" : ""} ${RETURNING}`, rows, nowMs);
}

/** Returns a UUID that begins with a time, so that the log is in the order of ids. @param tail random if absent */
export function eventId(nowMs: number, tail = crypto.randomUUID().slice(15)): string {
  return `${idPrefix(nowMs)}-7${tail}`;
}

/** What a change wrote: the counts of applied chunks, or those of an import. */
const WRITTEN = "coalesce(c.written, c.counts)";
const REACHED = `SELECT json_group_array(value) FROM json_each(c.hosts)
  WHERE w.hosts IS NULL OR value IN (SELECT value FROM json_each(w.hosts))`;
/** The most hostnames that are known of a change. The list of one with more is cut. */
const MOST_KNOWN = 20;
const IS_KNOWN = `json_array_length(c.hosts) <= ${MOST_KNOWN}`;

/**
 * The end of a change, and a summary for each kind of write. A summary is also told to webhooks that have some of its
 * hostnames, with these alone and without the number.
 */
const NOTE_CHANGE = `${INSERT.replace("INSERT", "INSERT OR IGNORE")}
    iif(${IS_KNOWN}, iif(e.value ->> 3 IS NULL, c.hosts, (${REACHED})), NULL),
    iif(e.value ->> 3 IS NULL,
      json_set(e.value ->> 2, '$.data.kind', c.kind, '$.data.hosts', json(iif(${IS_KNOWN}, c.hosts, NULL)),
        '$.data.created', ${WRITTEN} ->> 'created', '$.data.changed', ${WRITTEN} ->> 'changed',
        '$.data.deleted', ${WRITTEN} ->> 'deleted'),
      json_set(e.value ->> 2, '$.data.hosts', json(iif(${IS_KNOWN}, (${REACHED}), NULL)),
        '$.data.count', iif(?5 AND ${coversAll("c.hosts")}, ${WRITTEN} ->> (e.value ->> 3), NULL))),
    ?2, ?2
  FROM json_each(?1) e CROSS JOIN changes c ON c.id = ?3 CROSS JOIN webhooks w ON w.workspace_id = c.workspace_id
  WHERE c.state = ?4 AND c.updated_at = ?2 AND ${WANTED}
    AND iif(e.value ->> 3 IS NULL, 1, ${WRITTEN} ->> (e.value ->> 3) > 0)
    AND (w.hosts IS NULL OR (${IS_KNOWN} AND iif(e.value ->> 3 IS NULL, ${coversAll("c.hosts")},
      (${REACHED}) <> '[]')))
  ${RETURNING}`;

type ChangeEnd = "applied" | "undone" | "stopped";

/**
 * Notes the end of a change, for the batch that sets its state.
 * @param isUndo whether it was being undone: then what it had created is deleted
 * @param isExact whether the numbers are those of what was written
 */
export function noteChangeEnd(
  db: D1Database,
  id: string,
  { state, isUndo, isExact }: { state: ChangeEnd; isUndo: boolean; isExact: boolean },
  nowMs: number,
): D1PreparedStatement {
  const [created, deleted] = isUndo ? ["deleted", "created"] : ["created", "deleted"];
  const ends = [
    [`change.${state}`, null],
    ["link.created", created],
    ["link.updated", "changed"],
    ["link.deleted", deleted],
  ] as const;
  // Of two calls that end it in the same millisecond, one does: both have the same ids.
  const rows = ends.map(([type, count], index) => [
    eventId(nowMs, id.slice(15, -1) + index),
    type,
    toPayload({ type, data: { change: id, ...(count !== null && { records: [] }) } }, nowMs),
    count,
  ]);
  return db.prepare(NOTE_CHANGE).bind(JSON.stringify(rows), nowMs, id, state, Number(isExact));
}
