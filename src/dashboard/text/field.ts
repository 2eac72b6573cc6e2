import type field from "./en/field.json";
import { sayIfMoment } from "../component/moment.tsx";
import { hasText, t } from "./text.ts";

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

/** The fields whose values have words, and the start of the keys of these words. */
const WORDS: Readonly<Record<string, string>> = {
  destination_routing: "routing",
  paused_by: "chip.paused",
  plugins: "plugin",
  status: "status",
  type: "type",
};

/** Returns the value of a field of a record in the words of its form; empty for no value. */
export function sayField(name: string, value: unknown): string {
  if (typeof value === "boolean") return t(value ? "word.yes" : "word.no");
  if (name === "paused_by" && value === null) return t("status.active");
  const words = WORDS[name];
  if (words === undefined) return typeof value === "string" ? sayIfMoment(value) : showValue(value);
  const all = Array.isArray(value) ? value : [value];
  return all.map((one) => (typeof one === "string" ? sayWord(words, one) : "")).join(", ");
}

/** Says a word of the API, with the numbers behind it: `weighted:70,30`. */
function sayWord(words: string, text: string): string {
  const [word = "", numbers] = text.split(":");
  const key = `${words}.${word}`;
  const said = hasText(key) ? t(key) : word;
  return numbers === undefined ? said : `${said}: ${numbers.replaceAll(",", ", ")}`;
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
