import { refuse } from "../domain/refusal/refusal.ts";
import type { Page, PageRequest } from "./cursor.ts";
import { done, invalid, type Result } from "./result.ts";

/** Lists by page number, for callers who know no cursors: a page is read with all that comes before it. */

type Read<T> = (page: PageRequest) => Promise<Result<Page<T>>>;

/** The most items that pages by number reach. */
export const MAX_ITEMS = 5_000;
/** The most reads of a list. A read finds few items if a filter matches few of many. */
const MAX_READS = 8;
const MOST_AT_ONCE = 1_000;

/** Reads a list from its start, up to `count` items. `isCut` says whether more may follow. */
export async function readItems<T>(
  count: number,
  read: Read<T>,
): Promise<Result<{ items: T[]; isCut: boolean }>> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let reads = 0; reads < MAX_READS && items.length < count; reads++) {
    const part = await read({ perPage: Math.min(MOST_AT_ONCE, count - items.length), cursor });
    if (!part.ok) return part;
    items.push(...part.value.items);
    cursor = part.value.cursor.next ?? undefined;
    if (cursor === undefined) return done({ items, isCut: false });
  }
  return done({ items, isCut: true });
}

interface NumberedPage<T> {
  items: T[];
  /** The number of items of the whole list. */
  total: number;
}

/**
 * Reads a page by its number, from 1 on. Refuses `page` if it cannot be reached, or if the list is longer than the
 * 5,000 items that all its pages have.
 * @param size null for all items on one page
 * @param countAll counts the list if it was not read to its end; a list without it is always read to its end
 */
export async function readNumberedPage<T>(
  { page, size }: { page: number; size: number | null },
  read: Read<T>,
  countAll?: () => Promise<number>,
): Promise<Result<NumberedPage<T>>> {
  const each = size ?? MAX_ITEMS;
  if (page * each > MAX_ITEMS) return invalid({ page: [refuse("too_large")] });
  const count = countAll === undefined ? MAX_ITEMS : page * each;
  const found = await readItems(count, read);
  if (!found.ok) return found;
  const { items, isCut } = found.value;
  if (isCut && (items.length < count || size === null || countAll === undefined)) {
    return invalid({ page: [refuse("too_large")] });
  }
  // A count in steps may be behind what was read.
  const total = Math.max(isCut ? ((await countAll?.()) ?? 0) : 0, items.length + Number(isCut));
  return done({ items: items.slice((page - 1) * each, page * each), total });
}
