import type { Env } from "../../env.ts";
import { advanceWalk, beginWalk, countKey, keepAnswer, readCount } from "../../storage/count-cache.ts";
import { readStep } from "../../storage/record-walk.ts";
import { countRecords } from "../../storage/workspaces.ts";
import type { ServiceContext } from "../context.ts";
import { sendMessages } from "../monitor/send-messages.ts";
import { toCounting, type Counting, type CountRequest } from "./counting.ts";

/**
 * Counts over filtered records, in steps that each read a bounded number of rows. A request takes the
 * first one; what is left over is done by the consumer, and meanwhile the answer of before is shown,
 * or what is counted so far.
 */

/** Answers that took more than a request are shown for a minute. */
export const FRESH_MS = 60_000;
/** From this many records on, no request counts all of them (contract 13.12). */
export const LARGE_WORKSPACE = 10_000;
/** Of one invocation of the consumer. */
const STEPS_AT_ONCE = 10;

export interface Counted<T> {
  tally: T;
  /** Whether the tally is an older one, or a part of the whole. */
  isRefreshing: boolean;
}

/** Where a count stands; without position it is complete. */
interface Progress<T> {
  tally: T;
  position: number | null;
}

export async function countInSteps<T>(ctx: ServiceContext, counting: Counting<T>): Promise<Counted<T>> {
  const { DB } = ctx.env;
  const workspaceId = ctx.caller.workspace.id;
  const request = JSON.stringify(counting.request);
  const key = await countKey(request);
  const entry = await readCount(DB, workspaceId, key);
  const answer = typeof entry?.answer === "string" ? (JSON.parse(entry.answer) as T) : null;
  if (answer !== null && ctx.nowMs - (entry?.countedAtMs ?? 0) < FRESH_MS) {
    return { tally: answer, isRefreshing: false };
  }
  const start: Progress<T> = { tally: counting.empty, position: 0 };
  if ((await countRecords(DB, workspaceId)) < LARGE_WORKSPACE) {
    const { tally } = await takeSteps(ctx.env, workspaceId, counting, start, Infinity, ctx.nowMs);
    keep(ctx, key, counting, tally);
    return { tally, isRefreshing: false };
  }
  if (entry !== null && entry.walk !== null) {
    return { tally: answer ?? (JSON.parse(entry.walk.tally) as T), isRefreshing: true };
  }
  const progress =
    answer === null ? await takeSteps(ctx.env, workspaceId, counting, start, 1, ctx.nowMs) : start;
  const { tally, position } = progress;
  if (position === null) {
    keep(ctx, key, counting, tally);
    return { tally, isRefreshing: false };
  }
  const walk = { request, tally: JSON.stringify(tally), position };
  if (await beginWalk(DB, workspaceId, key, walk, ctx.nowMs)) {
    await sendMessages(ctx.env.WATCH, [{ kind: "count-records", workspaceId, key }]);
  }
  return { tally: answer ?? tally, isRefreshing: true };
}

function keep<T>(ctx: ServiceContext, key: string, { request, isKept }: Counting<T>, tally: T): void {
  if (!isKept) return;
  const kept = { request: JSON.stringify(request), answer: JSON.stringify(tally) };
  ctx.background(keepAnswer(ctx.env.DB, ctx.caller.workspace.id, key, kept, ctx.nowMs));
}

async function takeSteps<T>(
  env: Env,
  workspaceId: string,
  counting: Counting<T>,
  { tally, position }: Progress<T>,
  steps: number,
  nowMs: number,
): Promise<Progress<T>> {
  const { request, limit } = counting;
  const projection = counting.projection(nowMs);
  for (let step = 0; step < steps && position !== null; step++) {
    const bounds = { position, limit };
    const taken = await readStep(env.DB, workspaceId, request.filter, projection, bounds, nowMs);
    tally = counting.add(tally, taken.found, nowMs);
    position = taken.next;
  }
  return { tally, position };
}

/**
 * Takes the next steps of a count under way.
 * @returns whether there are more; not where another delivery of the same message took these
 */
export async function continueCount(
  env: Env,
  workspaceId: string,
  key: string,
  nowMs: number,
): Promise<boolean> {
  const entry = await readCount(env.DB, workspaceId, key);
  if (entry === null || entry.walk === null) return false;
  const { step } = entry.walk;
  const counting = toCounting(JSON.parse(entry.request) as CountRequest);
  const standing = { tally: JSON.parse(entry.walk.tally) as unknown, position: entry.walk.position };
  const { tally, position } = await takeSteps(env, workspaceId, counting, standing, STEPS_AT_ONCE, nowMs);
  const next = { tally: JSON.stringify(tally), position, step };
  return (await advanceWalk(env.DB, workspaceId, key, next, nowMs)) && position !== null;
}
