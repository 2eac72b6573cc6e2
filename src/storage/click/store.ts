import { MAX_CLICKS } from "../../clicks/buffer.ts";
import { chunkBySize } from "../../runtime/chunk.ts";
import { assertThat, toAssertionError } from "../commit.ts";
import { toJsonParts } from "../statement.ts";
import { toClickIds } from "../../clicks/click-ids.ts";
import { prepareClickIds } from "../conversion/write.ts";
import { prepareMisses } from "../miss/store.ts";
import { listEarlier, type LaterChange } from "../../clicks/earlier-destinations.ts";
import { tallyClicks, type ClickedRecord } from "../../clicks/tally.ts";
import { idPrefix } from "../../domain/id-time.ts";
import { isMiss } from "../../clicks/miss-tally.ts";
import type { Click, ClickMessage } from "../../queue-messages.ts";

/**
 * Stores messages of clicks, each once even if it is delivered several times (contract 8.6). `fold.ts` adds
 * them to the sheets of their days.
 */

/** Messages share a row only if their ids begin alike, which is within 47 seconds. */
const WINDOW_CHARACTERS = 6;

/** Selects which of the messages `?1` are stored. `?2` lists the beginnings of their ids. */
const SELECT_KNOWN = `
  SELECT b.id FROM json_each(?1) j CROSS JOIN click_batches b ON b.id = j.value
  UNION ALL
  SELECT o.value FROM json_each(?2) w CROSS JOIN click_batches b ON b.id >= w.value AND b.id < w.value || '~'
  CROSS JOIN json_each(b.ids) o WHERE o.value IN (SELECT value FROM json_each(?1))`;

const STORE = `
  INSERT INTO click_batches (id, ids, body)
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1)`;

const STORE_FOR_EARLIER_RELEASE = `
  INSERT INTO click_batches (id)
  SELECT o.value FROM json_each(?1) r CROSS JOIN json_each(r.value ->> 1) o
  WHERE (SELECT coalesce(way_back_until > unixepoch() * 1000, 1) FROM click_folder)`;

/** Writes a row only if a message comes so late that the fold job has already passed its id. */
const INCLUDE_LATE = `
  UPDATE click_folder SET unfolded_from = late.id
  FROM (
    SELECT min(b.id) AS id FROM json_each(?1) j CROSS JOIN click_batches b ON b.id = j.value ->> 0
    WHERE b.body IS NOT NULL
  ) late
  WHERE click_folder.unfolded_from > late.id`;

/** `?2` is the time of the oldest click, `?3` what the ids of history entries of that time begin with. */
const SELECT_RECORDS = `
  SELECT r.id, r.workspace_id AS workspaceId, coalesce(r.all_destinations, r.destinations) AS destinations, r.utm ->> 'campaign' AS campaign,
    json_array_length(coalesce(r.guarded_destinations, r.destinations)) AS ownCount, iif(r.updated_at < ?2, NULL, (
      SELECT json_group_array(json_array(h.created_at, h.old -> 'destination', h.old -> 'rules') ORDER BY h.id)
      FROM history h WHERE h.record_id = r.id AND h.id >= ?3)) AS changes
  FROM json_each(?1) j CROSS JOIN records r ON r.id = j.value
  UNION ALL
  SELECT a.id, a.workspace_id, coalesce(a.body ->> 'all_destinations', a.body ->> 'destinations'), a.body ->> 'utm' ->> 'campaign', 0, NULL
  FROM json_each(?1) j CROSS JOIN records_aside a ON a.id = j.value`;

interface RecordRow {
  id: string;
  workspaceId: string;
  destinations: string;
  campaign: string | null;
  /** How many of the destinations are the record's own; those of its rules follow. */
  ownCount: number;
  /** Null if the record has not changed since the oldest click. */
  changes: string | null;
}

/**
 * Stores those of some messages that are not stored, in one transaction. Together, up to 250 clicks have one row, so that
 * small messages cost next to nothing. The transaction asserts that each message is new. Few come twice, so only a
 * transaction that fails has them looked up.
 */
async function storeTogether(
  db: D1Database,
  messages: readonly ClickMessage[],
  assertion: Assertion,
): Promise<void> {
  const byId = new Map(messages.map((message) => [message.id, message]));
  try {
    await storeNew(db, [...byId.values()], assertion);
  } catch (error) {
    if (toAssertionError(error) === null) throw error;
    const { results } = await db
      .prepare(SELECT_KNOWN)
      .bind(...toKeys([...byId.keys()]))
      .all<{ id: string }>();
    for (const { id } of results) byId.delete(id);
    if (byId.size > 0) await storeNew(db, [...byId.values()], assertion);
  }
}

