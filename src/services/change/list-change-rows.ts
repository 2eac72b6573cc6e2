import { countOf, type PlannedResult } from "../../domain/change/change.ts";
import { readChunk, selectChunkCounts, type Chunk } from "../../storage/change/chunk.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type CutRows, type Page } from "../cursor.ts";
import { requireRole } from "../require-role.ts";
import { done, failed, invalid, type Result } from "../result.ts";
import { findChange } from "./internal/view.ts";
import type { ChangeRowView } from "./types.ts";

interface RowsRequest {
  perPage: number;
  cursor: string | undefined;
  result?: PlannedResult;
}

/** The number of a chunk, and the index of a row in it. */
type Position = [n: number, index: number];
type PlacedRow = ChangeRowView & { position: Position };

/** Values that one page unpacks at most. */
const MAX_CHUNKS = 20;

/** Lists what a change makes, or has made, of each record (`GET /changes/{id}/rows`). */
export async function listChangeRows(
  ctx: ServiceContext,
  id: string,
  { perPage, cursor, result }: RowsRequest,
): Promise<Result<Page<ChangeRowView>>> {
  const refused = requireRole(ctx, "viewer");
  if (refused !== null) return refused;
  const change = await findChange(ctx, id);
  if (change === null) return failed({ code: "not_found" });
  const page = await readPage<PlacedRow, Position>({
    list: ["change-rows", change.id, result ?? null],
    cursor,
    perPage,
    isPosition,
    positionOf: ({ position }) => position,
    read: async (after, isBackward, limit) =>
      readRows(ctx, change.id, change.chunks, { after, isBackward, limit, result }),
  });
  return page === null ? invalid({ cursor: ["belongs to another list"] }) : done(page);
}

function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && value.length === 2 && value.every((part) => Number.isInteger(part));
}

interface RowsRead {
  after: Position | null;
  isBackward: boolean;
  limit: number;
  result: PlannedResult | undefined;
}

async function readRows(
  ctx: ServiceContext,
  changeId: string,
  chunks: number,
  { after, isBackward, limit, result }: RowsRead,
): Promise<CutRows<PlacedRow, Position>> {
  const step = isBackward ? -1 : 1;
  const items: PlacedRow[] = [];
  const start = after?.[0] ?? (isBackward ? chunks - 1 : 0);
  const counts = await selectChunkCounts(ctx.env.DB, changeId);
  let unpacked = 0;
  for (let n = start; n >= 0 && n < chunks; n += step) {
    const known = counts.get(n);
    if (known === undefined) continue;
    const isEmpty =
      result !== undefined &&
      known.counts[countOf(result)] === 0 &&
      !(result === "conflict" && known.hasConflicts);
    if (isEmpty) continue;
    if (unpacked === MAX_CHUNKS) return { items, end: [n - step, isBackward ? -1 : 1_000_000] };
    unpacked++;
    const chunk = await readChunk(ctx.env, changeId, n);
    if (chunk === null) continue;
    const rows = toViews(chunk).filter(
      ({ row, position: [, index] }) =>
        (result === undefined || row.result === result) &&
        (after === null || n !== after[0] || (isBackward ? index < after[1] : index > after[1])),
    );
    items.push(...(isBackward ? rows.toReversed() : rows));
    if (items.length >= limit) return { items: items.slice(0, limit), end: null };
  }
  return { items, end: null };
}

/** Returns the rows of a chunk with what became of them. */
function toViews({ n, rows, applyConflicts, undoConflicts }: Chunk): PlacedRow[] {
  return rows.map((row, index) => {
    const conflict = undoConflicts[index] ?? applyConflicts[index];
    const position: Position = [n, index];
    if (conflict === undefined) return { row, reasons: row.reasons ?? null, current: null, position };
    return { row: { ...row, result: "conflict" }, ...conflict, position };
  });
}
