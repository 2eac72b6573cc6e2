import type { Hostname } from "../../../src/domain/hostname.ts";
import { toRecord, type RecordRow } from "../../../src/storage/record/row.ts";
import { foldTag } from "../../../src/domain/tag.ts";
import { snapshotKey, storeKey } from "../../../src/storage/snapshot/key.ts";
import { readProjections } from "../../../src/storage/snapshot/read.ts";
import type { Env } from "../../../src/env.ts";
import type { Slot, SlotName } from "../../../src/domain/slot.ts";
import { toFacts, type HistoryFacts } from "../../../src/domain/history.ts";

/**
 * Lists the inconsistencies between the stores as texts; empty if there are none. Run it inside the worker when no
 * write and no projection is running.
 */

type Stores = Pick<Env, "DB" | "SNAPSHOTS">;

/** @param afterSeq snapshots of later commits only are compared: the rest was looked at before */
export async function audit({ DB, SNAPSHOTS }: Stores, afterSeq = 0): Promise<string[]> {
  return [
    ...(await findOddRows(DB)),
    ...(await findBrokenHistory(DB)),
    ...(await findOddTags(DB)),
    ...(await findOddSnapshots({ DB, SNAPSHOTS }, afterSeq)),
  ];
}

/** Each query selects a text for every inconsistent row. */
const ODD_ROWS = [
  "SELECT 'snapshot still to be written: ' || host || ' ' || slot FROM pending",
  `SELECT 'workspace ' || id || ' counts ' || record_count || ' records' FROM workspaces w
   WHERE record_count <> (SELECT count(*) FROM records WHERE workspace_id = w.id)`,
  `SELECT 'workspace ' || id || ' counts ' || host_count || ' hostnames' FROM workspaces w
   WHERE host_count <> (SELECT count(*) FROM hosts WHERE workspace_id = w.id)`,
  // Records of waiting claims do not answer.
  `SELECT 'record ' || id || ' has no snapshot' FROM records r
   WHERE instr(host, '|') = 0 AND NOT EXISTS (SELECT 1 FROM slots WHERE host = r.host AND slot = r.slot)`,
  `SELECT 'history ' || id || ' has no record' FROM history h
   WHERE NOT EXISTS (SELECT 1 FROM records WHERE id = h.record_id)`,
  `SELECT 'record ' || id || ' has ' || total_clicks || ' clicks, by day another number' FROM records r
   WHERE total_clicks <> (SELECT coalesce(sum(clicks), 0) FROM (
     SELECT clicks FROM click_sheets WHERE scope_id = r.id
     UNION ALL SELECT c.value FROM click_months m, json_each(m.clicks) c WHERE m.scope_id = r.id
     UNION ALL SELECT clicks FROM clicks_daily WHERE scope_id = r.id))`,
  `SELECT 'record ' || id || ' has ' || total_clicks || ' clicks, by hour another number' FROM records r
   WHERE total_clicks <> (
     SELECT coalesce(sum(clicks), 0) FROM (
       SELECT h.value ->> 0 AS clicks FROM click_sheets s, json_each(s.body, '$.h') h WHERE s.scope_id = r.id
       UNION ALL SELECT c.value FROM click_months m, json_each(m.clicks) c WHERE m.scope_id = r.id
       UNION ALL SELECT clicks FROM clicks_hourly WHERE scope_id = r.id))`,
  "SELECT 'row of ' || \"table\" || ' refers to nothing' FROM pragma_foreign_key_check",
];

async function findOddRows(db: D1Database): Promise<string[]> {
  const results = await db.batch<Record<string, string>>(ODD_ROWS.map((sql) => db.prepare(sql)));
  const texts = results.flatMap((result) => result.results.flatMap((row) => Object.values(row)));
  try {
    await db.prepare("INSERT INTO record_search (record_search, rank) VALUES ('integrity-check', 1)").run();
  } catch (error) {
    texts.push(`the index of the search does not fit the records: ${String(error)}`);
  }
  return texts;
}

