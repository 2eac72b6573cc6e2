import type { Ask, Query } from "./api/early.ts";
import type { Change, Stats } from "./api/types.ts";
import { toHoursQuery } from "./screen/insights/hours.ts";
import { lastDays, readPeriod, toStatsQuery } from "./screen/insights/period.ts";

/**
 * Returns what a screen reads first at an address without a query. It is asked for before the code of the screen is there,
 * so what the screen does not read then would be read in vain.
 * @param id what stands in the path after the screen
 */
export type FirstAsks = (id: string | undefined) => readonly Ask[];

/** The rows of a page of a long list. */
export const ROWS_A_PAGE = 100;

/** The rows with which `useList` begins. */
export const ROWS_A_LIST = 200;

const RUNNING_CHANGES: readonly Change["state"][] = ["collecting", "planning", "applying", "undoing"];

export const ASK = {
  hosts: ["/host", { per_page: 1_000 }],
  facets: ["/links/facets"],
  tagNames: ["/tags", { per_page: 500 }],
  workspace: ["/workspace/current"],
  /** All records of a workspace that still shows the first steps, so that the list tells whether there are more. */
  newest: ["/links", { per_page: 5 }],
  latestChanges: ["/changes", { per_page: 20 }],
  latestChecks: ["/checks", { per_page: 20 }],
  /** The rows for probes and for paths without room have no path, and appear between the others. */
  newestMisses: ["/misses", { "filter[state]": "open", sort: "-last_at", per_page: 15 }],
  records: ["/links", { sort: "-id", per_page: ROWS_A_PAGE }],
  changes: ["/changes", { per_page: 30 }],
  runningChanges: ["/changes", { per_page: 10, "filter[state]": RUNNING_CHANGES.join(",") }],
  examples: ["/links", { per_page: 6 }],
  checks: ["/checks", { per_page: ROWS_A_PAGE }],
  newestChecks: ["/checks", { per_page: 10 }],
  misses: ["/misses", { "filter[state]": "open", sort: "-visits", per_page: ROWS_A_PAGE }],
  probes: ["/misses", { "filter[kind]": "probes", per_page: 1_000 }],
} as const satisfies Record<string, Ask>;

/** The breakdowns that the API sums up over all records, and only on request. */
export const INCLUDED: readonly (keyof Stats["breakdowns"])[] = ["records", "tags", "hosts"];

export const OVERVIEW_DAYS = 28;

/** Returns the queries of Overview for its clicks, and for the records with the most of them. */
export function askOverview(nowMs: number) {
  const days = toStatsQuery({ ...lastDays(OVERVIEW_DAYS, nowMs), interval: "day" });
  // Sums over all records may take longer.
  return { clicks: { ...days, previous: true }, summed: { ...days, include: "records" } };
}

/** Returns the queries of Insights for some days and records. @param value to which the clicks over time are narrowed */
export function askInsights(days: Query, records: Query, value?: string) {
  return {
    clicks: { ...days, ...records, value, previous: true },
    // Sums over all records may take longer. The other cards do not wait for them.
    summed: { ...days, ...records, include: INCLUDED.join(",") },
  };
}

function askFirstInsights(nowMs: number): Ask[] {
  const period = readPeriod({}, nowMs);
  const { clicks, summed } = askInsights(toStatsQuery(period), {});
  const hours = toHoursQuery(period, nowMs);
  const kept: Ask[] = hours === null ? [] : [["/stats", { ...hours }]];
  return [["/stats", clicks], ["/stats", summed], ...kept, ASK.facets, ASK.workspace];
}

function askFirstOverview(nowMs: number): Ask[] {
  const { clicks, summed } = askOverview(nowMs);
  const { newest, facets, latestChanges, latestChecks, newestMisses } = ASK;
  const stats: Ask[] = [
    ["/stats", clicks],
    ["/stats", summed],
  ];
  return [newest, facets, ...stats, latestChanges, latestChecks, newestMisses];
}

const onlyAlone =
  (...asks: Ask[]): FirstAsks =>
  (id) =>
    id === undefined ? asks : [];

/** By the name of a screen; of links, `list` is their list, and `record` the form over it. */
export const FIRST_ASKS = {
  overview: () => askFirstOverview(Date.now()),
  links: () => [ASK.hosts],
  list: () => [ASK.records, ASK.facets],
  record: (id) => [
    ASK.tagNames,
    ASK.workspace,
    ["/files", { per_page: ROWS_A_LIST }],
    ["/shared/plugins"],
    ...(id === undefined || id === "new" ? [] : [[`/links/${id}`] as const]),
  ],
  insights: () => askFirstInsights(Date.now()),
  hosts: () => [["/host", { per_page: ROWS_A_LIST }]],
  import: () => [ASK.hosts],
  changes: onlyAlone(ASK.changes, ASK.runningChanges),
  explain: () => [ASK.examples],
  check: onlyAlone(ASK.hosts, ASK.checks, ASK.newestChecks),
  misses: () => [ASK.misses, ASK.probes, ASK.hosts],
  settings: onlyAlone(ASK.workspace),
} satisfies Record<string, FirstAsks>;
