import { hasFieldErrors, type FieldErrors } from "../../../domain/field-error.ts";
import { runtimeOf } from "../../../domain/handler.ts";
import { PLANS } from "../../../domain/plan.ts";
import type { LinkRecord } from "../../../domain/record.ts";
import { formatSource, slotOf } from "../../../domain/source.ts";
import { AssertionError, isForeignKeyViolation } from "../../../storage/commit.ts";
import { insertHistory, type HistoryEntry } from "../../../storage/history/read.ts";
import { isHeld, listHosts, type HostRow } from "../../../storage/host/write.ts";
import { inParts } from "../../../storage/statement.ts";
import {
  insertRecords,
  listRecordsBySource,
  updateRecords,
  type RecordUpdate,
  type StoredRecord,
} from "../../../storage/record/write.ts";
import { slotsOfChange, slotsOfPresence } from "../../../domain/affected-slots.ts";
import { countRecords } from "../../../storage/workspace/read.ts";
import type { ServiceContext } from "../../context.ts";
import { publishLater } from "../../publish.ts";
import { addLoopErrors, addRefusals } from "./add-destination-errors.ts";
import { buildRecord, newSettings } from "./build-record.ts";
import { changeRecord } from "./change-record.ts";
import { findLoops } from "./find-loops.ts";
import {
  addedDestinations,
  judgeOnce,
  judgeLater,
  type Judge,
  type Judgement,
} from "./judge-destinations.ts";
import type { ImportMode, ReadyRow, RowResult } from "./import-row.ts";

const MAX_ATTEMPTS = 10;

/** What a chunk is about to write: each entry with the row that it came from. */
interface Plan {
  inserts: { row: ReadyRow; stored: StoredRecord }[];
  updates: { row: ReadyRow; update: RecordUpdate; history: HistoryEntry[] }[];
}
type Entry = Plan["inserts"][number] | Plan["updates"][number];

/** Writes one chunk of rows in one commit, again from the start where other writers came first. */
export async function writeChunk(
  ctx: ServiceContext,
  mode: ImportMode,
  rows: ReadyRow[],
  results: RowResult[],
): Promise<void> {
  const judge = judgeOnce(ctx);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const plan = await planChunk(ctx, mode, rows, results);
    const judgement = await dropWrong(ctx, plan, judge, results);
    await dropBeyondLimit(ctx, plan, results);
    try {
      await commitPlan(ctx, plan, results);
      return await judgeLater(ctx, judgement, idsOfPlan(plan));
    } catch (error) {
      // A hostname that passed, or was disconnected, since the chunk was planned.
      if (!(error instanceof AssertionError) && !isForeignKeyViolation(error)) throw error;
    }
  }
  for (const row of rows)
    fail(results, row, { row: ["other writers changed it at the same time; send it again"] });
}

async function planChunk(
  ctx: ServiceContext,
  mode: ImportMode,
  rows: ReadyRow[],
  results: RowResult[],
): Promise<Plan> {
  const names = rows.map(({ place }) => place.host);
  // Side by side: the sooner the plan stands, the fewer writers come between.
  const [standing, hosts] = await Promise.all([
    readStanding(ctx, rows),
    listHosts(ctx.env.DB, ctx.caller.workspace.id, names),
  ]);
  const plan: Plan = { inserts: [], updates: [] };
  for (const row of rows) {
    const stored = standing.get(keyOf(row.place));
    if (stored === undefined) planInsert(ctx, row, hosts, plan, results);
    else await planUpdate(ctx, mode, row, stored, plan, results);
  }
  return plan;
}

async function readStanding(ctx: ServiceContext, rows: ReadyRow[]): Promise<Map<string, StoredRecord>> {
  const sources = rows.map(({ place }): [string, string, string] => [
    place.host,
    slotOf(place.source),
    formatSource(place.source),
  ]);
  const standing = await listRecordsBySource(ctx.env.DB, ctx.caller.workspace.id, sources);
  return new Map(standing.map((stored) => [keyOf(stored.record), stored]));
}

function planInsert(
  ctx: ServiceContext,
  row: ReadyRow,
  hosts: Map<string, HostRow>,
  plan: Plan,
  results: RowResult[],
): void {
  const decided = newSettings(row.handler, row.input);
  if (!decided.ok) return fail(results, row, decided.errors);
  const record = buildRecord(
    ctx,
    row.handler,
    row.place,
    decided.settings,
    isHeld(hosts.get(row.place.host)),
  );
  plan.inserts.push({ row, stored: { record, passwordHash: null } });
}

