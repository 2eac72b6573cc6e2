import { walkPages } from "./patient.ts";
import {
  QueryClient,
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
} from "@tanstack/query-core";
import { useEffect, useMemo, useState } from "preact/hooks";
import { ROWS_A_LIST } from "../first-asks.ts";
import { ApiError, call, type Query, takeAnswered } from "./client.ts";
import type { Ask } from "./early.ts";
import type { Page } from "./types.ts";

/** The cache of the data that the dashboard has read. A write makes data stale, so that they are read again. */

const FRESH_MS = 15_000;
const MAX_ATTEMPTS = 3;
const MAX_WAIT_MS = 30_000;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < MAX_ATTEMPTS && isWorthRepeating(error),
      retryDelay: (failures, error) => waitMs(failures, error),
      // Offline, the last answer stays, and the screen shows its age.
      networkMode: "always",
    },
  },
});

/** Storage that is down and an exceeded limit are temporary; a refusal is not. */
function isWorthRepeating(error: unknown): boolean {
  return error instanceof ApiError && [429, 503].includes(error.status);
}

function waitMs(failures: number, error: unknown): number {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : null;
  return Math.min(seconds === null ? 500 * 2 ** failures : seconds * 1000, MAX_WAIT_MS);
}

export type Read<Data> = QueryObserverResult<Data>;

interface ReadOptions<Data> {
  key: QueryKey;
  read: (signal: AbortSignal) => Promise<Data>;
  /** Returns what is there before the first read, so that it is drawn at once. */
  answered?: () => Data | undefined;
  /** False while data that the read needs are missing. */
  isEnabled?: boolean;
  /** Shows the answer of the previous key until the answer of a new key arrives. */
  keepsPrevious?: boolean;
  /** The interval in milliseconds after which to read again; false for never. */
  againMs?: (data: Data | undefined) => number | false;
}

export function useRead<Data>({ key, read, answered, ...options }: ReadOptions<Data>): Read<Data> {
  const settings: QueryObserverOptions<Data> = {
    queryKey: key,
    queryFn: ({ signal }) => read(signal),
    enabled: options.isEnabled ?? true,
    ...(options.keepsPrevious && { placeholderData: (previous: Data | undefined) => previous as never }),
    ...(options.againMs && {
      refetchInterval: (query: { state: { data: unknown } }) =>
        options.againMs?.(query.state.data as Data | undefined) ?? false,
    }),
  };
  const observer = useMemo(() => {
    const first = settings.enabled && queries.getQueryData(key) === undefined ? answered?.() : undefined;
    if (first !== undefined) queries.setQueryData<Data>(key, first);
    return new QueryObserver<Data>(queries, settings);
  }, []);
  const [, render] = useState(0);
  observer.setOptions(queries.defaultQueryOptions(settings as never) as never);
  useEffect(() => observer.subscribe(() => render((count) => count + 1)), [observer]);
  // What a component does not read of a result draws it no second time.
  return observer.trackResult(
    observer.getOptimisticResult(queries.defaultQueryOptions(settings as never) as never),
  );
}

interface GetOptions<Data> extends Omit<ReadOptions<Data>, "key" | "read" | "answered"> {
  query?: Query;
}

/** Reads the answer of the API to a GET. @param path after `/v1` */
export function useGet<Data>(key: QueryKey, path: string, options: GetOptions<Data> = {}): Read<Data> {
  const { query = {}, ...others } = options;
  return useRead<Data>({
    key,
    read: (signal) => call("GET", path, { query, signal }),
    answered: () => takeAnswered(path, query),
    ...others,
  });
}

/** Reads the answer to a GET that a page may have made already. */
export function useAsk<Data>(
  key: QueryKey,
  [path, query]: Ask,
  options: Omit<GetOptions<Data>, "query"> = {},
): Read<Data> {
  return useGet<Data>(key, path, { ...(query && { query }), ...options });
}

/**
 * Reads again what is shown of these keys, after a write. A read that runs already is dropped, since it may have begun
 * before the write
 * (contract 32.32).
 */
export async function refresh(...keys: string[]): Promise<void> {
  await Promise.all(
    keys.map(async (key) => {
      await queries.cancelQueries({ queryKey: [key] });
      await queries.invalidateQueries({ queryKey: [key] });
    }),
  );
}

/** Shows the answer to a write as what was read. A read that runs already would show the state before the write (32.32). */
export async function keepAnswer<Data>(key: string[], answer: Data): Promise<void> {
  await queries.cancelQueries({ queryKey: key, exact: true });
  queries.setQueryData<Data>(key, answer);
}

const MAX_ROWS = 1_000;

export interface List<Item> {
  items: Item[] | undefined;
  read: Read<Item[]>;
  hasMore: boolean;
  more(): void;
}

/** Reads a list of the API from its beginning, 200 rows per request of the user. */
export function useList<Item>(key: string, path: string, query: Query = {}): List<Item> {
  const question = JSON.stringify(query);
  const [asked, setAsked] = useState({ question, pages: 1 });
  const pages = asked.question === question ? asked.pages : 1;
  const read = useRead<{ items: Item[]; hasMore: boolean }>({
    key: [key, question, pages],
    read: (signal) => readPages(path, query, pages, signal),
    answered: () => toList(takeAnswered<Page<Item>>(path, { per_page: ROWS_A_LIST, ...query })),
    keepsPrevious: true,
  });
  return {
    items: read.data?.items,
    read: read as never,
    hasMore: read.data?.hasMore ?? false,
    more: () => setAsked({ question, pages: pages + 1 }),
  };
}

/** Returns what a list begins with; undefined if more pages have to be read for it. */
function toList<Item>(page: Page<Item> | undefined): { items: Item[]; hasMore: boolean } | undefined {
  if (page === undefined) return undefined;
  const hasMore = page.meta.cursor.next !== null;
  return hasMore && page.data.length < ROWS_A_LIST ? undefined : { items: page.data, hasMore };
}

export async function readAll<Item>(path: string, query: Query, signal: AbortSignal): Promise<Item[]> {
  return (await readPages<Item>(path, { ...query, per_page: MAX_ROWS }, Infinity, signal)).items;
}

async function readPages<Item>(path: string, query: Query, pages: number, signal: AbortSignal) {
  const items: Item[] = [];
  let hasMore = false;
  const read = (cursor: string | undefined): Promise<Page<Item>> =>
    call("GET", path, { query: { per_page: ROWS_A_LIST, ...query, cursor }, signal });
  for await (const { data, meta } of walkPages(read)) {
    items.push(...data);
    hasMore = meta.cursor.next !== null;
    // A page may be short or empty although more rows follow.
    if (items.length >= pages * ROWS_A_LIST) break;
  }
  return { items, hasMore };
}
