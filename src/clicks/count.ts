import { isUniqueViolation } from "../storage/commit.ts";
import { inParts } from "../storage/json-parts.ts";
import type { ClickMessage } from "./click.ts";
import { tallyClicks } from "./tally.ts";

/**
 * The only writer of click counts. A batch is counted in one transaction with its id, so however
 * often it is delivered it counts once (contract 8.6).
 */

/** Values of one dimension that a day keeps apart; what comes later that day is summed up. */
const VALUES_A_DAY = 200;
export const OTHER = "(other)";

const NOTE_BATCHES = "INSERT INTO click_batches (id) SELECT value FROM json_each(?1)";

/** Weeks by their Monday, as `mondayOf` has it. */
const ADD_TOTALS = `
  UPDATE records SET total_clicks = total_clicks + t.clicks, clicked_week = max(clicked_week, t.week)
  FROM (
    SELECT value ->> 0 AS id, sum(value ->> 2) AS clicks, (max((value ->> 1) / 24) + 3) / 7 * 7 - 3 AS week
    FROM json_each(?1) WHERE value ->> 2 > 0 GROUP BY 1
  ) t
  WHERE records.id = t.id`;

/** Each record counts for itself and for its workspace; one that is gone counts no more. */
const SCOPED = `
  FROM json_each(?1) j CROSS JOIN records r ON r.id = j.value ->> 0
  CROSS JOIN json_each(json_array(r.id, r.workspace_id)) s`;

const ADD_HOURS = `
  INSERT INTO clicks_hourly (scope_id, hour, clicks, bots)
  SELECT s.value, j.value ->> 1, sum(j.value ->> 2), sum(j.value ->> 3) ${SCOPED} WHERE true GROUP BY 1, 2
  ON CONFLICT (scope_id, hour) DO UPDATE SET clicks = clicks + excluded.clicks, bots = bots + excluded.bots`;

const ADD_DAYS = `
  INSERT INTO clicks_daily (scope_id, day, clicks, bots)
  SELECT s.value, (j.value ->> 1) / 24, sum(j.value ->> 2), sum(j.value ->> 3) ${SCOPED} WHERE true GROUP BY 1, 2
  ON CONFLICT (scope_id, day) DO UPDATE SET clicks = clicks + excluded.clicks, bots = bots + excluded.bots`;

/** The value of a destination comes as its index, and is kept as the URL that it stands for. */
const ADD_VALUES = `
  INSERT INTO clicks_by_value (scope_id, dimension, day, value, clicks)
  WITH given AS (
    SELECT s.value AS scope_id, j.value ->> 1 AS dimension, j.value ->> 2 AS day,
           iif(j.value ->> 1 = 'destination', r.destinations ->> (j.value ->> 3), j.value ->> 3) AS value,
           sum(j.value ->> 4) AS clicks
    ${SCOPED} WHERE true GROUP BY 1, 2, 3, 4
  ), told AS (
    SELECT g.*, EXISTS (SELECT 1 FROM clicks_by_value v WHERE v.scope_id = g.scope_id
             AND v.dimension = g.dimension AND v.day = g.day AND v.value = g.value) AS is_kept
    FROM given g WHERE g.value IS NOT NULL
  ), ranked AS (
    SELECT *, row_number() OVER (
      PARTITION BY scope_id, dimension, day, is_kept ORDER BY clicks DESC, value) AS place
    FROM told
  )
  SELECT scope_id, dimension, day, iif(
      is_kept OR (place <= ${VALUES_A_DAY} AND place <= ${VALUES_A_DAY} - (SELECT count(*) FROM clicks_by_value v
        WHERE v.scope_id = n.scope_id AND v.dimension = n.dimension AND v.day = n.day)),
      value, '${OTHER}') AS kept, sum(clicks)
  FROM ranked n
  GROUP BY scope_id, dimension, day, kept
  ON CONFLICT (scope_id, dimension, day, value) DO UPDATE SET clicks = clicks + excluded.clicks`;

/** Counts batches together: all of them, or none where one of them is counted already. */
async function countTogether(db: D1Database, messages: ClickMessage[]): Promise<void> {
  const { totals, values } = tallyClicks(messages.flatMap(({ clicks }) => clicks));
  const each = (sql: string, rows: unknown[]) =>
    inParts(rows).map((part) => db.prepare(sql).bind(JSON.stringify(part)));
  await db.batch([
    ...each(
      NOTE_BATCHES,
      messages.map(({ id }) => id),
    ),
    ...each(ADD_TOTALS, totals),
    ...each(ADD_HOURS, totals),
    ...each(ADD_DAYS, totals),
    ...each(ADD_VALUES, values),
  ]);
}

/** Singly tried batches that fail in a row before the rest are taken to fail as well: an outage. */
const OUTAGE_FAILURES = 3;

/**
 * Counts batches of clicks, each once whatever was delivered before.
 * @returns for each batch, null where it is counted, or why it is not
 */
export async function countClicks(db: D1Database, messages: ClickMessage[]): Promise<(Error | null)[]> {
  if (messages.length === 0) return [];
  try {
    await countTogether(db, messages);
    return messages.map(() => null);
  } catch (error) {
    // Alone, none can stand in another's way.
    if (messages.length > 1) return await countOneByOne(db, messages);
    return [isUniqueViolation(error) ? null : toError(error)];
  }
}

async function countOneByOne(db: D1Database, messages: ClickMessage[]): Promise<(Error | null)[]> {
  const outcomes: (Error | null)[] = [];
  let [failure, failures]: [Error | null, number] = [null, 0];
  for (const message of messages) {
    if (failures < OUTAGE_FAILURES) {
      [failure = null] = await countClicks(db, [message]);
      failures = failure === null ? 0 : failures + 1;
    }
    outcomes.push(failure);
  }
  return outcomes;
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
