import { accepted, type Parsed } from "./field-error.ts";
import type { Refusal } from "./refusal/refusal.ts";
import { parseTag } from "./tag.ts";

/** What a workspace keeps under names, as a JSON list in one of its settings (contract 14.8 and 16.5). */

const MAX_NAME = 60;

type Item = Record<string, unknown>;

interface Format<Rest> {
  most: number;
  /** Returns what an item holds besides its name; null if it cannot be read. */
  read: (item: Item) => Rest | null;
  notList: Refusal;
  /** Names the first item that cannot be read or has a taken name, by its number from 1. */
  refuseItem: (number: number) => Refusal;
}

/** Parses a list, and returns it with names in one spelling. */
export function parseNamedList<Rest extends object>(
  text: string,
  { most, read, notList, refuseItem }: Format<Rest>,
): Parsed<({ name: string } & Rest)[]> {
  const list = readList(text);
  if (list === null || list.length > most) return { ok: false, reason: notList };
  const items: ({ name: string } & Rest)[] = [];
  for (const [index, item] of list.entries()) {
    const { name } = (item ?? {}) as Item;
    const named = typeof name === "string" ? parseTag(name) : null;
    const rest = named?.ok && named.value.length <= MAX_NAME ? read(item as Item) : null;
    if (!named?.ok || rest === null || items.some((other) => other.name === named.value)) {
      return { ok: false, reason: refuseItem(index + 1) };
    }
    items.push({ name: named.value, ...rest });
  }
  return accepted(items);
}

function readList(text: string): unknown[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}
