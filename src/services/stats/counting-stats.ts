import { ALL, CONVERSION_KINDS, type ConversionStats } from "../../domain/conversion.ts";
import { selectConversions, type ConversionRow } from "../../storage/conversion/read.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { hostOfKeySql } from "../../domain/claim-key.ts";
import type { RecordFilter } from "../../domain/record-filter.ts";
import { DAY_MS } from "../../domain/time.ts";
import type { StatsRange, StatsPoint } from "../../domain/stats.ts";
import {
  selectClicks,
  selectRecordClicks,
  type ClickValue,
  type CountedClicks,
} from "../../storage/click/read-stats.ts";
import type { Counting } from "../count/count-in-steps.ts";
import { INCLUDES, type Include, type Breakdown, type CountedValue } from "./types.ts";
import { DIMENSIONS, type Dimension } from "../../clicks/sheet.ts";
import { foldTag } from "../../domain/tag.ts";

/** The request for a count in steps: the clicks of the records that a filter matches. */
export interface StatsCountRequest {
  kind: "stats";
  filter: RecordFilter;
  range: StatsRange;
  /** The start of the series, which includes the period before the range if that is requested. */
  pointsFromMs: number;
  /** Says whether to sum up series and breakdowns. The whole workspace needs no sum, because it has its own sheets. */
  hasClicks: boolean;
  value?: ClickValue | undefined;
  include: Include[];
}

const RECORDS_AT_ONCE = 500;
/** The most records of a filter that is answered at once, and the most months of all of them (contract 8.13). */
const STATS_AT_ONCE = 5_000;
const MONTHS_AT_ONCE = 10_000;

export function countingStats(request: StatsCountRequest): Counting<StatsTally, StatsCountRequest> {
  const { range, pointsFromMs, hasClicks, value, include } = request;
  const months = Math.ceil((range.toMs - pointsFromMs) / (30 * DAY_MS));
  const limit = hasClicks ? Math.min(STATS_AT_ONCE, Math.floor(MONTHS_AT_ONCE / months)) : STATS_AT_ONCE;
  return {
    request,
    empty: NO_STATS,
    limit,
    largeFrom: limit + 1,
    stepsAtOnce: 1,
    isKept: false,
    columns: () => ({ columns: ["r.id", hostOfKeySql("r.host"), "json(r.tags)"], parameters: [] }),
    async add(tally, found, { env: { DB: db }, reach }) {
      let sum = tally;
      for (let start = 0; start < found.length; start += RECORDS_AT_ONCE) {
        const records = found.slice(start, start + RECORDS_AT_ONCE).map(toFoundRecord);
        const scope = { workspaceId: reach.workspaceId, recordIds: records.map(({ id }) => id) };
        if (hasClicks) {
          const options = { pointsFromMs, valueCount: VALUES_KEPT, value };
          sum = addClicks(sum, await selectClicks(db, scope, range, options));
          sum = addConversions(sum, await selectConversions(db, scope, range));
        }
        if (include.length > 0) {
          sum = addIncluded(sum, records, await selectRecordClicks(db, scope, range));
        }
      }
      return sum;
    },
  };
}

function toFoundRecord([id, host, tags]: unknown[]): FoundRecord {
  return { id: id as string, host: host as Hostname, tags: tags as string[] };
}

/** The clicks of many records, summed in steps. Stored as JSON between steps. */
export interface StatsTally {
  points: StatsPoint[];
  values: Record<Dimension, ValueTally>;
  included: Record<Include, ValueTally>;
  conversions: ConversionRow[];
}

interface ValueTally {
  /** The largest counts first; equal counts in the order of their values. */
  values: CountedValue[];
  /** The clicks of all values, including values that are left out. */
  total: number;
}

/** The most values that are kept between steps, so that a tally stays small. Destinations can be long. */
const VALUES_KEPT = 500;

const NO_VALUES: ValueTally = { values: [], total: 0 };

export const NO_STATS: StatsTally = {
  points: [],
  values: Object.fromEntries(DIMENSIONS.map((name) => [name, NO_VALUES])) as StatsTally["values"],
  included: Object.fromEntries(INCLUDES.map((name) => [name, NO_VALUES])) as StatsTally["included"],
  conversions: [],
};

