import type { SessionAnswer } from "./types.ts";

/** Calls that are made before the code that needs them is there. This is among the first code of a page, so it is small. */

export type Query = Record<string, string | number | boolean | undefined>;

/** A GET that a screen is about to make: the path after `/v1`, and its query. */
export type Ask = readonly [path: string, query?: Query];

export const JSON_ANSWER = { Accept: "application/json" };

/** An answer with its body. */
interface Answer {
  response: Response;
  /** Undefined if it is no JSON. */
  body: unknown;
}

interface Early {
  answer: Promise<Answer>;
  /** The answer once it is there. */
  arrived?: Answer;
}

const EARLY_MS = 10_000;
const MOMENT_MS = 300;
const early = new Map<string, Early>();

let asked = Promise.resolve();

/** Asks for the session, and then for what a user without limits reads first. Whoever needs an answer gets it, once. */
export function askFirst(asks: readonly Ask[]): void {
  asked = askAfterSession(asks);
}

/** Resolves when all is asked for, so that no screen that is drawn then asks again. */
export async function whenAsked(): Promise<void> {
  await asked;
}

/** Resolves when all answers are there, so that a screen is drawn once, with them; at the latest in a moment. */
export async function whenAnswered(): Promise<void> {
  const answers = Promise.allSettled([...early.values()].map(({ answer }) => answer));
  await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, MOMENT_MS))]);
}

async function askAfterSession(asks: readonly Ask[]): Promise<void> {
  try {
    const { body } = await askEarly(["/session"], JSON_ANSWER);
    const { session } = body as Partial<SessionAnswer>;
    if (session == null || session.hosts !== null || session.tags !== null || session.role === "viewer")
      return;
    for (const ask of asks) void askEarly(ask, { ...workspaceHeader(session.workspace.id), ...JSON_ANSWER });
  } catch {
    // Whoever takes the answer says why.
  }
}

function askEarly([path, query]: Ask, headers: Record<string, string>): Promise<Answer> {
  const url = toUrl(path, query);
  const one: Early = { answer: readWhole(url, headers) };
  // Without a screen that takes it, a failure is nobody's.
  one.answer.then((answer) => (one.arrived = answer)).catch(() => {});
  early.set(toKey(url, headers), one);
  return one.answer;
}

/** Reads the body at once: a screen that is drawn later has it without waiting, and no answer keeps its connection. */
async function readWhole(url: string, headers: Record<string, string>): Promise<Answer> {
  const response = await fetch(url, { headers });
  const read: Promise<unknown> = response.json();
  return { response: Object.assign(response, { json: () => read }), body: await read.catch(() => undefined) };
}

/** Returns the answer to a call that was made already; undefined if there is none. */
export function takeEarly(
  method: string,
  url: string,
  headers: Record<string, string>,
): Promise<Response> | undefined {
  // What was read before a write is old.
  if (method !== "GET") dropEarly();
  return take(toKey(url, headers))?.answer.then(({ response }) => response);
}

/** Returns the answer to a GET that was made already, if it is there and no refusal. */
export function takeArrived(url: string, headers: Record<string, string>): Answer | undefined {
  const key = toKey(url, headers);
  const arrived = early.get(key)?.arrived;
  return arrived?.response.ok && arrived.body !== undefined ? take(key)?.arrived : undefined;
}

function take(key: string): Early | undefined {
  const one = early.get(key);
  early.delete(key);
  return one;
}

/** Drops, in a while, what no screen has taken. */
export function dropEarlySoon(): void {
  setTimeout(dropEarly, EARLY_MS);
}

function dropEarly(): void {
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