async function findOddTags(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT r.*, (SELECT json_group_array(tag) FROM record_tags WHERE record_id = r.id) AS kept_tags
       FROM records r`,
    )
    .all<RecordRow & { kept_tags: string }>();
  return results.flatMap((row) => {
    const given = toRecord(row).tags.map(foldTag).toSorted();
    const kept = (JSON.parse(row.kept_tags) as string[]).toSorted();
    return JSON.stringify(given) === JSON.stringify(kept) ? [] : [`tags of ${row.id}: ${given} but ${kept}`];
  });
}

const SLOTS_AT_ONCE = 50;

async function findOddSnapshots({ DB, SNAPSHOTS }: Stores, afterSeq: number): Promise<string[]> {
  const { results } = await DB.prepare("SELECT host, slot FROM slots WHERE seq > ?1")
    .bind(afterSeq)
    .all<Slot>();
  const problems: string[] = [];
  for (const [host, ofHost] of Map.groupBy(results, (row) => row.host)) {
    for (let start = 0; start < ofHost.length; start += SLOTS_AT_ONCE) {
      const slots = ofHost.slice(start, start + SLOTS_AT_ONCE).map(({ slot }) => slot);
      problems.push(...(await compareSlots({ DB, SNAPSHOTS }, host, slots)));
    }
  }
  return problems;
}

async function compareSlots({ DB, SNAPSHOTS }: Stores, host: Hostname, slots: SlotName[]): Promise<string[]> {
  const wanted = slots.map((slot) => ({ host, slot }));
  const snapshots = await readProjections(DB, wanted);
  const keys = await Promise.all(slots.map(async (slot) => storeKey(snapshotKey(host, slot))));
  const stored = await SNAPSHOTS.get(keys, { type: "text" });
  return slots.flatMap((slot, index) => {
    const key = keys[index] ?? "";
    const text = stored.get(key) ?? null;
    const expected = JSON.stringify(snapshots.get(snapshotKey(host, slot)));
    return text === expected ? [] : [`${key} is ${text} in the store, ${expected} by the database`];
  });
}

interface Entry {
  record_id: string;
  old: string;
  new: string;
}

/** Finds history that is no unbroken chain, or does not end at the current state. */
async function findBrokenHistory(db: D1Database): Promise<string[]> {
  const [records, entries] = await db.batch([
    db.prepare("SELECT r.* FROM records r WHERE EXISTS (SELECT 1 FROM history WHERE record_id = r.id)"),
    db.prepare("SELECT record_id, old, new FROM history ORDER BY record_id, id"),
  ]);
  const byRecord = Map.groupBy((entries?.results ?? []) as Entry[], (entry) => entry.record_id);
  return ((records?.results ?? []) as RecordRow[]).flatMap((row) =>
    followChain(row, byRecord.get(row.id) ?? []).map((problem) => `history of ${row.id}: ${problem}`),
  );
}

function followChain(row: RecordRow, entries: Entry[]): string[] {
  const problems: string[] = [];
  const standing = new Map<string, string>();
  for (const [place, entry] of entries.entries()) {
    const before = JSON.parse(entry.old) as Partial<HistoryFacts>;
    const after = JSON.parse(entry.new) as Partial<HistoryFacts>;
    if (Object.keys(before).join() !== Object.keys(after).join()) {
      problems.push(`entry ${place} has other keys before than after`);
    }
    for (const [key, value] of Object.entries(before)) {
      const known = standing.get(key);
      if (known !== undefined && known !== JSON.stringify(value)) {
        problems.push(
          `entry ${place} changes ${key} from ${JSON.stringify(value)}, but it stood at ${known}`,
        );
      }
    }
    for (const [key, value] of Object.entries(after)) standing.set(key, JSON.stringify(value));
  }
  const facts = toFacts(toRecord(row));
  for (const [key, value] of standing) {
    const now = JSON.stringify(facts[key as keyof HistoryFacts]);
    if (now !== value) problems.push(`it ends with ${key} at ${value}, and ${now} stands`);
  }
  return problems;
}
