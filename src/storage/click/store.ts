import { toJsonParts } from "../statement.ts";
import { prepareMisses } from "../miss/store.ts";
import { tallyClicks, type ClickedRecord } from "../../clicks/tally.ts";
import { isMiss } from "../../clicks/miss-tally.ts";
import type { Click, ClickMessage } from "../../queue-messages.ts";

/**
 * Stores messages of clicks, each once even if it is delivered several times (contract 8.6). `fold.ts` adds
 * them to the sheets of their days.
 */

/** Ignores a message whose id is already stored. */
const STORE = `
  INSERT INTO click_batches (id, body)
  SELECT value ->> 0, value ->> 1 FROM json_each(?1) WHERE true
  ON CONFLICT (id) DO NOTHING`;

/** Writes a row only if a message comes so late that the fold job has already passed its id. */
const INCLUDE_LATE = `
  UPDATE click_folder SET unfolded_from = late.id
  FROM (
    SELECT min(b.id) AS id FROM json_each(?1) j CROSS JOIN click_batches b ON b.id = j.value ->> 0
    WHERE b.body IS NOT NULL
  ) late
  WHERE click_folder.unfolded_from > late.id`;

const SELECT_RECORDS = `
  SELECT r.id, r.workspace_id AS workspaceId, coalesce(r.all_destinations, r.destinations) AS destinations, r.utm ->> 'campaign' AS campaign
  FROM json_each(?1) j CROSS JOIN records r ON r.id = j.value
  UNION ALL
  SELECT a.id, a.workspace_id, coalesce(a.body ->> 'all_destinations', a.body ->> 'destinations'), a.body ->> 'utm' ->> 'campaign'
  FROM json_each(?1) j CROSS JOIN records_aside a ON a.id = j.value`;

type RecordRow = Omit<ClickedRecord, "destinations"> & { id: string; destinations: string };

async function storeTogether(db: D1Database, messages: readonly ClickMessage[]): Promise<void> {
  const misses = await prepareMisses(db, messages);
  const ids = [...new Set(messages.flatMap(({ clicks }) => clicks.map(([recordId]) => recordId)))];
  const records = await selectClickedRecords(db, ids);
  const rows = messages.map(({ id, clicks }) => {
    const stored = tallyClicks(
      clicks.filter((click): click is Click => !isMiss(click)),
      records,
    );
    // A message without clicks has no body, but its id is stored.
    return [id, Object.keys(stored.of).length === 0 ? null : JSON.stringify(stored)];
  });
  await db.batch([
    ...misses,
    ...toJsonParts(rows).flatMap((part) => [
      db.prepare(STORE).bind(part),
      db.prepare(INCLUDE_LATE).bind(part),
    ]),
  ]);
}

async function selectClickedRecords(db: D1Database, ids: string[]): Promise<Map<string, ClickedRecord>> {
  const { results } = await db.prepare(SELECT_RECORDS).bind(JSON.stringify(ids)).all<RecordRow>();
  return new Map(
    results.map(({ id, workspaceId, destinations, campaign }) => [
      id,
      { workspaceId, destinations: JSON.parse(destinations) as string[], campaign: campaign ?? "" },
    ]),
  );
}

/** After this many failures in a row the database counts as down, and the other messages fail without an attempt. */
const OUTAGE_FAILURES = 3;

/**
 * Stores messages of clicks.
 * @returns for each message null if it is stored, now or before, or else the error
 */
export async function storeClicks(
  db: D1Database,
  messages: readonly ClickMessage[],
): Promise<(Error | null)[]> {
  if (messages.length === 0) return [];
  try {
    await storeTogether(db, messages);
    return messages.map(() => null);
  } catch (error) {
    // If each message has its own batch, none can make another fail.
    return messages.length > 1 ? storeOneByOne(db, messages) : [toError(error)];
  }
}

async function storeOneByOne(db: D1Database, messages: readonly ClickMessage[]): Promise<(Error | null)[]> {
  const outcomes: (Error | null)[] = [];
  let [failure, failures]: [Error | null, number] = [null, 0];
  for (const message of messages) {
    if (failures < OUTAGE_FAILURES) {
      [failure = null] = await storeClicks(db, [message]);
      failures = failure === null ? 0 : failures + 1;
    }
    outcomes.push(failure);
  }
  return outcomes;
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
