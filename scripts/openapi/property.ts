import { ACCESS_PROPERTIES } from "./property/access.ts";
import { BRANDING_PROPERTIES } from "./property/branding.ts";
import { CHANGE_PROPERTIES } from "./property/change.ts";
import { CHECK_PROPERTIES } from "./property/check.ts";
import { EXPLAIN_PROPERTIES } from "./property/explain.ts";
import { FILTER_PROPERTIES, PARAMETER_PROPERTIES } from "./property/filter.ts";
import { HOST_PROPERTIES } from "./property/host.ts";
import { MISS_PROPERTIES } from "./property/miss.ts";
import { OTHER_PROPERTIES } from "./property/other.ts";
import { RECORD_PROPERTIES } from "./property/record.ts";
import type { PropertyText } from "./property-text.ts";

const TEXTS: Record<string, PropertyText> = {
  ...OTHER_PROPERTIES,
  ...ACCESS_PROPERTIES,
  ...BRANDING_PROPERTIES,
  ...CHANGE_PROPERTIES,
  ...CHECK_PROPERTIES,
  ...EXPLAIN_PROPERTIES,
  ...MISS_PROPERTIES,
  ...HOST_PROPERTIES,
  ...RECORD_PROPERTIES,
  ...FILTER_PROPERTIES,
  ...PARAMETER_PROPERTIES,
};

/**
 * Returns the text of a property. A text for the property of a named schema or operation (`Explanation.rules.id`), or
 * for the member of another property (`utm.source`), overrides the general text of the name.
 * @param owner the names around the property, from the outermost on, with dots between them
 */
export function findPropertyText(owner: string, name: string): PropertyText | undefined {
  const names = [...owner.split("."), name];
  const paths = names.map((_, index) => names.slice(index).join("."));
  return paths.map((path) => TEXTS[path]).find((text) => text !== undefined);
}