async function planUpdate(
  ctx: ServiceContext,
  mode: ImportMode,
  row: ReadyRow,
  stored: StoredRecord,
  plan: Plan,
  results: RowResult[],
): Promise<void> {
  if (mode === "create" || runtimeOf(stored.record.handler) !== runtimeOf(row.handler)) {
    return fail(results, row, { [placeField(row)]: ["is already in use on this hostname"] });
  }
  const changed = await changeRecord(ctx, stored, row.input);
  if (changed.kind === "invalid") return fail(results, row, changed.errors);
  if (changed.kind === "changed") plan.updates.push({ row, ...changed });
  else results[row.index] = { result: "unchanged", id: stored.record.id };
}

/** Takes the rows out whose destinations lead where they must not. */
async function dropWrong(
  ctx: ServiceContext,
  plan: Plan,
  judge: Judge,
  results: RowResult[],
): Promise<Judgement> {
  const records = [...plan.inserts.map(changeOf), ...plan.updates.map(changeOf)];
  const loops = await findLoops(
    ctx.env.DB,
    ctx.caller.workspace.id,
    records.map(({ after }) => after),
  );
  const loopsOf = Map.groupBy(loops, ({ record }) => record.id);
  const judgement = await judge(records.flatMap(addedDestinations));
  const isRight = (entry: Entry): boolean => {
    const { row } = entry;
    const change = changeOf(entry);
    const errors: FieldErrors = {};
    const wroteList = row.input.destinations !== undefined;
    addLoopErrors(loopsOf.get(change.after.id) ?? [], wroteList, errors);
    addRefusals(judgement, change, wroteList, errors);
    if (hasFieldErrors(errors)) fail(results, row, errors);
    return !hasFieldErrors(errors);
  };
  plan.inserts = plan.inserts.filter(isRight);
  plan.updates = plan.updates.filter(isRight);
  return judgement;
}

function idsOfPlan({ inserts, updates }: Plan): string[] {
  return [...inserts, ...updates].map((entry) => changeOf(entry).after.id);
}

function changeOf(entry: Entry): { before: LinkRecord | null; after: LinkRecord } {
  return "update" in entry
    ? { before: entry.update.before, after: entry.update.after.record }
    : { before: null, after: entry.stored.record };
}

async function dropBeyondLimit(ctx: ServiceContext, plan: Plan, results: RowResult[]): Promise<void> {
  const { maxRecords } = PLANS[ctx.caller.workspace.plan];
  if (maxRecords === null || plan.inserts.length === 0) return;
  const free = Math.max(0, maxRecords - (await countRecords(ctx.env.DB, ctx.caller.workspace.id)));
  for (const { row } of plan.inserts.slice(free)) {
    fail(results, row, { row: [`the plan's limit of ${maxRecords} records is reached`] });
  }
  plan.inserts = plan.inserts.slice(0, free);
}

async function commitPlan(
  ctx: ServiceContext,
  { inserts, updates }: Plan,
  results: RowResult[],
): Promise<void> {
  if (inserts.length === 0 && updates.length === 0) return;
  const { DB } = ctx.env;
  const { workspace } = ctx.caller;
  const insertion =
    inserts.length === 0
      ? []
      : insertRecords(
          DB,
          workspace.id,
          inserts.map(({ stored }) => stored),
          { skipTaken: true, maxRecords: PLANS[workspace.plan].maxRecords },
        );
  const change = updateRecords(
    DB,
    updates.map(({ update }) => update),
  );
  const history = inParts(updates.flatMap((entry) => entry.history)).flatMap((part) =>
    insertHistory(DB, part),
  );
  const touched = [
    ...inserts.flatMap(({ stored }) => slotsOfPresence(stored.record)),
    ...updates.flatMap(({ update }) => slotsOfChange(update.before, update.after.record)),
  ];
  const committed = await publishLater(ctx, [...insertion, ...change, ...history], touched);
  const landed = new Set(committed.results.flatMap(idsOf));
  for (const { row, stored } of inserts) {
    const { id } = stored.record;
    if (landed.has(id)) results[row.index] = { result: "created", id };
    else fail(results, row, { [placeField(row)]: ["is already in use on this hostname"] });
  }
  for (const { row, update } of updates) results[row.index] = { result: "updated", id: update.before.id };
}

function idsOf({ results }: D1Result): string[] {
  return (results as { id: string }[]).map(({ id }) => id);
}

function fail(results: RowResult[], row: ReadyRow, errors: FieldErrors): void {
  results[row.index] = { result: "failed", id: null, errors };
}

function placeField(row: ReadyRow): "alias" | "url" {
  return runtimeOf(row.handler) === "link" ? "alias" : "url";
}

function keyOf({ host, source }: ReadyRow["place"]): string {
  return `${host} ${formatSource(source)}`;
}
