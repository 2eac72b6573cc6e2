import { fromSeries, toSeries, type Month, type MonthValues } from "../../clicks/month.ts";
import { toHex } from "../../runtime/digest.ts";
import { pack, unpack } from "../../runtime/pack.ts";
import { assertThat } from "../commit.ts";
import { bindParts, toJsonParts } from "../statement.ts";

/** Reads and writes months of clicks (`click_months`), the rolled-up days of a record or workspace (contract 8.12). */

export interface MonthKey {
  /** The id of a record, or of the workspace itself. */
  scopeId: string;
  /** The first of the month. Days since 1970-01-01, UTC. */
  firstDay: number;
  workspaceId: string;
}

/** `clicks` and `bots` are lists of numbers as JSON; `body` are the packed breakdowns. */
export interface StoredMonth {
  first_day: number;
  clicks: string;
  bots: string;
  body: number[];
}

const SELECT = `
  SELECT m.scope_id, m.first_day, m.stamp, m.clicks, m.bots, m.body
  FROM json_each(?1) j CROSS JOIN click_months m ON m.scope_id = j.value ->> 0 AND m.first_day = j.value ->> 1`;

/** The condition that no month has changed since it was read; null means that it did not exist. */
const ARE_UNCHANGED = `
  NOT EXISTS (
    SELECT 1 FROM json_each(?1) j
    LEFT JOIN click_months m ON m.scope_id = j.value ->> 0 AND m.first_day = j.value ->> 1
    WHERE m.stamp IS NOT j.value ->> 2)`;

const INSERT =
  "INSERT INTO click_months (scope_id, first_day, workspace_id, from_day, stamp, clicks, bots, body)";
const OR_REPLACE = `
  ON CONFLICT (scope_id, first_day) DO UPDATE SET
    from_day = excluded.from_day, stamp = excluded.stamp, clicks = excluded.clicks, bots = excluded.bots,
    body = excluded.body`;

const WRITE = `${INSERT}
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, ?2, value ->> 4, value ->> 5, unhex(value ->> 6)
  FROM json_each(?1) WHERE true ${OR_REPLACE}`;

/** A body that in hexadecimal may be too long for a parameter has a statement of its own. */
const LARGE_BYTES = 200_000;
const WRITE_LARGE = `${INSERT} VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ${OR_REPLACE}`;

const DELETE = `
  DELETE FROM click_months WHERE (scope_id, first_day) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?1))`;

/**
 * Reads months, lets them be changed, and returns the statements that write them. A month without days is deleted. The
 * batch fails if another writer has changed one of them.
 */
export async function prepareMonths(
  db: D1Database,
  keys: readonly MonthKey[],
  change: (month: Month, key: MonthKey) => void,
): Promise<D1PreparedStatement[]> {
  const known = await selectMonths(db, keys);
  const read: [scopeId: string, firstDay: number, stamp: string | null][] = [];
  const rows: [string, number, string, number, string, string, string][] = [];
  const large: D1PreparedStatement[] = [];
  const stamp = crypto.randomUUID();
  const empty: [scopeId: string, firstDay: number][] = [];
  for (const key of keys) {
    const { scopeId, firstDay, workspaceId } = key;
    const stored = known.get(nameOf(scopeId, firstDay));
    read.push([scopeId, firstDay, stored?.stamp ?? null]);
    const month = stored === undefined ? new Map() : await unpackMonth(stored);
    change(month, key);
    if (month.size === 0) {
      empty.push([scopeId, firstDay]);
      continue;
    }
    const series = toSeries(month, firstDay);
    const [clicks, bots] = [JSON.stringify(series.clicks), JSON.stringify(series.bots)];
    const body = await pack(series.values);
    const fromDay = Math.min(...month.keys());
    if (body.byteLength > LARGE_BYTES) {
      const write = db.prepare(WRITE_LARGE);
      large.push(write.bind(scopeId, firstDay, workspaceId, fromDay, stamp, clicks, bots, body));
    } else rows.push([scopeId, firstDay, workspaceId, fromDay, clicks, bots, toHex(new Uint8Array(body))]);
  }
  return [
    ...toJsonParts(read).map((part) => assertThat(db, "stale_version", ARE_UNCHANGED, part)),
    ...bindParts(db, WRITE, rows, stamp),
    ...large,
    ...bindParts(db, DELETE, empty),
  ];
}

type FoundMonth = StoredMonth & { scope_id: string; stamp: string };

async function selectMonths(db: D1Database, keys: readonly MonthKey[]): Promise<Map<string, FoundMonth>> {
  const wanted = keys.map(({ scopeId, firstDay }) => [scopeId, firstDay]);
  const found = new Map<string, FoundMonth>();
  for (const statement of bindParts(db, SELECT, wanted)) {
    const { results } = await statement.all<FoundMonth>();
    for (const row of results) found.set(nameOf(row.scope_id, row.first_day), row);
  }
  return found;
}

const nameOf = (scopeId: string, firstDay: number): string => `${scopeId} ${firstDay}`;

async function unpackMonth({ first_day, clicks, bots, body }: StoredMonth): Promise<Month> {
  const values = await unpack<MonthValues>(body);
  const series = { clicks: JSON.parse(clicks) as number[], bots: JSON.parse(bots) as number[], values };
  return fromSeries(series, first_day);
}
