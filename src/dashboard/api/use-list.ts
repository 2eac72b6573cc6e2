import { useState } from "preact/hooks";
import { call, type Query } from "./client.ts";
import { useRead, type Read } from "./query.ts";
import type { Page } from "./types.ts";

const ROWS = 200;
const MAX_ROWS = 1_000;

export interface List<Item> {
  items: Item[] | undefined;
  read: Read<Item[]>;
  hasMore: boolean;
  more(): void;
}

/** Reads a list of the API from its beginning, 200 rows per request of the user. */
export function useList<Item>(key: string, path: string, query: Query = {}): List<Item> {
  const question = JSON.stringify(query);
  const [asked, setAsked] = useState({ question, pages: 1 });
  const pages = asked.question === question ? asked.pages : 1;
  const read = useRead<{ items: Item[]; hasMore: boolean }>({
    key: [key, question, pages],
    read: (signal) => readPages(path, query, pages, signal),
    keepsPrevious: true,
  });
  return {
    items: read.data?.items,
    read: read as never,
    hasMore: read.data?.hasMore ?? false,
    more: () => setAsked({ question, pages: pages + 1 }),
  };
}

export async function readAll<Item>(path: string, query: Query, signal: AbortSignal): Promise<Item[]> {
  return (await readPages<Item>(path, { ...query, per_page: MAX_ROWS }, Infinity, signal)).items;
}

async function readPages<Item>(path: string, query: Query, pages: number, signal: AbortSignal) {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const options = { query: { per_page: ROWS, ...query, cursor: cursor ?? undefined }, signal };
    const page: Page<Item> = await call("GET", path, options);
    items.push(...page.data);
    cursor = page.meta.cursor.next;
    // A page may be short or empty although more rows follow.
  } while (cursor !== null && items.length < pages * ROWS);
  return { items, hasMore: cursor !== null };
}
