import { hashText } from "../domain/hash.ts";

/** Cursors of paginated lists (contract 13.7): opaque, and valid only for the list that they were made for. */

export interface Cursor<P> {
  direction: "next" | "prev";
  /** The row to start behind; null for the start of the list. */
  position: P | null;
}

export interface CursorLinks {
  current: string | null;
  prev: string | null;
  next: string | null;
  count: number;
}

/** @param list everything that makes the list this one: endpoint, sort and filter */
export function encodeCursor<P>(list: unknown, { direction, position }: Cursor<P>): string {
  const text = JSON.stringify([hashText(JSON.stringify(list)), direction, position]);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Null where the cursor is none of this list's. */
export function decodeCursor<P>(
  list: unknown,
  cursor: string,
  isPosition: (value: unknown) => value is P,
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
    return JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return null;
  }
}

export interface Page<T> {
  items: T[];
  cursor: CursorLinks;
}

export interface PageSource<T, P> {
  /** What makes the list this one. */
  list: unknown;
  /** As the caller sent it. */
  cursor: string | undefined;
  perPage: number;
  isPosition(value: unknown): value is P;
  positionOf(item: T): P;
  /** Rows behind a position, in the list's order or against it. */
  read(after: P | null, isBackward: boolean, limit: number): Promise<T[]>;
}

/** Reads one page of a keyset-paginated list; null where the cursor is none of this list's. */
export async function readPage<T, P>(source: PageSource<T, P>): Promise<Page<T> | null> {
  const { list, perPage, positionOf } = source;
  const cursor: Cursor<P> | null =
    source.cursor === undefined
      ? { direction: "next", position: null }
      : decodeCursor(list, source.cursor, source.isPosition.bind(source));
  if (cursor === null) return null;
  const isBackward = cursor.direction === "prev";
  const rows = await source.read(cursor.position, isBackward, perPage + 1);
  const hasMore = rows.length > perPage;
  const items = isBackward ? rows.slice(0, perPage).toReversed() : rows.slice(0, perPage);
  const link = (direction: Cursor<P>["direction"], item: T | undefined) =>
    encodeCursor(list, { direction, position: item === undefined ? null : positionOf(item) });
  // Where a page came from there is always a way back, even if all its rows are gone meanwhile.
  const hasNext = isBackward || hasMore;
  const hasPrev = isBackward ? hasMore : cursor.position !== null;
  return {
    items,
    cursor: {
      current: source.cursor ?? null,
      prev: hasPrev ? link("prev", items[0]) : null,
      next: hasNext ? link("next", items.at(-1)) : null,
      count: items.length,
    },
  };
}
