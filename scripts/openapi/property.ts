import { FILTER_PROPERTIES, PARAMETER_PROPERTIES } from "./property/filter.ts";
import { HOST_PROPERTIES } from "./property/host.ts";
import { OTHER_PROPERTIES } from "./property/other.ts";
import { RECORD_PROPERTIES } from "./property/record.ts";
import type { PropertyText } from "./property-text.ts";

const TEXTS: Record<string, PropertyText> = {
  ...OTHER_PROPERTIES,
  ...HOST_PROPERTIES,
  ...RECORD_PROPERTIES,
  ...FILTER_PROPERTIES,
  ...PARAMETER_PROPERTIES,
};

/**
 * Returns the text of a property. One that is written for the property of a named schema, or for the member of
 * another property (`utm.source`), goes before the one that holds wherever the name occurs.
 */
export function findPropertyText(parent: string, name: string): PropertyText | undefined {
  return TEXTS[`${parent}.${name}`] ?? TEXTS[name];
}
