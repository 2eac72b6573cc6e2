import { refuse } from "../../domain/refusal/refusal.ts";
import { isWritten, type PlannedRow } from "../../domain/change/change.ts";
import { PlaceIndex } from "../../domain/change/place-index.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { familyOf } from "../../domain/handler.ts";
import { chunk } from "../../runtime/chunk.ts";
import { ATTEMPTS, retryOnConflict } from "../../runtime/retry-on-conflict.ts";
import { CHUNK_ROWS, type ChunkConflicts } from "../../storage/change/chunk.ts";
import { insertImportChunk, selectImport, type ImportedChange } from "../../storage/change/import.ts";
import { keepPages } from "../../storage/change/page.ts";
import { selectHosts } from "../../storage/host/read.ts";
import { toReachColumn } from "../../storage/reach.ts";
import { selectStoredRecords } from "../../storage/record/read.ts";
import { noteActivity, toChangeAct } from "../activity/note-activity.ts";
import type { ServiceContext } from "../context.ts";
import { noteProgress, noteResult } from "../keyed-call.ts";
import { newId } from "../new-id.ts";
import { drainLater } from "../publish.ts";
import { requireRoom } from "../require-room.ts";
import { done, type Draft, type Result } from "../result.ts";
import { addHostErrors, placeField, placeKey } from "../write/reasons.ts";
import { newJudge } from "../write/judge-destinations.ts";
import { isConflict, withoutConflicts, writeChunk } from "./internal/apply-chunk.ts";
import { planRows } from "./internal/plan-rows.ts";
import { UNDO_MS } from "./internal/run-change.ts";
import { undoPagesOf } from "./internal/chunk-writes.ts";
import type { ImportAnswer, ImportMode, ImportRow, RowResult, WaitingRow, NotedResult } from "./types.ts";
import { textsOfFields } from "../../domain/refusal/stored.ts";

/**
 * Imports rows as a change whose chunks are planned and applied one after the other (`POST /bulk/import`, contract
 * 28.15). A valid row is written even if others are not. Snapshots follow in the background; until then the database
 * answers for them.
 * @param importId calls with the same id are one change, and are undone together; so are the runs of a call with a key
 * @returns one result for each row, in order
 */
export async function importRows(
  ctx: ServiceContext,
  mode: ImportMode,
  drafts: Draft<ImportRow>[],
  importId: string | null = null,
): Promise<Result<ImportAnswer>> {
  const results: RowResult[] = [];
  const valid = await findValid(ctx, drafts, results);
  const earlier = await readEarlier(ctx);
  for (const [index, result] of earlier) results[index] = result;
  const left = valid.filter(({ line }) => !earlier.has(line - 1));
  const full = await requireRoom(ctx.env, left.length, ctx.nowMs);
  if (full !== null) return full;
  const change = await openImport(ctx, mode, importId);
  for (const rows of chunk(left, CHUNK_ROWS)) await importChunk(ctx, change, rows, results);
  if (left.length > 0) ctx.background(drainLater(ctx.env));
  const isAny = results.some(({ result }) => result === "created" || result === "updated");
  const answer = { results, change: isAny ? change.id : null };
  const notes = noteResult(ctx, { ...answer, results: toNoted(results) });
  if (notes.length > 0) await ctx.env.DB.batch(notes);
  return done(answer);
}

/** Returns the rows that are valid by themselves and on their hostnames. Sets the results of the others. */
async function findValid(
  ctx: ServiceContext,
  drafts: Draft<ImportRow>[],
  results: RowResult[],
): Promise<WaitingRow[]> {
  const names = drafts.flatMap(({ fields }) => fields.place?.host ?? []);
  const hosts = await selectHosts(ctx.env.DB, ctx.caller.reach, names);
  const firstRows = new Map<string, number>();
  return drafts.flatMap(({ fields, errors: found }, index) => {
    const errors = structuredClone(found);
    const { place, handler } = fields;
    if (place !== null) {
      addHostErrors(hosts, place.host, { isShortLink: familyOf(handler) === "link" }, errors);
      const first = firstRows.get(placeKey(place));
      if (first !== undefined) {
        addFieldError(errors, placeField(handler), refuse("duplicate_row", { line: first }));
      } else if (!hasFieldErrors(errors)) firstRows.set(placeKey(place), index);
    }
    if (place !== null && !hasFieldErrors(errors)) return [{ fields, errors, line: index + 1 }];
    results[index] = { result: "failed", id: null, errors };
    return [];
  });
}

/** Returns the results of the rows, by their index, that a run of the same call wrote before it died. */
async function readEarlier({ env, caller, keyed }: ServiceContext): Promise<Map<number, RowResult>> {
  const progress = (keyed?.progress ?? []) as (RowResult | null)[];
  const written = progress.flatMap((result, index) =>
    result?.result === "created" || result?.result === "updated" ? [{ index, result }] : [],
  );
  const ids = written.map(({ result }) => result.id);
  const stored = await selectStoredRecords(env.DB, caller.reach, ids);
  // 0.2.0 notes a row also if another writer takes its source at the same time.
  const kept = new Set(stored.map(({ record }) => record.id));
  return new Map(written.flatMap(({ index, result }) => (kept.has(result.id) ? [[index, result]] : [])));
}

