import { RECORD_FIELDS } from "./field/record.ts";
import type { LinkRecord } from "./record.ts";
import { formatSource } from "./source.ts";

/** The fields whose names in code the API does not have; null for those that it does not show, or that follow others. */
const NAMES: Partial<Record<keyof LinkRecord, string | null>> = {
  routing: "destination_routing",
  pauses: "status",
  expiresAtMs: "expires",
  passwordVersion: "password",
  source: "url",
  host: "url",
  isHeld: null,
  version: null,
  maxClicksVersion: null,
  updatedAtMs: null,
};

/** Returns the names in the API of the fields that a write of a record has changed. */
export function changedFields(before: LinkRecord, after: LinkRecord): string[] {
  const textOf = (record: LinkRecord, key: keyof LinkRecord) =>
    key === "source" ? formatSource(record.source) : JSON.stringify(record[key]);
  const keys = Object.keys(after) as (keyof LinkRecord)[];
  const names = keys
    .filter((key) => textOf(before, key) !== textOf(after, key))
    .map((key) => {
      const name = NAMES[key];
      return name === undefined
        ? ((RECORD_FIELDS as Partial<Record<string, { api: string }>>)[key]?.api ?? key)
        : name;
    });
  return [...new Set(names)].filter((name) => name !== null);
}
