import { MAX_CLICKS } from "../../clicks/buffer.ts";
import { chunkBySize } from "../../runtime/chunk.ts";
import { assertThat } from "../commit.ts";
import { toJsonParts } from "../statement.ts";
import { prepareMisses } from "../miss/store.ts";
import { tallyClicks, type ClickedRecord } from "../../clicks/tally.ts";
import { isMiss } from "../../clicks/miss-tally.ts";
import type { Click, ClickMessage } from "../../queue-messages.ts";

/**
 * Stores messages of clicks, each once even if it is delivered several times (contract 8.6). `fold.ts` adds
 * them to the sheets of their days.
 */

const SELECT_STORED = "SELECT b.id FROM json_each(?1) j CROSS JOIN click_batches b ON b.id = j.value";

const ARE_NEW =
  "NOT EXISTS (SELECT 1 FROM json_each(?1) j CROSS JOIN click_batches b ON b.id = j.value ->> 0)";

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

/**
 * Stores messages in one transaction. Together, up to 250 clicks have one body, in the row of their first message, so that
 * small messages cost one row instead of two. The transaction asserts that it stores all of them or none.
 */
async function storeTogether(db: D1Database, messages: readonly ClickMessage[]): Promise<void> {
  const misses = await prepareMisses(db, messages);
  const isAlone = messages.length === 1;
  const fresh = isAlone ? messages : await leaveOutStored(db, messages);
  const ids = [...new Set(fresh.flatMap(({ clicks }) => clicks.map(([recordId]) => recordId)))];
  const records = await selectClickedRecords(db, ids);
  const rows = chunkBySize(fresh, ({ clicks }) => clicks.length, MAX_CLICKS).flatMap((group) => {
    const clicks = group.flatMap((message) =>
      message.clicks.filter((click): click is Click => !isMiss(click)),
    );
    const stored = tallyClicks(clicks, records);
    // Without clicks there is no body, but the ids are stored.
    const body = Object.keys(stored.of).length === 0 ? null : JSON.stringify(stored);
    return group.map(({ id }, index) => [id, index === 0 ? body : null]);
  });
  const statements = [
    ...misses,
    ...(isAlone ? [] : toJsonParts(rows).map((part) => assertThat(db, "stale_version", ARE_NEW, part))),
    ...toJsonParts(rows).flatMap((part) => [
      db.prepare(STORE).bind(part),
      db.prepare(INCLUDE_LATE).bind(part),
    ]),
  ];
  if (statements.length > 0) await db.batch(statements);
}

/** Leaves out messages that are stored, or twice in the delivery. The first of the others is the first by its id. */
async function leaveOutStored(db: D1Database, messages: readonly ClickMessage[]): Promise<ClickMessage[]> {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const { results } = await db
    .prepare(SELECT_STORED)
    .bind(JSON.stringify([...byId.keys()]))
    .all<{ id: string }>();
  for (const { id } of results) byId.delete(id);
  return [...byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
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

/** Returns for each message null if it is stored, now or before, or else the error. */
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
