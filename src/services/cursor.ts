import type { ListPart } from "../domain/list.ts";
import { refuse } from "../domain/refusal/refusal.ts";
import { hashText } from "../domain/hash.ts";
import { fromBase64Url, toBase64Url } from "../runtime/base64.ts";
import { done, invalid, type Result } from "./result.ts";

/** Cursors of paginated lists (contract 13.7): opaque, and valid only for the list for which they were made. */

interface Cursor<P> {
  direction: "next" | "prev";
  /** The position of the row to start after; null for the start of the list. */
  position: P | null;
}

interface CursorLinks {
  current: string | null;
  prev: string | null;
  next: string | null;
  count: number;
}

/** @param list all that identifies the list: endpoint, sort and filter */
export function encodeCursor<P>(list: unknown, { direction, position }: Cursor<P>): string {
  const text = JSON.stringify([hashText(JSON.stringify(list)), direction, position]);
  return toBase64Url(new TextEncoder().encode(text));
}

/** Parses a cursor; null if it does not belong to this list. */
export function decodeCursor<P>(
  list: unknown,
  cursor: string,
  isPosition: (value: unknown) => value is P = isText as (value: unknown) => value is P,
): Cursor<P> | null {
  const value = parse(cursor);
  if (!Array.isArray(value) || value.length !== 3) return null;
  const [hash, direction, position] = value as unknown[];
  if (hash !== hashText(JSON.stringify(list))) return null;
  if (direction !== "next" && direction !== "prev") return null;
  return position === null || isPosition(position) ? { direction, position } : null;
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(fromBase64Url(cursor)));
  } catch {
    return null;
  }
}

/** The position of a row in a list by time of creation, with a key for rows of the same time. */
export type MomentPosition = [createdAtMs: number, key: string];

function isText(value: unknown): boolean {
  return typeof value === "string";
}

export function isMomentPosition(value: unknown): value is MomentPosition {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [moment, key] = value as unknown[];
  return typeof moment === "number" && typeof key === "string";
}

export interface Page<T> {
  items: T[];
  cursor: CursorLinks;
}

export interface PageRequest {
  perPage: number;
  /** Undefined for the first page. */
  cursor: string | undefined;
}

interface PageSource<T, P> extends PageRequest {
  list: unknown;
  /** Returns whether a value is a position of this list; by default a text is. */
  isPosition?: (value: unknown) => value is P;
  positionOf(item: T): P;
  read(part: ListPart<P>): Promise<T[] | CutRows<T, P>>;
}

/** The rows of a read that may have stopped before it had the requested number. */
export interface CutRows<T, P> {
  items: T[];
  /** The position at which the read stopped, and after which the next page begins; null if the list has ended. */
  end: P | null;
}

/** Reads one page of a keyset-paginated list. Refuses a cursor that does not belong to this list (contract 13.7). */
export async function readPage<T, P>(source: PageSource<T, P>): Promise<Result<Page<T>>> {
  const { list, perPage, positionOf } = source;
  const cursor: Cursor<P> | null =
    source.cursor === undefined
      ? { direction: "next", position: null }
      : decodeCursor(list, source.cursor, source.isPosition);
  if (cursor === null) return invalid({ cursor: [refuse("other_list_sort")] });
  const isBackward = cursor.direction === "prev";
  const found = await source.read({ after: cursor.position, isBackward, limit: perPage + 1 });
  const { items: rows, end } = Array.isArray(found) ? { items: found, end: null } : found;
  const isFull = rows.length > perPage;
  const hasMore = isFull || end !== null;
  const items = isBackward ? rows.slice(0, perPage).toReversed() : rows.slice(0, perPage);
  const link = (direction: Cursor<P>["direction"], item: T | undefined) => {
    // In this direction, the position at which the read stopped, unless the page was full; else next to the rows.
    const isRead = (direction === "prev") === isBackward;
    const beside = item === undefined ? end : positionOf(item);
    return encodeCursor(list, { direction, position: isRead && !isFull && end !== null ? end : beside });
  };
  // The caller can always return to the page before, even if all its rows are gone.
  const hasNext = isBackward || hasMore;
  const hasPrev = isBackward ? hasMore : cursor.position !== null;
  return done({
    items,
    cursor: {
      current: source.cursor ?? null,
      prev: hasPrev ? link("prev", items[0]) : null,
      next: hasNext ? link("next", items.at(-1)) : null,
      count: items.length,
    },
  });
}
