import type { ListPart } from "../../domain/list.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { mostFrequent, type MissRow } from "../../clicks/miss-day.ts";
import type { MissKind, MissSort, MissState } from "../../domain/misses.ts";
import { hostsWithin, type Reach } from "../../domain/reach.ts";
import type { Suggestion } from "../../domain/suggest/suggest.ts";
import { mergeRead } from "../within.ts";
import { MISS_COLUMNS, missSlot, toMissRow, type StoredMissRow } from "./row.ts";

export interface Missed extends MissRow {
  host: Hostname;
  slot: string;
  state: MissState;
  visits: number;
  /** Null until they are made. */
  suggestions: Suggestion[] | null;
}

interface ListedRow extends StoredMissRow {
  state: MissState;
  visits: number;
  suggestions: string | null;
}

const COLUMNS = `${MISS_COLUMNS}, m.state, m.visits, m.suggestions`;

const SHOWN_REFERRERS = 3;

function toMissed(row: ListedRow): Missed {
  const { host, slot, state, visits, suggestions } = row;
  const list = suggestions === null ? null : (JSON.parse(suggestions) as Suggestion[]);
  const miss = toMissRow(row);
  const referrers = mostFrequent(SHOWN_REFERRERS, miss.referrers);
  return { ...miss, referrers, host, slot, state, visits, suggestions: list };
}

/** A position in a list: the value that it is sorted by, and the rest of the key. */
export type MissPosition = [value: number, host: Hostname, slot: string, redacted: number];

interface MissPage extends ListPart<MissPosition> {
  sort: MissSort;
  host?: Hostname;
  kind?: MissKind;
  state?: MissState;
}

/** The most rows that a page examines. Each is read in the index and in the table. */
const MAX_ROWS = 1_200;

const BY = {
  "-visits": { column: "visits", index: "visits" },
  "-last_at": { column: "last_at", index: "moment" },
} as const;

const HAS_KIND: Record<MissKind, string> = {
  people: "m.people > 0 AND m.slot <> '(probes)'",
  crawlers: "m.crawlers > 0 AND m.slot <> '(probes)'",
  bots: "m.bots > 0 AND m.slot <> '(probes)'",
  probes: "m.slot = '(probes)'",
};

/** Each hostname has one row of probes, which is sought, because any number of paths may come before it. */
const OF_PROBES = `hosts h CROSS JOIN misses m ON m.workspace_id = h.workspace_id AND m.host = h.name
  AND m.slot = '(probes)' AND m.redacted = 0 AND h.workspace_id = ?1`;

/** Selects missed paths within a reach, and reads no more rows than a page may: of each hostname in its order. */
export async function selectMisses(
  db: D1Database,
  reach: Reach,
  { sort, host, kind, state, after, isBackward, limit }: MissPage,
): Promise<{ items: Missed[]; end: MissPosition | null }> {
  const hosts = hostsWithin(reach, host);
  if (hosts?.length === 0) return { items: [], end: null };
  const { column, index } = BY[sort];
  const [operator, direction] = isBackward ? [">", "ASC"] : ["<", "DESC"];
  const key = [`m.${column}`, "m.host", "m.slot", "m.redacted"];
  const order = key.map((name) => `${name} ${direction}`).join(", ");
  const behind = after === null ? "" : `AND (${key.join(", ")}) ${operator} (?2, ?3, ?4, ?5)`;
  const share = Math.floor(MAX_ROWS / (hosts?.length ?? 1));
  const from =
    kind === "probes" ? OF_PROBES : `misses m INDEXED BY misses_by_${hosts === null ? "" : "host_"}${index}`;
  const statement = db.prepare(
    `SELECT ${COLUMNS}, (?7 IS NULL OR m.state = ?7) AND ${kind === undefined ? "true" : HAS_KIND[kind]} AS fits
     FROM ${from}
     WHERE m.workspace_id = ?1 ${behind} AND ${hosts === null ? "?6 IS NULL" : "m.host = ?6"}
     ORDER BY ${order} LIMIT ${share}`,
  );
  const read = await db.batch<ListedRow & { fits: number }>(
    (hosts ?? [null]).map((name) =>
      statement.bind(reach.workspaceId, ...(after ?? [null, null, null, null]), name, state ?? null),
    ),
  );
  // Rows of one hostname are in their order, so that the slot is never asked for.
  const compare = (a: ListedRow, b: ListedRow) =>
    (a[column] - b[column] || (a.host < b.host ? -1 : Number(a.host > b.host))) * (isBackward ? 1 : -1);
  const { items, end } = mergeRead(read, share, limit, compare);
  return { items: items.map(toMissed), end: end && [end[column], end.host, end.slot, end.redacted] };
}

/** Selects the missed paths of a hostname by their canonical paths, including redacted ones. */
export async function selectNamedMisses(
  db: D1Database,
  workspaceId: string,
  host: Hostname,
  paths: string[],
): Promise<Missed[]> {
  const slots = JSON.stringify([...new Set(paths.map((path) => missSlot(path)))]);
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM json_each(?3) j CROSS JOIN misses m
         ON m.workspace_id = ?1 AND m.host = ?2 AND m.slot = j.value AND m.redacted IN (0, 1)`,
    )
    .bind(workspaceId, host, slots)
    .all<ListedRow>();
  return results.map(toMissed);
}

export function setMissState(
  db: D1Database,
  workspaceId: string,
  host: Hostname,
  slots: string[],
  { state, nowMs }: { state: MissState; nowMs: number },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE misses SET state = ?4, state_at = ?5
       WHERE workspace_id = ?1 AND host = ?2 AND redacted = 0 AND slot IN (SELECT value FROM json_each(?3))`,
    )
    .bind(workspaceId, host, JSON.stringify(slots), state, nowMs);
}
