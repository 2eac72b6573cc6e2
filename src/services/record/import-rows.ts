import { addFieldError, hasFieldErrors } from "../../domain/field-error.ts";
import { runtimeOf } from "../../domain/handler.ts";
import { formatSource } from "../../domain/source.ts";
import { listHosts, type HostRow } from "../../storage/host/write.ts";
import type { ServiceContext } from "../context.ts";
import { drainLater } from "../publish.ts";
import { checkHost } from "./internal/check-hosts.ts";
import type { Draft } from "../result.ts";
import type { ImportMode, ImportRow, ReadyRow, RowResult } from "./internal/import-row.ts";
import { writeChunk } from "./internal/write-chunk.ts";
import { chunk } from "../../runtime/chunk.ts";

const ROWS_AT_ONCE = 250;

/**
 * Writes rows in bounded commits: valid ones land whatever becomes of the others. Snapshots follow
 * in the background; until then the database answers for them.
 * @returns one result for each row, in order
 */
export async function importRows(
  ctx: ServiceContext,
  mode: ImportMode,
  drafts: Draft<ImportRow>[],
): Promise<RowResult[]> {
  const names = drafts.flatMap(({ fields }) => (fields.place === null ? [] : [fields.place.host]));
  const hosts = await listHosts(ctx.env.DB, ctx.caller.workspace.id, names);
  const results: RowResult[] = [];
  const ready = checkRows(drafts, hosts, results);
  for (const rows of chunk(ready, ROWS_AT_ONCE)) await writeChunk(ctx, mode, rows, results);
  if (ready.length > 0) ctx.background(drainLater(ctx.env));
  return results;
}

function checkRows(
  drafts: Draft<ImportRow>[],
  hosts: Map<string, HostRow>,
  results: RowResult[],
): ReadyRow[] {
  const ready: ReadyRow[] = [];
  const named = new Map<string, number>();
  for (const [index, { fields, errors: found }] of drafts.entries()) {
    const errors = structuredClone(found);
    const { place } = fields;
    if (place !== null) {
      const isShortLink = runtimeOf(fields.handler) === "link";
      checkHost(hosts, place.host, { field: isShortLink ? "host" : "url", isShortLink }, errors);
      const key = `${place.host} ${formatSource(place.source)}`;
      const first = named.get(key);
      if (first !== undefined)
        addFieldError(errors, isShortLink ? "alias" : "url", `is named by row ${first}, too`);
      else if (!hasFieldErrors(errors)) named.set(key, index);
    }
    if (place === null || hasFieldErrors(errors)) results[index] = { result: "failed", id: null, errors };
    else ready.push({ ...fields, place, index });
  }
  return ready;
}
