import type { Env } from "../../env.ts";
import { sha256Hex } from "../../runtime/digest.ts";
import { beginScan, upsertAnswer, selectCount } from "../../storage/count/cache.ts";
import { isWhole, type Reach } from "../../domain/reach.ts";
import { READ_BY_REACH, selectScanStep, type ScanColumns } from "../../storage/record/scan.ts";
import { fromHostsColumn, toLimitColumns } from "../../storage/reach.ts";
import { selectRecordCount } from "../../storage/workspace/read.ts";
import type { ReadContext } from "../context.ts";
import { sendMessages } from "../send-messages.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import type { RecordFilter } from "../../domain/record-filter.ts";

/**
 * Counts filtered records in steps, each of which reads a bounded number of rows. The request takes the first
 * step and the queue's consumer the others. Until all are done, responses show the last result, or the part
 * that is counted so far.
 */

/** The time for which a result is shown before it is counted again (contract 13.12). */
export const FRESH_MS = MINUTE_MS;
/** From this number of records on, no request counts all of them (contract 13.12). */
const LARGE_WORKSPACE = 10_000;

export interface Counted<T> {
  tally: T;
  /** True if the tally is old, or only a part of the whole. */
  isRefreshing: boolean;
}

/** The progress of a count. A null position means that it is complete. */
interface Progress<T> {
  tally: T;
  position: number | null;
}

export async function countInSteps<T>(ctx: ReadContext, counting: Counting<T>): Promise<Counted<T>> {
  const { DB } = ctx.env;
  const { reach } = ctx.caller;
  const { workspaceId } = reach;
  // The key of a count includes the limits of the caller.
  const [hosts, limits] = toLimitColumns({
    hosts: reach.hosts?.toSorted() ?? null,
    tags: reach.tags?.toSorted() ?? null,
  });
  const request = JSON.stringify({
    ...counting.request,
    ...(hosts !== null && { hosts: fromHostsColumn(hosts) }),
    ...(limits !== null && { limits }),
  });
  const key = await sha256Hex(request);
  const entry = await selectCount(DB, workspaceId, key);
  const answer = typeof entry?.answer === "string" ? (JSON.parse(entry.answer) as T) : null;
  if (answer !== null && ctx.nowMs - (entry?.countedAtMs ?? 0) < FRESH_MS) {
    return { tally: answer, isRefreshing: false };
  }
  const complete = (tally: T) => {
    const kept = { request, answer: JSON.stringify(tally) };
    if (counting.isKept) ctx.background(upsertAnswer(DB, workspaceId, key, kept, ctx.nowMs));
    return { tally, isRefreshing: false };
  };
  const start: Progress<T> = { tally: counting.empty, position: 0 };
  // With more records, the steps for a reach read the records of all, which only the consumer does.
  const largeFrom = isWhole(reach) ? (counting.largeFrom ?? LARGE_WORKSPACE) : READ_BY_REACH + 1;
  if ((await selectRecordCount(DB, reach)) < largeFrom) {
    return complete((await takeSteps(ctx.env, reach, counting, start, Infinity, ctx.nowMs)).tally);
  }
  if (entry !== null && entry.position !== null) {
    return { tally: answer ?? (JSON.parse(entry.tally ?? "") as T), isRefreshing: true };
  }
  const progress = answer === null ? await takeSteps(ctx.env, reach, counting, start, 1, ctx.nowMs) : start;
  const { tally, position } = progress;
  if (position === null) return complete(tally);
  const scan = { request, tally: JSON.stringify(tally), position };
  if (await beginScan(DB, workspaceId, key, scan, ctx.nowMs)) {
    await sendMessages(ctx.env, [{ kind: "count-records", workspaceId, key }]);
  }
  return { tally: answer ?? tally, isRefreshing: true };
}

export async function takeSteps<T>(
  env: Env,
  reach: Reach,
  counting: Counting<T>,
  { tally, position }: Progress<T>,
  steps: number,
  nowMs: number,
): Promise<Progress<T>> {
  const { request, limit } = counting;
  const columns = counting.columns(nowMs);
  for (let step = 0; step < steps && position !== null; step++) {
    const bounds = { position, limit };
    const taken = await selectScanStep(env.DB, reach, request.filter, columns, bounds, nowMs);
    tally = await counting.add(tally, taken.found, { env, reach, nowMs });
    position = taken.next;
  }
  return { tally, position };
}

/** A count: the columns that it reads of each record, and how it adds them to a tally. Tallies are stored as JSON. */
export interface Counting<T, R extends { filter: RecordFilter } = { filter: RecordFilter }> {
  /** Stored as JSON. `toCounting` makes the count from it again. */
  request: R;
  empty: T;
  /** The number of records that a step reads, chosen so that it reads at most 50,000 rows. */
  limit: number;
  /** The number of records in a workspace from which on no request counts all of them; default `LARGE_WORKSPACE`. */
  largeFrom?: number;
  /** The number of steps that one invocation of the consumer takes; default ten. */
  stepsAtOnce?: number;
  /** True if an answer that took a single step is cached for a minute. */
  isKept: boolean;
  columns(nowMs: number): ScanColumns;
  add(tally: T, found: unknown[][], step: CountingStep): T | Promise<T>;
}

interface CountingStep {
  env: Env;
  reach: Reach;
  nowMs: number;
}
