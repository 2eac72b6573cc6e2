import type { ListPart } from "../../domain/list.ts";
import { refuse } from "../../domain/refusal/refusal.ts";
import { countOf, isPlan, isWritten, type PlannedResult } from "../../domain/change/change.ts";
import { includes } from "../../domain/reach.ts";
import { readChunk, selectChunkCounts, type Chunk } from "../../storage/change/chunk.ts";
import type { Change } from "../../storage/change/read.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type CutRows, type Page, type PageRequest } from "../cursor.ts";
import type { Result } from "../result.ts";
import { openChange } from "./internal/view.ts";
import type { ChangeRowView } from "./types.ts";

interface RowsRequest extends PageRequest {
  result?: PlannedResult;
}

type Position = [n: number, index: number];
type PlacedRow = ChangeRowView & { position: Position };

/** The most values that one page unpacks. */
const MAX_CHUNKS = 20;

/** Lists the planned or applied rows of a change (`GET /changes/{id}/rows`). */
export async function listChangeRows(
  ctx: ServiceContext,
  id: string,
  { result, ...request }: RowsRequest,
): Promise<Result<Page<ChangeRowView>>> {
  const found = await openChange(ctx, id);
  if (!found.ok) return found;
  const change = found.value;
  const page = await readPage<PlacedRow, Position>({
    list: ["change-rows", change.id, result ?? null],
    ...request,
    isPosition,
    positionOf: ({ position }) => position,
    read: (part) => readRows(ctx, change, { ...part, result }),
  });
  // The path of a loop may contain hostnames that the creator of the change may see, but not the caller.
  if (page.ok && !includes(ctx.caller.reach, change.reach)) page.value.items.forEach(hideWay);
  return page;
}

/** Leaves out the hops of loops. */
function hideWay(view: ChangeRowView): void {
  view.reasons &&= Object.fromEntries(
    Object.entries(view.reasons).map(([field, reasons]) => [
      field,
      reasons.map((reason) => (reason.code === "leads_back" ? refuse("leads_back_unseen") : reason)),
    ]),
  );
}

function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && value.length === 2 && value.every((part) => Number.isInteger(part));
}

interface RowsRead extends ListPart<Position> {
  result: PlannedResult | undefined;
}

async function readRows(
  ctx: ServiceContext,
  { id: changeId, chunks, state }: Change,
  { after, isBackward, limit, result }: RowsRead,
): Promise<CutRows<PlacedRow, Position>> {
  const step = isBackward ? -1 : 1;
  const items: PlacedRow[] = [];
  const start = after?.[0] ?? (isBackward ? chunks - 1 : 0);
  const counts = await selectChunkCounts(ctx.env.DB, changeId);
  const isUnapplied = isPlan(state);
  let unpacked = 0;
  for (let n = start; n >= 0 && n < chunks; n += step) {
    const known = counts.get(n);
    if (known === undefined) continue;
    const isEmpty =
      result !== undefined &&
      (known.counts[countOf(result)] === 0 || (isWritten(result) && !isUnapplied && !known.isApplied)) &&
      !(result === "conflict" && known.hasConflicts);
    if (isEmpty) continue;
    if (unpacked === MAX_CHUNKS) return { items, end: [n - step, isBackward ? -1 : 1_000_000] };
    unpacked++;
    const chunk = await readChunk(ctx.env, changeId, n);
    if (chunk === null) continue;
    const rows = toViews(chunk, isUnapplied || state === "applying").filter(
      ({ row, position: [, index] }) =>
        (result === undefined || row.result === result) &&
        (after === null || n !== after[0] || (isBackward ? index < after[1] : index > after[1])),
    );
    items.push(...(isBackward ? rows.toReversed() : rows));
    if (items.length >= limit) return { items: items.slice(0, limit), end: null };
  }
  return { items, end: null };
}

/**
 * Returns the rows of a chunk with their results.
 * @param isWaiting says whether a chunk that is not applied may still be
 */
function toViews(
  { n, rows, isApplied, applyConflicts, undoConflicts }: Chunk,
  isWaiting: boolean,
): PlacedRow[] {
  return rows.map((row, index) => {
    const conflict = undoConflicts[index] ?? applyConflicts[index];
    const position: Position = [n, index];
    if (conflict === undefined) {
      const isLeft = isWritten(row.result) && !isApplied && !isWaiting;
      const reasons = isLeft ? { row: [refuse("not_written")] } : (row.reasons ?? null);
      return { row, reasons, current: null, position };
    }
    return { row: { ...row, result: "conflict" }, ...conflict, position };
  });
}
