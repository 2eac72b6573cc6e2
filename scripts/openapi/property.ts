import { CHANGE_PROPERTIES } from "./property/change.ts";
import { CHECK_PROPERTIES } from "./property/check.ts";
import { FILTER_PROPERTIES } from "./property/filter.ts";
import { HOST_PROPERTIES } from "./property/host.ts";
import { MISS_PROPERTIES } from "./property/miss.ts";
import { OTHER_PROPERTIES } from "./property/other.ts";
import { RECORD_PROPERTIES } from "./property/record.ts";

/** The text of every property, in requests and in answers. */
export const TEXTS: Record<string, string> = {
  ...OTHER_PROPERTIES,
  ...CHANGE_PROPERTIES,
  ...CHECK_PROPERTIES,
  ...MISS_PROPERTIES,
  ...HOST_PROPERTIES,
  ...RECORD_PROPERTIES,
  ...FILTER_PROPERTIES,
};

/** The shapes of records, which have most fields in common. */
const RECORDS = ["Link", "Redirect"];

/**
 * Returns what a table holds for a property. An entry for the property of a named schema or operation
 * (`Explanation.rules.id`), or for the member of another property (`utm.source`), goes before the general one of the
 * name. A filter has its own entry only, since it is always a text.
 * @param owner the names around the property, from the outermost on, with dots between them
 */
export function findByPath<T>(table: Record<string, T>, owner: string, name: string): T | undefined {
  const [first, ...others] = [...owner.split("."), name];
  const names = [RECORDS.includes(first) ? "Record" : first, ...others];
  const last = names.slice(0, -1).indexOf("filter");
  const paths = names.map((_, index) => names.slice(index).join("."));
  return paths
    .slice(0, last < 0 ? undefined : last + 1)
    .map((path) => table[path])
    .find((entry) => entry !== undefined);
}
