import type { Hostname } from "../../domain/hostname.ts";
import {
  addMiss,
  dropOldDays,
  formatFirsts,
  missKey,
  parseFirsts,
  type MissDay,
  type MissRow,
} from "../../clicks/miss-day.ts";
import { STORED_MISSES_VERSION, type PathCount, type StoredMisses } from "../../clicks/miss-tally.ts";
import { OTHER_PATHS, PROBES } from "../../clicks/missed-path.ts";
import { startOfDay } from "../../domain/calendar.ts";
import { DAY_MS } from "../../domain/time.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { FREQUENT_MISSES } from "../../domain/webhook.ts";
import { assertThat } from "../commit.ts";
import { bindParts } from "../statement.ts";
import { noteEvents, type NotedEvent } from "../webhook/event.ts";
import { MISS_COLUMNS, missSlot, toCounted, toMissRow, type StoredMissRow } from "./row.ts";

/**
 * Adds stored misses to the rows of their paths (contract 31.3). One batch adds some messages, deletes them, and
 * asserts that none was deleted before. So each message counts once, even if a run dies.
 */

/** A message has at most 250 misses. */
const MAX_MESSAGES = 40;
const MAX_WORKSPACE_PATHS = 20_000;
const MAX_INSTALLATION_PATHS = 200_000;
/** The age from which suggestions of a visited path are made again, because there may be new records. */
const SUGGESTIONS_KEPT_MS = DAY_MS;
/** The age that a snapshot at the edge may reach: for so long, a path with a new record may still be missed. */
const STALENESS_MS = 120_000;

const SELECT_MESSAGES = `
  SELECT id, body FROM miss_batches
  WHERE body ->> 'v' = ${STORED_MISSES_VERSION} AND id NOT IN (SELECT value FROM json_each(?1))
  ORDER BY id LIMIT ?2`;

export const HAS_MISSES = `EXISTS (SELECT 1 FROM miss_batches WHERE body ->> 'v' = ${STORED_MISSES_VERSION})`;

const ARE_THERE = `
  json_array_length(?1) = (SELECT count(*) FROM json_each(?1) j CROSS JOIN miss_batches b ON b.id = j.value)`;

const SELECT_HOSTS = `
  SELECT h.host, h.workspace_id AS workspaceId, coalesce(t.paths, 0) AS paths,
    (SELECT paths FROM miss_totals WHERE scope_id = '') AS all_paths
  FROM json_each(?1) j CROSS JOIN hosts h ON h.host = j.value
  LEFT JOIN miss_totals t ON t.scope_id = h.workspace_id`;

const SELECT_DAYS = `
  SELECT d.host, d.day, d.people_paths, d.crawler_paths, d.bot_paths, d.firsts
  FROM json_each(?1) j CROSS JOIN miss_days d ON d.host = j.value ->> 0 AND d.day = j.value ->> 1`;

const SELECT_ROWS = `
  SELECT ${MISS_COLUMNS}, m.state = 'ignored' AS ignored
  FROM json_each(?1) j CROSS JOIN hosts h ON h.host = j.value ->> 0
  CROSS JOIN misses m
    ON m.workspace_id = h.workspace_id AND m.host = h.host AND m.slot = j.value ->> 1 AND m.redacted = j.value ->> 2`;

const UPSERT_DAYS = `
  INSERT INTO miss_days (host, day, workspace_id, people_paths, crawler_paths, bot_paths, firsts)
  SELECT h.host, value ->> 1, h.workspace_id, value ->> 2, value ->> 3, value ->> 4, value ->> 5
  FROM json_each(?1) j CROSS JOIN hosts h ON h.host = j.value ->> 0 WHERE true
  ON CONFLICT (host, day) DO UPDATE SET workspace_id = excluded.workspace_id, people_paths = excluded.people_paths,
    crawler_paths = excluded.crawler_paths, bot_paths = excluded.bot_paths, firsts = excluded.firsts`;

