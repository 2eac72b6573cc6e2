import { addFieldError, hasFieldErrors } from "../../domain/field-error.ts";
import { runtimeOf } from "../../domain/handler.ts";
import { chunk } from "../../runtime/chunk.ts";
import { selectHosts } from "../../storage/host/read.ts";
import type { Hostname } from "../../domain/host.ts";
import type { ServiceContext } from "../context.ts";
import { drainLater } from "../publish.ts";
import { requireRole } from "../require-role.ts";
import { done, type Draft, type Result } from "../result.ts";
import { addHostErrors } from "./internal/add-host-errors.ts";
import { importChunk } from "./internal/import-chunk.ts";
import { placeField, placeKey } from "./internal/place.ts";
import type { ReadyRow } from "./internal/ready-row.ts";
import type { ImportMode, ImportRow, RowResult } from "./types.ts";

const ROWS_A_COMMIT = 250;

/**
 * Imports rows in commits of bounded size (`POST /bulk/import`): a valid row is written whatever becomes
 * of the others. Snapshots follow in the background; until then the database answers for them.
 * @returns one result for each row, in order
 */
export async function importRows(
  ctx: ServiceContext,
  mode: ImportMode,
  drafts: Draft<ImportRow>[],
): Promise<Result<RowResult[]>> {
  const refused = requireRole(ctx, "editor");
  if (refused !== null) return refused;
  const names = drafts.flatMap(({ fields }) => (fields.place === null ? [] : [fields.place.host]));
  const hosts = await selectHosts(ctx.env.DB, ctx.caller.workspace.id, names);
  const results: RowResult[] = [];
  const ready = checkRows(drafts, hosts, results);
  for (const rows of chunk(ready, ROWS_A_COMMIT)) await importChunk(ctx, mode, rows, results);
  if (ready.length > 0) ctx.background(drainLater(ctx.env));
  return done(results);
}

/** Returns the rows that can be written as far as the rows and hostnames tell; the others get their results. */
function checkRows(
  drafts: Draft<ImportRow>[],
  hosts: ReadonlyMap<string, Hostname>,
  results: RowResult[],
): ReadyRow[] {
  const ready: ReadyRow[] = [];
  const firstRows = new Map<string, number>();
  for (const [index, { fields, errors: found }] of drafts.entries()) {
    const errors = structuredClone(found);
    const { place, handler } = fields;
    if (place !== null) {
      addHostErrors(hosts, place.host, { isShortLink: runtimeOf(handler) === "link" }, errors);
      const first = firstRows.get(placeKey(place));
      if (first !== undefined)
        addFieldError(errors, placeField(handler), `duplicate: row ${first} has the same source`);
      else if (!hasFieldErrors(errors)) firstRows.set(placeKey(place), index);
    }
    if (place === null || hasFieldErrors(errors)) results[index] = { result: "failed", id: null, errors };
    else ready.push({ ...fields, place, index });
  }
  return ready;
}
