import type { Page } from "./types.ts";
import { ApiError, call, type Query } from "./client.ts";

const MAX_ATTEMPTS = 6;
const MAX_WAIT_SECONDS = 60;
/** The statuses of a lost call, an exceeded limit, and storage that is down. */
const PASSING = [0, 429, 503];

interface Patience {
  /** The temporary statuses; 0 means that a call did not arrive. */
  passing?: readonly number[];
  wait?: (seconds: number) => Promise<void>;
}

/** Makes a call, and repeats it after an exceeded limit or an outage. Only for idempotent calls. */
export async function callPatiently<Answer>(
  run: () => Promise<Answer>,
  { passing = PASSING, wait = waitFor }: Patience = {},
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !(error instanceof ApiError) || !passing.includes(error.status)) {
        throw error;
      }
      await wait(Math.min(error.retryAfterSeconds ?? 2 ** (attempt - 1), MAX_WAIT_SECONDS));
    }
  }
}

export function waitFor(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000);
  });
}

/** Reads the pages of a list one after the other. */
export async function* walkPages<Item>(read: (cursor: string | undefined) => Promise<Page<Item>>) {
  let cursor: string | undefined;
  do {
    const page: Page<Item> = await read(cursor);
    yield page;
    cursor = page.meta.cursor.next ?? undefined;
  } while (cursor !== undefined);
}

/** Reads a whole list, in the largest pages that the API has. @throws ApiError */
export function walkPatiently<Item>(path: string, query: Query) {
  return walkPages<Item>((cursor) =>
    callPatiently(() => call("GET", path, { query: { ...query, per_page: 1_000, cursor } })),
  );
}

/**
 * Returns a function that makes the `Idempotency-Key` of a call. The same content gets the same key again, so that a call
 * whose answer was lost is not executed twice (contract 9.21).
 */
export function rememberKeys(): (content: string) => string {
  const keys = new Map<string, string>();
  return (content) => {
    const key = keys.get(content) ?? crypto.randomUUID();
    keys.set(content, key);
    return key;
  };
}
