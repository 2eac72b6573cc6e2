import type field from "./en/field.json";
import { t } from "./text.ts";

/** Fields of the API that have a name in each language. */
type Named = keyof typeof field;

/** Returns what people call a field, else its name in the API: `destinations.1` is the second destination. */
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

/**
 * Returns a value in a readable form; empty for no value. The members of an object have their names before them, and
 * members without a value are left out: `if (country: DE, AT), destinations: https://a.example/`.
 * @param between the text between the items of a list
 */
export function showValue(value: unknown, between = betweenItems(value)): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((item) => showValue(item)).join(between);
  if (typeof value !== "object") return typeof value === "string" ? value : JSON.stringify(value);
  return Object.entries(value).flatMap(showMember).join(", ");
}

function betweenItems(value: unknown): string {
  return Array.isArray(value) && value.some((item) => typeof item === "object") ? "; " : ", ";
}

function showMember([name, value]: [string, unknown]): string[] {
  const text = name === "query" || name === "header" ? showPairs(value as Pairs) : showValue(value);
  // The id of a rule tells a reader nothing.
  if (text === "" || name === "id") return [];
  const isNested = typeof value === "object" && !Array.isArray(value);
  return [isNested ? `${fieldLabel(name)} (${text})` : `${fieldLabel(name)}: ${text}`];
}

/** The values of a condition by names that visitors send; null for any value. */
type Pairs = Record<string, string | null>;

function showPairs(pairs: Pairs): string {
  return Object.entries(pairs)
    .map(([name, value]) => (value === null ? name : `${name}=${value}`))
    .join(", ");
}
