import { ApiError, call, type Query, takeAnswered } from "../../api/client.ts";
import { type Read, useRead } from "../../api/query.ts";
import type { LinkRecord, Stats } from "../../api/types.ts";
import { t } from "../../text/text.ts";
import { walkPages } from "../../api/patient.ts";
import { showUrl } from "../records/show-url.ts";
import type { Names } from "./breakdowns.ts";

const REFRESHING_MS = 3_000;

/** Reads statistics, repeatedly while they are being counted. @param path `/stats`, or the statistics of a record */
export function useStats(path: string, query: Query, isEnabled = true): Read<Stats> {
  return useRead<Stats>({
    key: ["stats", path, JSON.stringify(query)],
    read: (signal) => readStats(path, query, signal),
    answered: () => takeAnswered(path, query),
    isEnabled,
    keepsPrevious: true,
    againMs: (data) => (data?.refreshing === true ? REFRESHING_MS : false),
  });
}

/** Reads statistics with the previous period, or without it if it is no longer kept. */
async function readStats(path: string, query: Query, signal?: AbortSignal): Promise<Stats> {
  const ask = (asked: Query) => call<Stats>("GET", path, { query: asked, ...(signal && { signal }) });
  try {
    return await ask(query);
  } catch (error) {
    if (!(error instanceof ApiError) || error.body.errors?.["previous"] === undefined) throw error;
    return await ask({ ...query, previous: undefined });
  }
}

const ATTEMPTS = 40;

/** Reads statistics until they are fully counted. @throws ApiError, also if that takes too long */
export async function readWholeStats(path: string, query: Query, signal: AbortSignal): Promise<Stats> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const stats = await readStats(path, query, signal);
    if (stats.refreshing !== true) return stats;
    await wait(REFRESHING_MS, signal);
  }
  throw new ApiError(409, { message: t("stats.tooLong") });
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

/** Returns the reasons why the API refuses a period; empty for any other error. */
export function fromErrors(error: unknown): readonly string[] {
  const errors = error instanceof ApiError ? error.body.errors : undefined;
  return [...(errors?.["from"] ?? []), ...(errors?.["to"] ?? [])];
}

type NamedKind = "records" | "rules";

/** The most ids of one call. */
const IDS = 100;

const QUERY = {
  records: (ids) => ({ "filter[id]": ids.join(","), per_page: IDS }),
  rules: () => ({ "filter[has_rules]": true, per_page: 1000 }),
} as const satisfies Record<NamedKind, (ids: readonly string[]) => Query>;

/** The ids of a breakdown. */
interface Named {
  breakdowns: Partial<Record<NamedKind, readonly { value: string }[] | undefined>>;
}

/** Reads the names of all records and rules that have clicks. Those that are gone have no name. */
export async function readNames(stats: readonly Named[], signal: AbortSignal): Promise<Names> {
  const idsOf = (kind: NamedKind) => [
    ...new Set(stats.flatMap(({ breakdowns }) => breakdowns[kind] ?? []).map(({ value }) => value)),
  ];
  const records = idsOf("records");
  const parts = Array.from({ length: Math.ceil(records.length / IDS) }, (_, at) =>
    records.slice(at * IDS, (at + 1) * IDS),
  );
  const names: [string, string][] = [];
  for (const ids of parts) names.push(...(await readNamesOf("records", ids, signal)));
  const rules = idsOf("rules");
  if (rules.length > 0) names.push(...(await readNamesOf("rules", rules, signal)));
  return new Map(names);
}

/** Reads names by id, page by page until all are known. */
async function readNamesOf(
  kind: NamedKind,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const pages = walkPages<LinkRecord>((cursor) =>
    call("GET", "/links", { query: { ...QUERY[kind](ids), cursor }, signal }),
  );
  for await (const page of pages) {
    for (const [id, name] of page.data.flatMap((record) => namesOf(kind, record))) names.set(id, name);
    if (ids.every((id) => names.has(id))) break;
  }
  return names;
}

function namesOf(kind: NamedKind, { id, url, rules }: LinkRecord): [id: string, name: string][] {
  if (kind === "records") return [[id, url]];
  return rules.map((rule) => [rule.id, `${rule.name || t("value.noName")} · ${showUrl(url)}`]);
}
