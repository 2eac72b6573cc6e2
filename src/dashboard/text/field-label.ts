import type field from "./en/field.json";
import { t } from "./text.ts";

/** Fields of the API that have a name in each language. */
type Named = keyof typeof field;

/**
 * Returns the display name of a field of the API: `destinations.1` is the second destination. A field without one keeps
 * its name in the API.
 */
export function fieldLabel(path: string): string {
  const [first = "", ...rest] = path.split(".");
  return [nameOf(first), ...rest.map(partOf)].join(" ");
}

function nameOf(field: string): string {
  const key = `field.${field === "destinations" ? "destination" : field}`;
  const name = t(key as Named);
  return name === key ? field.replaceAll("_", " ") : name;
}

function partOf(part: string): string {
  return /^\d+$/.test(part) ? String(Number(part) + 1) : part.replaceAll("_", " ");
}
