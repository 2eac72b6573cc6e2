import { mostFrequent, type MissRow } from "../../clicks/miss-day.ts";
import type { MissKind, MissSort, MissState } from "../../domain/misses.ts";
import type { Suggestion } from "../../domain/suggest/suggest.ts";
import { MISS_COLUMNS, missSlot, toMissRow, type StoredMissRow } from "./row.ts";

/** Missed paths as their workspace sees them. */

export interface Missed extends MissRow {
  host: string;
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
  const referrers = mostFrequent(miss.referrers, SHOWN_REFERRERS);
  return { ...miss, referrers, host, slot, state, visits, suggestions: list };
}

/** Where a list has come to: what it is sorted by, and the rest of the key. */
export type MissPosition = [value: number, host: string, slot: string, redacted: number];

export interface MissPage {
  sort: MissSort;
  host?: string;
  kind?: MissKind;
  state?: MissState;
  after: MissPosition | null;
  isBackward: boolean;
  limit: number;
}

/** A page looks at so many rows; each is read in the index and in the table. */
const MAX_ROWS = 1_200;

const BY = {
  "-visits": { column: "visits", index: "misses_by_visits" },
  "-last_at": { column: "last_at", index: "misses_by_moment" },
};

const HAS_KIND: Record<MissKind, string> = {
  people: "m.people > 0 AND m.slot <> '(probes)'",
  crawlers: "m.crawlers > 0 AND m.slot <> '(probes)'",
  bots: "m.bots > 0 AND m.slot <> '(probes)'",
  probes: "m.slot = '(probes)'",
};

/** Selects missed paths of a workspace, and reads no more rows than a page may. */
export async function selectMisses(
  db: D1Database,
  workspaceId: string,
  { sort, host, kind, state, after, isBackward, limit }: MissPage,
): Promise<{ items: Missed[]; end: MissPosition | null }> {
  const { column, index } = BY[sort];
  const [operator, direction] = isBackward ? [">", "ASC"] : ["<", "DESC"];
  const key = [`m.${column}`, "m.host", "m.slot", "m.redacted"];
  const order = key.map((name) => `${name} ${direction}`).join(", ");
  const fits = `(?6 IS NULL OR m.host = ?6) AND (?7 IS NULL OR m.state = ?7) AND ${kind === undefined ? "true" : HAS_KIND[kind]}`;
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS}, ${fits} AS fits FROM misses m INDEXED BY ${index}
       WHERE m.workspace_id = ?1 AND (?2 IS NULL OR (${key.join(", ")}) ${operator} (?2, ?3, ?4, ?5))
       ORDER BY ${order} LIMIT ${MAX_ROWS}`,
    )
    .bind(workspaceId, ...(after ?? [null, null, null, null]), host ?? null, state ?? null)
    .all<ListedRow & { fits: number }>();
  const items = results.filter((row) => row.fits === 1).slice(0, limit);
  const last = results.at(-1);
  const isCut = items.length < limit && results.length === MAX_ROWS && last !== undefined;
  const position = (row: ListedRow): MissPosition => [
    column === "visits" ? row.visits : row.last_at,
    row.host,
    row.slot,
    row.redacted,
  ];
  return { items: items.map(toMissed), end: isCut ? position(last) : null };
}

/** Selects the missed paths of a hostname that some canonical paths name, redacted ones included. */
export async function selectNamedMisses(
  db: D1Database,
  workspaceId: string,
  host: string,
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

/** Sets the state of missed paths, by their slots. */
export function setMissState(
  db: D1Database,
  workspaceId: string,
  host: string,
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
