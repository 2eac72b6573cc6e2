import {
  QueryClient,
  QueryObserver,
  type QueryKey,
  type QueryObserverOptions,
  type QueryObserverResult,
} from "@tanstack/query-core";
import { useEffect, useMemo, useState } from "preact/hooks";
import { ApiError } from "./client.ts";

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
  /** False while data that the read needs are missing. */
  isEnabled?: boolean;
  /** Shows the answer of the previous key until the answer of a new key arrives. */
  keepsPrevious?: boolean;
  /** The interval in milliseconds after which to read again; false for never. */
  againMs?: (data: Data | undefined) => number | false;
}

export function useRead<Data>({ key, read, ...options }: ReadOptions<Data>): Read<Data> {
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
  const observer = useMemo(() => new QueryObserver<Data>(queries, settings as never), []);
  const [, render] = useState(0);
  observer.setOptions(queries.defaultQueryOptions(settings as never) as never);
  useEffect(() => observer.subscribe(() => render((count) => count + 1)), [observer]);
  return observer.getOptimisticResult(queries.defaultQueryOptions(settings as never) as never);
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
