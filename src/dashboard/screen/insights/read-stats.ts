import { ApiError, call, callRaw, type Query } from "../../api/client.ts";
import { type Read, useRead } from "../../api/query.ts";
import type { LinkRecord, Stats } from "../../api/types.ts";
import { t } from "../../text/text.ts";
import { walkPages } from "../../api/patient.ts";
import { showUrl } from "../records/show-url.ts";

const REFRESHING_MS = 3_000;

/** Reads statistics, repeatedly while they are being counted. @param path `/stats`, or the statistics of a record */
export function useStats(path: string, query: Query): Read<Stats> {
  return useRead<Stats>({
    key: ["stats", path, JSON.stringify(query)],
    read: (signal) => readStats(path, query, signal),
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

/** Reads statistics as CSV. It does not say whether it is complete, so they are fully counted first. */
export async function readStatsCsv(path: string, query: Query, signal: AbortSignal): Promise<Blob> {
  const { previous } = await readWholeStats(path, query, signal);
  const counted: Query = { ...query, previous: previous === undefined ? undefined : true };
  const headers = { Accept: "text/csv" };
  const answer = await callRaw("GET", path, { query: counted, headers, signal });
  return answer.blob();
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

const QUERY = {
  records: (ids) => ({ "filter[id]": ids.join(","), per_page: 100 }),
  rules: () => ({ "filter[has_rules]": true, per_page: 1000 }),
} as const satisfies Record<NamedKind, (ids: readonly string[]) => Query>;

/** Reads the names of records or rules by id, page by page until all are known. Those that are gone have no name. */
export async function readNames(
  kind: NamedKind,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
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
  if (kind === "records") return [[id, showUrl(url)]];
  return rules.map((rule) => [rule.id, `${rule.name || t("value.noName")} · ${showUrl(url)}`]);
}
