import { refuse } from "../../domain/refusal/refusal.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { addFieldError, hasFieldErrors } from "../../domain/field-error.ts";
import { familyOf } from "../../domain/handler.ts";
import { chunk } from "../../runtime/chunk.ts";
import { selectHosts } from "../../storage/host/read.ts";
import { selectStoredRecords } from "../../storage/record/read.ts";
import type { Host } from "../../domain/host.ts";
import type { ServiceContext } from "../context.ts";
import { noteResult } from "../keyed-call.ts";
import { drainLater } from "../publish.ts";
import { done, type Draft, type Result } from "../result.ts";
import { addHostErrors } from "../write/add-host-errors.ts";
import { openImport } from "./internal/import-log.ts";
import { importChunk } from "./internal/import-chunk.ts";
import { placeField, placeKey } from "../write/place.ts";
import type { ReadyRow } from "./internal/ready-row.ts";
import { textsOfFields } from "../../domain/refusal/stored.ts";
import type { ImportAnswer, ImportMode, ImportRow, NotedResult, RowResult } from "./types.ts";

const ROWS_A_COMMIT = 250;

/**
 * Imports rows in commits of bounded size (`POST /bulk/import`). A valid row is written even if others are not.
 * Snapshots follow in the background; until then the database answers for them.
 * @param importId calls with the same id are one change, and are undone together; so are the runs of a call with a key
 * @returns one result for each row, in order
 */
export async function importRows(
  ctx: ServiceContext,
  mode: ImportMode,
  drafts: Draft<ImportRow>[],
  importId: string | null = null,
): Promise<Result<ImportAnswer>> {
  const names = drafts.flatMap(({ fields }) => (fields.place === null ? [] : [fields.place.host]));
  const hosts = await selectHosts(ctx.env.DB, ctx.caller.reach, names);
  const results: RowResult[] = [];
  const checked = checkRows(drafts, hosts, results);
  const earlier = await readEarlier(ctx);
  for (const [index, result] of earlier) results[index] = result;
  const ready = checked.filter(({ index }) => !earlier.has(index));
  const log = await openImport(ctx, mode, importId);
  for (const rows of chunk(ready, ROWS_A_COMMIT)) await importChunk(ctx, log, rows, results);
  if (ready.length > 0) ctx.background(drainLater(ctx.env));
  const isWritten = results.some(({ result }) => result === "created" || result === "updated");
  const change = isWritten ? log.changeId : null;
  const notes = noteResult(ctx, { results: toNoted(results), change });
  if (notes.length > 0) await ctx.env.DB.batch(notes);
  return done({ results, change });
}

/** Returns the rows that a run of the same call wrote before it died, with their results. */
async function readEarlier(ctx: ServiceContext): Promise<Map<number, RowResult>> {
  const progress = (ctx.keyed?.progress ?? []) as (RowResult | null)[];
  const written = progress.flatMap((result, index) =>
    result !== null && result.result !== "failed" && result.result !== "unchanged" ? [{ index, result }] : [],
  );
  const stored = await selectStoredRecords(
    ctx.env.DB,
    ctx.caller.reach,
    written.map(({ result }) => result.id),
  );
  // A commit leaves out a row whose source another writer has taken at the same time.
  const ids = new Set(stored.map(({ record }) => record.id));
  return new Map(
    written.filter(({ result }) => ids.has(result.id)).map(({ index, result }) => [index, result]),
  );
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

/** Returns the rows that are valid by themselves and on their hostnames. Sets the results of the others. */
function checkRows(
  drafts: Draft<ImportRow>[],
  hosts: ReadonlyMap<Hostname, Host>,
  results: RowResult[],
): ReadyRow[] {
  const ready: ReadyRow[] = [];
  const firstRows = new Map<string, number>();
  for (const [index, { fields, errors: found }] of drafts.entries()) {
    const errors = structuredClone(found);
    const { place, handler } = fields;
    if (place !== null) {
      addHostErrors(hosts, place.host, { isShortLink: familyOf(handler) === "link" }, errors);
      const first = firstRows.get(placeKey(place));
      if (first !== undefined)
        addFieldError(errors, placeField(handler), refuse("duplicate_row", { line: first }));
      else if (!hasFieldErrors(errors)) firstRows.set(placeKey(place), index);
    }
    if (place === null || hasFieldErrors(errors)) results[index] = { result: "failed", id: null, errors };
    else ready.push({ ...fields, place, index });
  }
  return ready;
}
