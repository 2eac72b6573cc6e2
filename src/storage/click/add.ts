import { isUniqueViolation } from "../commit.ts";
import { splitForParameters } from "../statement.ts";
import { tallyClicks } from "../../clicks/tally.ts";
import type { ClickMessage } from "../../queue-messages.ts";

/**
 * The only writer of click counts. One transaction adds a batch and writes its id, so a batch counts once
 * however often it is delivered (contract 8).
 */

/** How many values of one dimension a day stores; the clicks of further values are summed up. */
const VALUES_A_DAY = 200;
export const OTHER = "(other)";

const NOTE_BATCHES = "INSERT INTO click_batches (id) SELECT value FROM json_each(?1)";

/** A week is its Monday, as in `mondayOf`. */
const ADD_TOTALS = `
  UPDATE records SET total_clicks = total_clicks + t.clicks, clicked_week = max(clicked_week, t.week)
  FROM (
    SELECT value ->> 0 AS id, sum(value ->> 2) AS clicks, (max((value ->> 1) / 24) + 3) / 7 * 7 - 3 AS week
    FROM json_each(?1) WHERE value ->> 2 > 0 GROUP BY 1
  ) t
  WHERE records.id = t.id`;

/** A click counts for its record and its workspace; not at all if the record is gone. */
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

/** A destination comes as its index, and is stored as its URL. */
const ADD_VALUES = `
  INSERT INTO clicks_by_value (scope_id, dimension, day, value, clicks)
  WITH given AS (
    SELECT s.value AS scope_id, j.value ->> 1 AS dimension, j.value ->> 2 AS day,
           iif(j.value ->> 1 = 'destination', coalesce(r.all_destinations, r.destinations) ->> (j.value ->> 3), j.value ->> 3) AS value,
           sum(j.value ->> 4) AS clicks
    ${SCOPED} WHERE true GROUP BY 1, 2, 3, 4
  ), known AS (
    SELECT g.*, EXISTS (SELECT 1 FROM clicks_by_value v WHERE v.scope_id = g.scope_id
             AND v.dimension = g.dimension AND v.day = g.day AND v.value = g.value) AS is_kept
    FROM given g WHERE g.value IS NOT NULL
  ), ranked AS (
    SELECT *, row_number() OVER (
      PARTITION BY scope_id, dimension, day, is_kept ORDER BY clicks DESC, value) AS place
    FROM known
  )
  SELECT scope_id, dimension, day, iif(
      is_kept OR (place <= ${VALUES_A_DAY} AND place <= ${VALUES_A_DAY} - (SELECT count(*) FROM clicks_by_value v
        WHERE v.scope_id = n.scope_id AND v.dimension = n.dimension AND v.day = n.day)),
      value, '${OTHER}') AS kept, sum(clicks)
  FROM ranked n
  GROUP BY scope_id, dimension, day, kept
  ON CONFLICT (scope_id, dimension, day, value) DO UPDATE SET clicks = clicks + excluded.clicks`;

/** Adds batches together: all of them, or none if one of them was added before. */
async function countTogether(db: D1Database, messages: ClickMessage[]): Promise<void> {
  const { totals, values } = tallyClicks(messages.flatMap(({ clicks }) => clicks));
  const each = (sql: string, rows: unknown[]) =>
    splitForParameters(rows).map((part) => db.prepare(sql).bind(JSON.stringify(part)));
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

/** After this many failures in a row the database is taken to be down: the other batches fail without a try. */
const OUTAGE_FAILURES = 3;

/**
 * Adds batches of clicks, each once.
 * @returns for each batch, null if it was added, now or before, or the error
 */
export async function addClicks(db: D1Database, messages: ClickMessage[]): Promise<(Error | null)[]> {
  if (messages.length === 0) return [];
  try {
    await countTogether(db, messages);
    return messages.map(() => null);
  } catch (error) {
    // One by one, a batch cannot make another one fail.
    if (messages.length > 1) return await countOneByOne(db, messages);
    return [isUniqueViolation(error) ? null : toError(error)];
  }
}

async function countOneByOne(db: D1Database, messages: ClickMessage[]): Promise<(Error | null)[]> {
  const outcomes: (Error | null)[] = [];
  let [failure, failures]: [Error | null, number] = [null, 0];
  for (const message of messages) {
    if (failures < OUTAGE_FAILURES) {
      [failure = null] = await addClicks(db, [message]);
      failures = failure === null ? 0 : failures + 1;
    }
    outcomes.push(failure);
  }
  return outcomes;
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
