import { hashTo53Bits } from "./hash-to-53-bits.ts";
import type { LinkRecord } from "../record.ts";
import { formatSource } from "../source.ts";
import { SETTING_NAMES } from "./edit-record.ts";

/**
 * Returns 53 bits of what an owner may edit of a record: an undo tells by them that a record is as the change left it,
 * though others have edited it there and back since. What the platform writes is no part of it.
 */
export function printOf(record: LinkRecord): number {
  const { host, source, managedBy, pauses } = record;
  const settings = SETTING_NAMES.map((name) => (name === "pauses" ? pauses.includes("user") : record[name]));
  const text = JSON.stringify([host, source.kind, formatSource(source), managedBy, settings], sortMembers);
  return hashTo53Bits(text);
}

/** What the database gives back may have its members in another order. */
function sortMembers(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