/** Writes no rows for a hostname that was disconnected. */
const UPSERT_ROWS = `
  INSERT INTO misses (workspace_id, host, slot, redacted, path, people, crawlers, bots, visits, first_at, last_at,
    oldest_day, referrers, days, suggested_at)
  SELECT h.workspace_id, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
    value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12,
    iif(value ->> 1 LIKE 'p%' AND value ->> 2 = 0, NULL, 0)
  FROM json_each(?1) j CROSS JOIN hosts h ON h.host = j.value ->> 0 WHERE true
  ON CONFLICT (workspace_id, host, slot, redacted) DO UPDATE SET people = excluded.people,
    crawlers = excluded.crawlers, bots = excluded.bots, visits = excluded.visits, first_at = excluded.first_at,
    last_at = excluded.last_at, oldest_day = excluded.oldest_day, referrers = excluded.referrers, days = excluded.days,
    suggested_at = iif(suggested_at > 0 AND suggested_at < ?2, NULL, suggested_at),
    state = iif(state = 'resolved' AND excluded.last_at > state_at + ${STALENESS_MS}, 'open', state)`;

interface HostState {
  host: Hostname;
  workspaceId: string;
  paths: number;
  all_paths: number;
}

interface DayRow {
  host: Hostname;
  day: number;
  people_paths: number;
  crawler_paths: number;
  bot_paths: number;
  firsts: string;
}

interface Added {
  host: Hostname;
  day: number;
  counts: PathCount[];
}

/** Reads the oldest messages without `skipped`. `add` adds them, and returns whether more may be left. */
export async function readMisses(
  db: D1Database,
  nowMs: number,
  skipped: readonly string[],
  most = MAX_MESSAGES,
) {
  const { results: messages } = await db
    .prepare(SELECT_MESSAGES)
    .bind(JSON.stringify(skipped), most)
    .all<{ id: string; body: string }>();
  const ids = messages.map(({ id }) => id);
  const add = async (): Promise<boolean> => {
    if (ids.length === 0) return false;
    const all = JSON.stringify(ids);
    const misses = messages.map(({ body }) => JSON.parse(body) as StoredMisses);
    await db.batch([
      assertThat(db, "stale_version", ARE_THERE, all),
      ...(await prepareRows(db, nowMs, misses)),
      db.prepare("DELETE FROM miss_batches WHERE id IN (SELECT value FROM json_each(?1))").bind(all),
    ]);
    return messages.length === most;
  };
  return { ids, add };
}

async function prepareRows(
  db: D1Database,
  nowMs: number,
  messages: StoredMisses[],
): Promise<D1PreparedStatement[]> {
  const added = messages.flatMap(({ of }) =>
    (Object.entries(of) as [Hostname, StoredMisses["of"][string]][]).flatMap(([host, days]) =>
      Object.entries(days).map(([day, counts]): Added => ({ host, day: Number(day), counts })),
    ),
  );
  const state = await readState(db, added);
  const changed = new Map<string, unknown[]>();
  const frequent: FrequentMiss[] = [];
  for (const { host, day, counts } of added) {
    const known = state.hosts.get(host);
    const missDay = state.days.get(dayKey(host, day));
    const rows = state.rows.get(host);
    if (known === undefined || missDay === undefined || rows === undefined) continue;
    const room = state.room(known);
    for (const count of counts) {
      const before = room.paths;
      const row = addMiss(missDay, rows, count, room, missSlot);
      state.take(known, before - room.paths);
      const kept = row === null ? null : dropOldDays(row, nowMs);
      if (kept === null) continue;
      const slot = toSlot(kept);
      if (isNowFrequent(kept, count, day) && !state.ignored.has(ignoredKey(host, slot, kept.isRedacted))) {
        frequent.push({ ...known, path: kept.path, day, people: kept.days[day]?.[0] ?? 0 });
      }
      changed.set(JSON.stringify([host, slot, kept.isRedacted]), toCounted(host, slot, kept));
    }
  }
  const days = [...state.days].map(([key, { day, paths, firsts }]) => {
    const [host] = JSON.parse(key) as [string];
    return [host, day, paths.people, paths.crawlers, paths.bots, formatFirsts(firsts)];
  });
  return [
    ...bindParts(db, UPSERT_DAYS, days),
    ...bindParts(db, UPSERT_ROWS, [...changed.values()], nowMs - SUGGESTIONS_KEPT_MS),
    ...noteEvents(db, frequent.map(toEvent), nowMs),
  ];
}