/** Returns the change of earlier calls with an import id, or a new one. */
async function openImport(
  ctx: ServiceContext,
  kind: ImportMode,
  sentId: string | null,
): Promise<ImportedChange> {
  const { workspace, user, reach } = ctx.caller;
  const { tokenId, key, body } = ctx.keyed?.request ?? {};
  // The runs of a call with a key find the change of a run that died. No id that is sent is as long.
  const keyId = key === undefined ? null : [tokenId, key, body, ctx.keyed?.createdAt].join("\n");
  const id = sentId ?? keyId;
  // The same id of a caller with other hostnames is another change. No id that is sent has a line break and a list.
  const importId = id === null || reach.hosts === null ? id : `${id}\n${toReachColumn(reach)}`;
  const request = { kind, owner: null, hosts: null, adopts: false, isForced: false };
  const change = { workspaceId: workspace.id, kind, request, passwordHash: null, createdBy: user.id, reach };
  return { ...change, importId, id: await findId(ctx, importId) };
}

async function findId({ env, caller, nowMs }: ServiceContext, importId: string | null): Promise<string> {
  const known = importId === null ? null : selectImport(env.DB, caller.workspace.id, importId, nowMs);
  return (await known) ?? newId(nowMs);
}

/** Plans and applies some rows in one commit, again if another writer was first. Sets the result of each row. */
async function importChunk(
  ctx: ServiceContext,
  change: ImportedChange,
  rows: WaitingRow[],
  results: RowResult[],
): Promise<void> {
  const { DB } = ctx.env;
  const judge = newJudge(ctx);
  const written = await retryOnConflict({ attempts: ATTEMPTS.wide, isConflict }, async (count) => {
    if (count > 0 && change.importId !== null) change.id = await findId(ctx, change.importId);
    const planned = await planRows(ctx, change.request, rows, new PlaceIndex(), null);
    const { hosts, existing: holders } = planned.found;
    const records = new Map(holders.values().map((stored) => [stored.record.id, stored]));
    const nothing = new Map<string, never>();
    const standing = { records, holders, hosts, aside: nothing, pageReasons: nothing };
    const toWrite = new Map(planned.rows.entries().filter(([, { result }]) => isWritten(result)));
    const note = async (conflicts: ChunkConflicts) => {
      for (const [at, row] of planned.rows.entries()) {
        results[Number(row.line) - 1] = toResult(row, conflicts[at]?.reasons);
      }
      const made = withoutConflicts(toWrite, conflicts);
      if (made.length === 0) return [];
      return [
        ...(await insertImportChunk(DB, change, made, ctx.nowMs, ctx.nowMs + UNDO_MS)),
        // The calls of one import are one entry.
        ...noteActivity(ctx, [{ ...toChangeAct("applied", { id: change.id, request: {} }), id: change.id }]),
        ...keepPages(DB, change, null, undoPagesOf(made)),
        ...noteProgress(ctx, results),
      ];
    };
    const { listed } = planned;
    const job = {
      change,
      rows: toWrite,
      direction: "apply" as const,
      standing,
      listed,
      isImport: true,
      note,
    };
    await writeChunk(ctx, job, judge);
    return planned;
  });
  if (written === null) for (const { line } of rows) results[line - 1] = OVERTAKEN;
}

const OVERTAKEN: RowResult = { result: "failed", id: null, errors: { row: [refuse("other_writers")] } };

function toResult({ result, id, reasons }: PlannedRow, conflict: FieldErrors | undefined): RowResult {
  const errors = conflict ?? reasons ?? {};
  if (conflict === undefined && id !== null) {
    if (result === "created" || result === "unchanged") return { result, id };
    if (result === "changed") return { result: "updated", id };
  }
  return { result: "failed", id: null, errors };
}

/** D1 accepts values of at most 2,000,000 bytes. A UTF-16 unit has at most three bytes. */
const MAX_NOTED_UNITS = 600_000;

/** Returns results in the stored form, as 0.2.0 reads it: without reasons if these are too long. */
function toNoted(results: RowResult[]): NotedResult[] {
  const noted = results.map(toNotedResult);
  if (JSON.stringify(noted).length <= MAX_NOTED_UNITS) return noted;
  return results.map((result) =>
    toNotedResult(
      result.result === "failed" ? { ...result, errors: { row: [refuse("first_answer")] } } : result,
    ),
  );
}

export function toNotedResult(result: RowResult): NotedResult {
  if (result.result !== "failed") return result;
  const { errors } = result;
  return { ...result, errors: textsOfFields(errors), codes: errors };
}