async function storeNew(db: D1Database, messages: ClickMessage[], assertion: Assertion): Promise<void> {
  const ids = [...new Set(messages.flatMap(({ clicks }) => clicks.map(([recordId]) => recordId)))];
  const clicks = messages.flatMap(clicksOf);
  const firstMs = clicks.reduce((first, [, atMs]) => Math.min(first, atMs), Date.now());
  const records = await selectClickedRecords(db, ids, firstMs);
  const rows = groupMessages(messages).map((group) => {
    const stored = tallyClicks(group.flatMap(clicksOf), records);
    // Without clicks there is no body, but the ids are stored.
    const body = Object.keys(stored.of).length === 0 ? null : JSON.stringify(stored);
    const [first, ...others] = group.map(({ id }) => id);
    return [first, others.length === 0 ? null : JSON.stringify(others), body];
  });
  const areNew = `NOT EXISTS (${SELECT_KNOWN})`;
  await db.batch([
    ...(assertion === undefined ? [] : [assertion()]),
    assertThat(db, "stale_version", areNew, ...toKeys(messages.map(({ id }) => id))),
    ...(await prepareMisses(db, messages)),
    ...prepareClickIds(db, toClickIds(clicks, records)),
    ...toJsonParts(rows).flatMap((part) =>
      [STORE, STORE_FOR_EARLIER_RELEASE, INCLUDE_LATE].map((sql) => db.prepare(sql).bind(part)),
    ),
  ]);
}

function clicksOf({ clicks }: ClickMessage): Click[] {
  return clicks.filter((click): click is Click => !isMiss(click));
}

/** Returns groups of messages that share a row, each in the order of their ids. */
function groupMessages(messages: ClickMessage[]): ClickMessage[][] {
  const sorted = messages.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const windows = Map.groupBy(sorted, ({ id }) => windowOf(id));
  return [...windows.values()].flatMap((window) =>
    chunkBySize(window, ({ clicks }) => clicks.length, MAX_CLICKS),
  );
}

const windowOf = (id: string): string => id.slice(0, WINDOW_CHARACTERS);

/** Returns the parameters of `SELECT_KNOWN`. */
function toKeys(ids: string[]): [ids: string, windows: string] {
  return [JSON.stringify(ids), JSON.stringify([...new Set(ids.map(windowOf))])];
}

async function selectClickedRecords(
  db: D1Database,
  ids: string[],
  firstMs: number,
): Promise<Map<string, ClickedRecord>> {
  const { results } = await db
    .prepare(SELECT_RECORDS)
    .bind(JSON.stringify(ids), firstMs, idPrefix(firstMs))
    .all<RecordRow>();
  return new Map(
    results.map(({ id, workspaceId, destinations, campaign, ownCount, changes }) => {
      const all = JSON.parse(destinations) as string[];
      const later = changes === null ? [] : (JSON.parse(changes) as LaterChange[]);
      return [
        id,
        {
          workspaceId,
          campaign: campaign ?? "",
          destinations: all,
          earlier: listEarlier(all, ownCount, later),
        },
      ];
    }),
  );
}

/** After this many failures in a row the database counts as down, and the other messages fail without an attempt. */
const OUTAGE_FAILURES = 3;

type Assertion = (() => D1PreparedStatement) | undefined;

/**
 * Returns for each message null if it is stored, now or before, or else the error.
 * @param assertion a statement that fails once nothing may be stored
 */
export async function storeClicks(
  db: D1Database,
  messages: readonly ClickMessage[],
  assertion?: Assertion,
): Promise<(Error | null)[]> {
  if (messages.length === 0) return [];
  try {
    await storeTogether(db, messages, assertion);
    return messages.map(() => null);
  } catch (error) {
    // If each message has its own batch, none can make another fail.
    return messages.length > 1 ? storeOneByOne(db, messages, assertion) : [toError(error)];
  }
}

async function storeOneByOne(
  db: D1Database,
  messages: readonly ClickMessage[],
  assertion: Assertion,
): Promise<(Error | null)[]> {
  const outcomes: (Error | null)[] = [];
  let [failure, failures]: [Error | null, number] = [null, 0];
  for (const message of messages) {
    if (failures < OUTAGE_FAILURES) {
      [failure = null] = await storeClicks(db, [message], assertion);
      failures = failure === null ? 0 : failures + 1;
    }
    outcomes.push(failure);
  }
  return outcomes;
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