type FrequentMiss = Pick<HostState, "host" | "workspaceId"> & { path: string; day: number; people: number };

/** Returns whether people have asked for a path often enough on a day, and had not before these visits. */
function isNowFrequent({ path, days }: MissRow, added: PathCount, day: number): boolean {
  const people = days[day]?.[0] ?? 0;
  const isPath = path !== OTHER_PATHS && path !== PROBES;
  return isPath && people >= FREQUENT_MISSES && people - added.people < FREQUENT_MISSES;
}

function toEvent({ host, workspaceId, path, day, people }: FrequentMiss): NotedEvent {
  const data = { host, path, day: formatTimestamp(startOfDay(day)).slice(0, 10), people };
  return { workspaceId, type: "miss.frequent", hosts: [host], data };
}

const ignoredKey = (host: Hostname, slot: string, isRedacted: boolean): string =>
  JSON.stringify([host, slot, isRedacted]);
const dayKey = (host: Hostname, day: number): string => JSON.stringify([host, day]);

/** Returns the slot of a path. Rows for several paths have a slot that no path has. */
function toSlot({ path }: { path: string }): string {
  return path === OTHER_PATHS || path === PROBES ? path : missSlot(path);
}

async function readState(db: D1Database, added: Added[]) {
  const keys = added.flatMap(({ host, counts }) => [
    ...counts.map((count): [string, string, number] => [host, toSlot(count), Number(count.isRedacted)]),
    // This row counts the paths for which there is no room.
    [host, OTHER_PATHS, 0] as [string, string, number],
  ]);
  const names = [...new Set(added.map(({ host }) => host))];
  const days = [...new Map(added.map(({ host, day }) => [dayKey(host, day), [host, day]])).values()];
  const read = <T>(sql: string, list: unknown[]) =>
    Promise.all(bindParts(db, sql, list).map((statement) => statement.all<T>())).then((parts) =>
      parts.flatMap(({ results }) => results),
    );
  const distinct = [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];
  const [hostRows, dayRows, missRows] = await Promise.all([
    read<HostState>(SELECT_HOSTS, names),
    read<DayRow>(SELECT_DAYS, days),
    read<StoredMissRow & { ignored: number }>(SELECT_ROWS, distinct),
  ]);
  const rows = new Map<string, Map<string, MissRow>>(names.map((host) => [host, new Map()]));
  for (const row of missRows) {
    const key = row.slot === row.path ? row.slot : missKey(row.slot, row.redacted === 1);
    rows.get(row.host)?.set(key, toMissRow(row));
  }
  const missDays = new Map<string, MissDay>(
    added.map(({ host, day }) => [
      dayKey(host, day),
      { day, paths: { people: 0, crawlers: 0, bots: 0 }, firsts: new Map() },
    ]),
  );
  for (const row of dayRows) {
    const paths = { people: row.people_paths, crawlers: row.crawler_paths, bots: row.bot_paths };
    missDays.set(dayKey(row.host, row.day), { day: row.day, paths, firsts: parseFirsts(row.firsts) });
  }
  const used = new Map(hostRows.map(({ workspaceId, paths }) => [workspaceId, paths]));
  let all = hostRows[0]?.all_paths ?? 0;
  return {
    hosts: new Map(hostRows.map((row) => [row.host, row])),
    days: missDays,
    rows,
    /** The paths that the owner ignores. */
    ignored: new Set(
      missRows.flatMap(({ host, slot, redacted, ignored }) =>
        ignored === 1 ? [ignoredKey(host, slot, redacted === 1)] : [],
      ),
    ),
    room: ({ workspaceId }: HostState) => ({
      paths: Math.min(MAX_WORKSPACE_PATHS - (used.get(workspaceId) ?? 0), MAX_INSTALLATION_PATHS - all),
    }),
    take: ({ workspaceId }: HostState, paths: number) => {
      used.set(workspaceId, (used.get(workspaceId) ?? 0) + paths);
      all += paths;
    },
  };
}
