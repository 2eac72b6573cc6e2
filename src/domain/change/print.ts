import { hashTo53Bits } from "./hash-to-53-bits.ts";
import type { LinkRecord } from "../record.ts";
import { formatSource } from "../source.ts";
import { SETTING_NAMES } from "./edit-record.ts";

/**
 * Returns a hash of 53 bits of the fields of a record that an owner may edit. An undo compares it to detect that the
 * record is as the change left it, even if edits in between were reverted. Fields that the platform writes are not
 * part of it.
 */
export function printOf(record: LinkRecord): number {
  const { host, source, managedBy, pauses } = record;
  const settings = SETTING_NAMES.map((name) =>
    name === "pauses" ? pauses.includes("user") : sortMembers(record[name]),
  );
  return hashTo53Bits(JSON.stringify([host, source.kind, formatSource(source), managedBy, settings]));
}

/** Makes the order of members canonical, because the database may return them in another order. */
function sortMembers(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sortMembers);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortMembers(member)]));
}