interface FoundRecord {
  id: string;
  host: Hostname;
  tags: string[];
}

export function addClicks(tally: StatsTally, { points, breakdowns }: CountedClicks): StatsTally {
  const values = Object.entries(tally.values).map(([name, known]) => [
    name,
    addValues(known, breakdowns[name as Dimension]),
  ]);
  return {
    ...tally,
    points: addPoints(tally.points, points),
    values: Object.fromEntries(values) as StatsTally["values"],
  };
}

export function addConversions(tally: StatsTally, rows: readonly ConversionRow[]): StatsTally {
  const sums = new Map<string, ConversionRow>();
  for (const row of [...tally.conversions, ...rows]) {
    const key = JSON.stringify([row.name, row.kind, row.value]);
    const { count, amount } = sums.get(key) ?? { count: 0, amount: 0 };
    sums.set(key, { ...row, count: count + row.count, amount: amount + row.amount });
  }
  return {
    ...tally,
    conversions: [...sums.values()].toSorted((a, b) => b.count - a.count).slice(0, VALUES_KEPT),
  };
}

/** Adds clicks by the present values of the records. A click counts for each tag of its record. */
function addIncluded(
  tally: StatsTally,
  records: readonly FoundRecord[],
  clicks: ReadonlyMap<string, number>,
): StatsTally {
  const sums: Record<Include, Map<string, CountedValue>> = {
    hosts: new Map(),
    tags: new Map(),
    records: new Map(),
  };
  const add = (include: Include, value: string, count: number, key = value) => {
    const known = sums[include].get(key) ?? { value, clicks: 0 };
    known.clicks += count;
    sums[include].set(key, known);
  };
  for (const { id, host, tags } of records) {
    const count = clicks.get(id) ?? 0;
    if (count === 0) continue;
    add("hosts", host, count);
    add("records", id, count);
    for (const tag of tags) add("tags", tag, count, foldTag(tag));
  }
  const added = (include: Include) => {
    const values = [...sums[include].values()];
    const total = values.reduce((sum, value) => sum + value.clicks, 0);
    return addValues(tally.included[include], { values, total }, include === "tags" ? foldTag : undefined);
  };
  return {
    ...tally,
    included: { hosts: added("hosts"), tags: added("tags"), records: added("records") },
  };
}

function addPoints(points: StatsPoint[], added: StatsPoint[]): StatsPoint[] {
  const sums = new Map(points.map((point) => [point.atMs, { ...point }]));
  for (const { atMs, clicks, bots } of added) {
    const sum = sums.get(atMs) ?? { atMs, clicks: 0, bots: 0 };
    sum.clicks += clicks;
    sum.bots += bots;
    sums.set(atMs, sum);
  }
  return [...sums.values()];
}

/** @param keyOf returns the key by which values are equal; the first spelling is kept */
function addValues(tally: ValueTally, added: ValueTally, keyOf = (value: string) => value): ValueTally {
  const sums = new Map(tally.values.map((counted) => [keyOf(counted.value), { ...counted }]));
  for (const { value, clicks } of added.values) {
    const sum = sums.get(keyOf(value));
    if (sum === undefined) sums.set(keyOf(value), { value, clicks });
    else sum.clicks += clicks;
  }
  const values = [...sums.values()].toSorted(
    (a, b) => b.clicks - a.clicks || (a.value < b.value ? -1 : Number(a.value > b.value)),
  );
  return { values: values.slice(0, VALUES_KEPT), total: tally.total + added.total };
}

export function toConversionStats(rows: readonly ConversionRow[], shown: number): ConversionStats[] {
  const all = rows.filter(({ kind }) => kind === ALL);
  return all.map(({ name, count, amount }) => {
    const values = (wanted: string) =>
      rows.filter((row) => row.name === name && row.kind === wanted).slice(0, shown);
    const by = CONVERSION_KINDS.map((kind) => [kind, values(kind)]);
    return { name, count, amount, by: Object.fromEntries(by) as ConversionStats["by"] };
  });
}

export function toBreakdown({ values, total }: ValueTally, shown: number): Breakdown {
  const largest = values.slice(0, shown);
  return { values: largest, rest: total - largest.reduce((sum, { clicks }) => sum + clicks, 0) };
}
