import { refuse } from "../../../domain/refusal/refusal.ts";
import { addCounts, countOf, isOfRows, isWritten, type PlannedRow } from "../../../domain/change/change.ts";
import { packPlaces } from "../../../domain/change/place-index.ts";
import type { Hostname } from "../../../domain/hostname.ts";
import { addNames } from "../../../domain/reach.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../domain/time.ts";
import { readChunk, storeChunks } from "../../../storage/change/chunk.ts";
import type { Change, PlanProgress } from "../../../storage/change/read.ts";
import { advanceChange, changeState, isOvertaken, leaseChange } from "../../../storage/change/write.ts";
import { noteChangeEnd } from "../../../storage/webhook/event.ts";
import { endRun, newLease } from "../../../storage/lease.ts";
import { deleteInputs } from "../../../storage/change/input.ts";
import type { ServiceContext } from "../../context.ts";
import { newJudge } from "../../write/judge-destinations.ts";
import { MAX_BYTES, applyAtOnce } from "./confirmation.ts";
import { applyChunk } from "./apply-chunk.ts";
import { followRename } from "./follow-rename.ts";
import { loopSteps, needsLoopSteps } from "./loop-step.ts";
import { newPause } from "./pause.ts";
import { planStep, type PlanMemory } from "./plan-step.ts";

/** Works on a change for as long as a request or a message of the queue may. A lease allows one run at a time. */

const LEASE_MS = MINUTE_MS;
export const PLAN_MS = 2 * HOUR_MS;
export const UNDO_MS = 30 * DAY_MS;

interface RunOptions {
  clock(): number;
  /** The time in milliseconds after which no step begins. */
  budgetMs: number;
  maxSteps: number;
  /** A call of the API ends in time; a consumer ends a search for loops, whose state is only in memory. */
  isCall: boolean;
}

/**
 * Takes the next steps of a change that is planned, applied or undone.
 * @returns whether there is more to do for the caller
 */
export async function runChange(ctx: ServiceContext, id: string, options: RunOptions): Promise<boolean> {
  const { clock, budgetMs, maxSteps, isCall } = options;
  const startedMs = clock();
  const lease = newLease();
  const { DB } = ctx.env;
  let change = await leaseChange(DB, id, lease, startedMs, startedMs + LEASE_MS);
  if (change === null) return false;
  // Every step has the reach of the change, whatever the reach of the caller who triggers the step.
  const caller = { ...ctx.caller, reach: change.reach };
  ctx = { ...ctx, caller, channel: isOfRows(change.request) ? "import" : "change" };
  const pause = newPause(DB, clock);
  const memory: PlanMemory = { index: null, loops: null, judge: newJudge(ctx) };
  try {
    for (let step = 0; ; step++) {
      const began = clock();
      const isHeld = change.progress.phase === "loops" && !isCall;
      if ((step >= maxSteps || began - startedMs > budgetMs) && !isHeld) break;
      const next: Change | null = await takeStep({ ...ctx, nowMs: began }, change, memory, began + LEASE_MS);
      if (next === null) return false;
      // Applying needs another lease, even if it follows planning immediately.
      if (next.state !== change.state) return next.state === "applying";
      change = next;
      if (change.state !== "planning" && step > 0) await pause(clock() - began);
    }
  } catch (error) {
    if (isOvertaken(error)) return false;
    await endRun(DB, "changes", id, lease);
    throw error;
  }
  await endRun(DB, "changes", id, lease);
  return true;
}

/** Returns what is told of a change that stops between two chunks. What is undone by then is not counted. */
export function stopOf(isUndo: boolean) {
  return { state: "stopped" as const, isUndo, isExact: !isUndo };
}

/** @returns the change after the step; null if nothing is left for this run */
async function takeStep(
  ctx: ServiceContext,
  change: Change,
  memory: PlanMemory,
  leasedUntilMs: number,
): Promise<Change | null> {
  if (ctx.caller.workspace.isSuspended) {
    const isPlan = change.state === "planning";
    const endsAtMs = isPlan ? ctx.nowMs : ctx.nowMs + UNDO_MS;
    const to = isPlan ? "expired" : "stopped";
    const { DB } = ctx.env;
    const notes = isPlan ? [] : [noteChangeEnd(DB, change.id, stopOf(change.state === "undoing"), ctx.nowMs)];
    await changeState(DB, change, { from: [change.state], to, endsAtMs }, ctx.nowMs, notes);
    return null;
  }
  if (change.state === "planning") return planNext(ctx, change, memory, leasedUntilMs);
  return writeNext(ctx, change, leasedUntilMs);
}

async function planNext(
  ctx: ServiceContext,
  change: Change,
  memory: PlanMemory,
  leasedUntilMs: number,
): Promise<Change> {
  const { progress, request, sample } = change;
  if (progress.phase === "loops") return planLoops(ctx, change, memory, leasedUntilMs);
  const { rows, next } = await planStep(ctx, change, memory);
  const { statements, bytes } = await storeChunks(ctx.env, change, change.chunks, rows);
  memory.index?.add(packPlaces(rows));
  const leadsInside = rows.some((row) => row.leadsInside);
  const inside = leadsInside ? { chunks: [change.chunks], steps: 1 } : progress.inside;
  const names = rows.flatMap(({ place }) => place?.host ?? []);
  const hosts = addNames(change.reach, progress.hosts ?? [], names);
  const followed: PlanProgress = { ...progress, hosts, inside, phase: "loops" };
  const counts = addCounts(change.counts, rows);
  const isEnd = next === null && !(await needsLoopSteps(ctx, { request, counts }, followed));
  const part = {
    counts,
    sample: addToSample(sample, rows),
    progress: isEnd ? progress : next === null ? followed : { ...next, hosts, inside },
    statements,
    bytes,
    chunks: statements.length,
    hosts: isEnd ? hosts : null,
  };
  return storePart(ctx, change, part, leasedUntilMs);
}

