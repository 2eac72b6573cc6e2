import { ApiError, call, type Query } from "../../api/client.ts";
import { useRead, type Read } from "../../api/query.ts";
import type { Stats } from "../../api/types.ts";

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
export async function readStats(path: string, query: Query, signal?: AbortSignal): Promise<Stats> {
  const ask = (asked: Query) => call<Stats>("GET", path, { query: asked, ...(signal && { signal }) });
  try {
    return await ask(query);
  } catch (error) {
    if (!(error instanceof ApiError) || error.body.errors?.["previous"] === undefined) throw error;
    return await ask({ ...query, previous: undefined });
  }
}

const ATTEMPTS = 40;

/** Reads statistics until they are fully counted. */
export async function readWholeStats(path: string, query: Query, signal: AbortSignal): Promise<Stats> {
  for (let attempt = 1; ; attempt++) {
    const stats = await readStats(path, query, signal);
    if (stats.refreshing !== true || attempt === ATTEMPTS) return stats;
    await new Promise((resolve) => setTimeout(resolve, REFRESHING_MS));
  }
}

/** Returns the reasons why the API refuses a period; empty for any other error. */
export function fromErrors(error: unknown): readonly string[] {
  const errors = error instanceof ApiError ? error.body.errors : undefined;
  return [...(errors?.["from"] ?? []), ...(errors?.["to"] ?? [])];
}
