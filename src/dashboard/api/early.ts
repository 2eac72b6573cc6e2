import type { SessionAnswer } from "./types.ts";

/** Calls that are made before the code that needs them is there. This is among the first code of a page, so it is small. */

export type Query = Record<string, string | number | boolean | undefined>;

/** A GET that a screen is about to make: the path after `/v1`, and its query. */
export type Ask = readonly [path: string, query?: Query];

export const JSON_ANSWER = { Accept: "application/json" };

const EARLY_MS = 10_000;
const early = new Map<string, Promise<Response>>();

let asked = Promise.resolve();

/** Asks for the session, and then for what a user without limits reads first. Whoever needs an answer gets it, once. */
export function askFirst(asks: readonly Ask[]): void {
  asked = askAfterSession(asks);
}

/** Resolves when all is asked for, so that no screen that is drawn then asks again. */
export async function whenAsked(): Promise<void> {
  await asked;
}

async function askAfterSession(asks: readonly Ask[]): Promise<void> {
  try {
    const response = await askEarly(["/session"], JSON_ANSWER);
    const { session } = (await response.clone().json()) as Partial<SessionAnswer>;
    if (session == null || session.hosts !== null || session.tags !== null || session.role === "viewer")
      return;
    for (const ask of asks) void askEarly(ask, { ...workspaceHeader(session.workspace.id), ...JSON_ANSWER });
  } catch {
    // Whoever takes the answer says why.
  }
}

function askEarly([path, query]: Ask, headers: Record<string, string>): Promise<Response> {
  const url = toUrl(path, query);
  const answer = fetch(url, { headers });
  // Without a screen that takes it, a failure is nobody's.
  answer.catch(() => {});
  early.set(toKey(url, headers), answer);
  return answer;
}

/** Returns the answer to a call that was made already; undefined if there is none. */
export function takeEarly(
  method: string,
  url: string,
  headers: Record<string, string>,
): Promise<Response> | undefined {
  // What was read before a write is old.
  if (method !== "GET") dropEarly();
  const key = toKey(url, headers);
  const answer = early.get(key);
  early.delete(key);
  return answer;
}

/** Drops, in a while, what no screen has taken. An answer that nobody reads would keep its connection. */
export function dropEarlySoon(): void {
  setTimeout(dropEarly, EARLY_MS);
}

function dropEarly(): void {
  for (const answer of early.values()) void answer.then(({ body }) => body?.cancel()).catch(() => {});
  early.clear();
}

function toKey(url: string, headers: Record<string, string>): string {
  return JSON.stringify([url, headers]);
}

/** Says the workspace that the page shows, so that no call is made in another one (contract 32.33). */
export function workspaceHeader(id: string | null): Record<string, string> {
  return id === null ? {} : { "X-Workspace": id };
}

/** @param path after `/v1` */
export function toUrl(path: string, query?: Query): string {
  return `/v1${path}${toSearch(query)}`;
}

/** Returns a query with its question mark, or an empty text. Members that are undefined or empty are left out. */
export function toSearch(query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs).toString()}`;
}
