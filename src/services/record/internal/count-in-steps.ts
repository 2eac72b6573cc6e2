import type { Env } from "../../../env.ts";
import { beginScan, countKey, upsertAnswer, selectCount } from "../../../storage/count/cache.ts";
import { selectScanStep } from "../../../storage/record/scan.ts";
import { selectRecordCount } from "../../../storage/workspace/read.ts";
import type { ServiceContext } from "../../context.ts";
import { sendMessages } from "../../send-messages.ts";
import type { Counting } from "./counting.ts";
import { MINUTE_MS } from "../../../domain/time.ts";

/**
 * Counts filtered records in steps, each of which reads a bounded number of rows. The request takes the
 * first step and the queue consumer the others. Until they are done, responses show the last result, or
 * the part that is counted so far.
 */

/** How long a result is shown before it is counted again (contract 13.12). */
export const FRESH_MS = MINUTE_MS;
/** From this many records on, no request counts all of them (contract 13.12). */
export const LARGE_WORKSPACE = 10_000;

export interface Counted<T> {
  tally: T;
  /** Whether the tally is older, or only a part of the whole. */
  isRefreshing: boolean;
}

/** How far a count has come; a null position means that it is complete. */
interface Progress<T> {
  tally: T;
  position: number | null;
}

export async function countInSteps<T>(ctx: ServiceContext, counting: Counting<T>): Promise<Counted<T>> {
  const { DB } = ctx.env;
  const workspaceId = ctx.caller.workspace.id;
  const request = JSON.stringify(counting.request);
  const key = await countKey(request);
  const entry = await selectCount(DB, workspaceId, key);
  const answer = typeof entry?.answer === "string" ? (JSON.parse(entry.answer) as T) : null;
  if (answer !== null && ctx.nowMs - (entry?.countedAtMs ?? 0) < FRESH_MS) {
    return { tally: answer, isRefreshing: false };
  }
  const start: Progress<T> = { tally: counting.empty, position: 0 };
  if ((await selectRecordCount(DB, workspaceId)) < LARGE_WORKSPACE) {
    const { tally } = await takeSteps(ctx.env, workspaceId, counting, start, Infinity, ctx.nowMs);
    keep(ctx, key, counting, tally);
    return { tally, isRefreshing: false };
  }
  if (entry !== null && entry.scan !== null) {
    return { tally: answer ?? (JSON.parse(entry.scan.tally) as T), isRefreshing: true };
  }
  const progress =
    answer === null ? await takeSteps(ctx.env, workspaceId, counting, start, 1, ctx.nowMs) : start;
  const { tally, position } = progress;
  if (position === null) {
    keep(ctx, key, counting, tally);
    return { tally, isRefreshing: false };
  }
  const scan = { request, tally: JSON.stringify(tally), position };
  if (await beginScan(DB, workspaceId, key, scan, ctx.nowMs)) {
    await sendMessages(ctx.env.WATCH, [{ kind: "count-records", workspaceId, key }]);
  }
  return { tally: answer ?? tally, isRefreshing: true };
}

function keep<T>(ctx: ServiceContext, key: string, { request, isKept }: Counting<T>, tally: T): void {
  if (!isKept) return;
  const kept = { request: JSON.stringify(request), answer: JSON.stringify(tally) };
  ctx.background(upsertAnswer(ctx.env.DB, ctx.caller.workspace.id, key, kept, ctx.nowMs));
}

/** Takes up to so many steps of a count. */
export async function takeSteps<T>(
  env: Env,
  workspaceId: string,
  counting: Counting<T>,
  { tally, position }: Progress<T>,
  steps: number,
  nowMs: number,
): Promise<Progress<T>> {
  const { request, limit } = counting;
  const columns = counting.columns(nowMs);
  for (let step = 0; step < steps && position !== null; step++) {
    const bounds = { position, limit };
    const taken = await selectScanStep(env.DB, workspaceId, request.filter, columns, bounds, nowMs);
    tally = await counting.add(tally, taken.found, nowMs, { db: env.DB, workspaceId });
    position = taken.next;
  }
  return { tally, position };
}
