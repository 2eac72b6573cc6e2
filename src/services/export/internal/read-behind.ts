import type { Place } from "../types.ts";

/** Reads at most `limit` items after a key. If there are fewer, these are all. */
export async function readBehind<T>(
  place: Place,
  limit: number,
  read: (behind: string, limit: number) => Promise<T[]>,
  keyOf: (item: T) => string,
): Promise<{ items: T[]; next: Place }> {
  const items = await read(String(place?.[0] ?? ""), limit);
  const last = items.at(-1);
  return { items, next: items.length < limit || last === undefined ? null : [keyOf(last)] };
}
