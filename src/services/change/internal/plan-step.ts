import { isOfRows, type PlannedRow, type RowsRequest } from "../../../domain/change/change.ts";
import { covers } from "../../../domain/reach.ts";
import { PlaceIndex } from "../../../domain/change/place-index.ts";
import type { Change } from "../../../storage/change/read.ts";
import { readBlock } from "../../../storage/change/input.ts";
import { selectPlaces } from "../../../storage/change/chunk.ts";
import { selectManaged, selectStoredRecords, selectPatternSlots } from "../../../storage/record/read.ts";
import { selectScanStep } from "../../../storage/record/scan.ts";
import type { ServiceContext } from "../../context.ts";
import { STEP_RECORDS, type PlannedStep, type WaitingRow } from "../types.ts";
import type { Judge } from "../../write/judge-destinations.ts";
import type { LoopSteps } from "./loop-step.ts";
import { planChains } from "./plan-chains.ts";
import { fieldsOf, planEdits, rowOf, type Checks, type EditRequest } from "../../write/plan-edits.ts";
import { planRows } from "./plan-rows.ts";
import { MAX_PATTERNS } from "../../../domain/pattern.ts";
import { placeField } from "../../write/reasons.ts";
import { TOO_MANY_PATTERNS } from "../../write/validate-writes.ts";

/** The data that all steps of a run share. */
export interface PlanMemory {
  /** The hostnames and sources of the chunks so far. */
  index: PlaceIndex | null;
  loops: LoopSteps | null;
  judge: Judge;
}

export async function planStep(
  ctx: ServiceContext,
  change: Change,
  memory: PlanMemory,
): Promise<PlannedStep> {
  const { request, progress } = change;
  if (isOfRows(request)) {
    const step = progress.phase === "prune" ? pruneStep : rowsStep;
    return step(ctx, change, request, memory);
  }
  if (request.kind === "edit" && request.chainsOf !== undefined) {
    return planChains(ctx, change, request, checksOf(memory), await indexOf(ctx, change, memory));
  }
  return scanStep(ctx, change, request, memory);
}

async function scanStep(
  ctx: ServiceContext,
  { progress }: Change,
  request: EditRequest,
  memory: PlanMemory,
): Promise<PlannedStep> {
  const { DB } = ctx.env;
  const { reach } = ctx.caller;
  const bounds = { position: progress.position, limit: STEP_RECORDS };
  const columns = { columns: ["r.id"], parameters: [] };
  const step = await selectScanStep(DB, reach, request.filter, columns, bounds, ctx.nowMs);
  const ids = step.found.map(([first]) => first as string);
  const stored = await selectStoredRecords(DB, reach, ids);
  const byId = new Map(stored.map((one) => [one.record.id, one]));
  const rows: PlannedRow[] = [];
  for (let at = 0; at < ids.length; at += STEP_RECORDS) {
    const part = ids.slice(at, at + STEP_RECORDS).flatMap((one) => byId.get(one) ?? []);
    rows.push(...(await planEdits(ctx, request, part, checksOf(memory))));
  }
  return { rows, next: step.next === null ? null : { ...progress, position: step.next } };
}

async function rowsStep(
  ctx: ServiceContext,
  change: Change,
  request: RowsRequest,
  memory: PlanMemory,
): Promise<PlannedStep> {
  const { progress } = change;
  const block = await readBlock<WaitingRow>(ctx.env.DB, change.id, progress.position);
  if (block === null) {
    const isMirror = request.kind === "mirror";
    return { rows: [], next: isMirror ? { ...progress, phase: "prune" } : null };
  }
  const lines = block.rows.map((row) => ({ ...row, line: progress.line + row.line }));
  const index = await indexOf(ctx, change, memory);
  const { rows } = await planRows(ctx, request, lines, index, checksOf(memory));
  const patterns = await refusePatterns(ctx, rows, progress.patterns);
  return {
    rows,
    next: { ...progress, patterns, position: progress.position + 1, line: progress.line + block.lines },
  };
}

/** Finds records of the owner that are in no row. */
async function pruneStep(
  ctx: ServiceContext,
  change: Change,
  request: RowsRequest,
  memory: PlanMemory,
): Promise<PlannedStep> {
  const { progress } = change;
  if (request.owner === null) return { rows: [], next: null };
  const page = { behind: progress.behind, limit: STEP_RECORDS };
  const stored = await selectManaged(ctx.env.DB, ctx.caller.workspace.id, request.owner, page);
  const index = await indexOf(ctx, change, memory);
  const rows = stored.flatMap(({ record }): PlannedRow[] => {
    if (!covers(ctx.caller.reach, record.host)) return [];
    if (request.hosts?.includes(record.host) === false || index.lineOf(record) !== undefined) return [];
    const row = rowOf(record, null);
    return record.pauses.includes("takedown")
      ? [row]
      : [{ ...row, result: "deleted", before: fieldsOf(record) }];
  });
  const last = stored.at(-1)?.record.id;
  const isEnd = stored.length < STEP_RECORDS || last === undefined;
  return { rows, next: isEnd ? null : { ...progress, behind: last } };
}

function checksOf({ judge }: PlanMemory): Checks {
  return { judge, isPart: true };
}

async function indexOf(ctx: ServiceContext, { id }: Change, memory: PlanMemory): Promise<PlaceIndex> {
  memory.index ??= new PlaceIndex(await selectPlaces(ctx.env.DB, id));
  return memory.index;
}

/**
 * Makes rows with captures invalid that exceed the patterns of their hostname, including the patterns that earlier
 * steps create (contract 22.4), because the checks of a step count only its own.
 * @param earlier the number of patterns that earlier steps create on each hostname
 * @returns the same numbers including this step
 */
async function refusePatterns(
  ctx: ServiceContext,
  rows: PlannedRow[],
  earlier: Record<string, number> = {},
): Promise<Record<string, number>> {
  const created = rows.flatMap((row) =>
    row.result === "created" && row.place?.source.kind === "pattern" ? [{ row, host: row.place.host }] : [],
  );
  if (created.length === 0) return earlier;
  const hosts = created.map(({ host }) => host);
  const stored = await selectPatternSlots(ctx.env.DB, ctx.caller.reach, hosts);
  const storedOf = Map.groupBy(stored, ({ host }) => host);
  const counts = new Map(Object.entries(earlier));
  for (const { row, host } of created) {
    const count = counts.get(host) ?? 0;
    if ((storedOf.get(host)?.length ?? 0) + count < MAX_PATTERNS) counts.set(host, count + 1);
    else {
      row.result = "invalid";
      row.reasons = { [placeField(row.handler)]: [TOO_MANY_PATTERNS] };
    }
  }
  return Object.fromEntries(counts);
}