/** Follows destinations once all rows are planned, and ends the plan with the last step. */
async function planLoops(
  ctx: ServiceContext,
  change: Change,
  memory: PlanMemory,
  leasedUntilMs: number,
): Promise<Change> {
  memory.loops ??= loopSteps(ctx, change);
  const { value, done: isEnd = false } = await memory.loops.next();
  const { refused, ...step } = value;
  const gone = new Set(refused.map(({ id }) => id));
  const { progress } = change;
  const part = {
    ...step,
    progress,
    counts: countRefused(change.counts, refused),
    sample: change.sample.filter(({ id }) => !gone.has(id)),
    hosts: isEnd ? (progress.hosts ?? []) : null,
  };
  return storePart(ctx, change, part, leasedUntilMs);
}

interface PlanPart extends Pick<Change, "counts" | "sample" | "progress"> {
  statements: D1PreparedStatement[];
  /** The number of chunks and bytes that it adds. */
  chunks: number;
  bytes: number;
  /** The hostnames that the whole plan names, which ends with this part; null if further parts follow. */
  hosts: Hostname[] | null;
}

/** Stores a part of a plan. */
async function storePart(
  ctx: ServiceContext,
  change: Change,
  { statements, chunks, bytes, hosts, ...part }: PlanPart,
  leasedUntilMs: number,
): Promise<Change> {
  const { DB } = ctx.env;
  const isEnd = hosts !== null;
  const addedBytes = bytes - (isEnd ? change.progress.inputBytes : 0);
  const isTooLarge = change.progress.phase !== "loops" && change.bytes + addedBytes > MAX_BYTES;
  const planned: Change = {
    ...change,
    ...part,
    chunks: change.chunks + chunks,
    bytes: change.bytes + addedBytes,
    state: isTooLarge ? "failed" : isEnd ? "planned" : "planning",
    warnings: isTooLarge ? [refuse("undo_too_large")] : [],
    endsAtMs: isTooLarge ? ctx.nowMs : ctx.nowMs + PLAN_MS,
  };
  const { state, ...rest } = planned;
  const advance = { ...rest, addedBytes, ...(state !== "planning" && { state }), ...(isEnd && { hosts }) };
  await DB.batch([
    ...statements,
    ...(isEnd ? [deleteInputs(DB, change.id)] : []),
    advanceChange(DB, change, advance, ctx.nowMs, leasedUntilMs),
  ]);
  return isEnd ? applyAtOnce(ctx, planned) : planned;
}

/** Returns the counts after some rows have become invalid. */
function countRefused(counts: Change["counts"], refused: PlannedRow[]): Change["counts"] {
  const next = { ...counts };
  for (const { result } of refused) {
    next[countOf(result)]--;
    next.invalid++;
  }
  return next;
}

async function writeNext(ctx: ServiceContext, change: Change, leasedUntilMs: number): Promise<Change | null> {
  const { DB } = ctx.env;
  const isUndo = change.state === "undoing";
  if (change.done >= change.chunks) {
    const end = isUndo
      ? { to: "undone" as const }
      : { to: "applied" as const, endsAtMs: ctx.nowMs + UNDO_MS };
    const told = { state: end.to, isUndo, isExact: !isUndo || change.progress.undoConflicts === 0 };
    const follow = await followRename(DB, change, end.to);
    const notes = [noteChangeEnd(DB, change.id, told, ctx.nowMs), ...follow];
    await changeState(DB, change, { from: [change.state], ...end }, ctx.nowMs, notes);
    return null;
  }
  const direction = isUndo ? "undo" : "apply";
  const chunk = await readChunk(ctx.env, change.id, isUndo ? change.chunks - 1 - change.done : change.done);
  if (chunk === null) throw new Error(`Change ${change.id} has lost a chunk.`);
  if (isUndo ? chunk.isUndone || !chunk.isApplied : chunk.isApplied) {
    const next = { ...change, done: change.done + 1 };
    await DB.batch([advanceChange(DB, change, { done: next.done }, ctx.nowMs, leasedUntilMs)]);
    return next;
  }
  const applied = await applyChunk(ctx, change, chunk, direction, leasedUntilMs);
  if (applied === null) throw new Error("Other writers changed the records of a chunk at every attempt.");
  return applied;
}

const SAMPLE_SIZE = 5;

/** Returns the first rows of a change that write something. */
function addToSample(sample: PlannedRow[], rows: PlannedRow[]): PlannedRow[] {
  if (sample.length >= SAMPLE_SIZE) return sample;
  const written = rows.filter(({ result }) => isWritten(result));
  return [...sample, ...written.slice(0, SAMPLE_SIZE - sample.length)];
}
