import { accepted, refused, type Parsed } from "../field-error.ts";
import { refuse, type Refusal } from "../refusal/refusal.ts";
import { countCharacters } from "../text.ts";
import type { RuleVisit } from "./rule-visit.ts";

/** Reports why a part of a value is invalid, by its path inside the value. */
export type Report = (path: readonly (string | number)[], reason: Refusal) => void;

/**
 * A kind of condition: the form of its value, the form that the edge compares, and the test whether it holds.
 * @template Value the stored and answered form
 * @template Compiled the form in snapshots, JSON
 */
export interface Condition<Value = unknown, Compiled = unknown> {
  /** The words of a closed set, as JSON Schema. The dashboard offers them; the document has more (`scripts/openapi`). */
  schema?: { items: { enum: readonly string[] } };
  /** Parses a value as an owner wrote it. Returns undefined if it has reported a problem. */
  parse(value: unknown, report: Report): Value | undefined;
  /** Returns the form that the edge compares. It is made with the snapshot, so that visits need not make it. */
  compile(value: Value): Compiled;
  holds(compiled: Compiled, visit: RuleVisit): boolean;
}

/** Parses a list of texts. Leaves out repeated entries. */
export function parseList<T extends string>(
  value: unknown,
  report: Report,
  maxEntries: number,
  parseEntry: (text: string) => Parsed<T>,
): T[] | undefined {
  if (!Array.isArray(value)) return reject(report, refuse("not_array"));
  if (value.length === 0) return reject(report, refuse("no_entry"));
  if (value.length > maxEntries) return reject(report, refuse("too_many_entries", { count: maxEntries }));
  const entries: T[] = [];
  for (const [index, entry] of (value as unknown[]).entries()) {
    const parsed = typeof entry === "string" ? parseEntry(entry) : refused("not_string");
    if (parsed.ok) entries.push(parsed.value);
    else report([index], parsed.reason);
  }
  return entries.length === value.length ? [...new Set(entries)] : undefined;
}

export function reject(report: Report, reason: Refusal): undefined {
  report([], reason);
  return undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses a list of words of a closed set. */
export function parseWords<T extends string>(
  value: unknown,
  report: Report,
  words: readonly T[],
): T[] | undefined {
  return parseList(value, report, words.length, (text) => {
    const known = words.find((word) => word === text);
    return known === undefined ? refused("not_one_of", { names: words.join(", ") }) : accepted(known);
  });
}

/** Returns a condition that holds if a fact of the visit is among values of a closed set. */
export function oneOf<T extends string>(
  values: readonly T[],
  factOf: (visit: RuleVisit) => string,
): Condition<T[], T[]> {
  return {
    schema: { items: { enum: values } },
    parse: (value, report) => parseWords(value, report, values),
    compile: (value) => value,
    holds: (compiled, visit) => (compiled as string[]).includes(factOf(visit)),
  };
}

/** Returns why a value is not a text of at most `maxCharacters`; null if it is one. */
export function findTextProblem(value: unknown, maxCharacters: number): Refusal | null {
  if (typeof value !== "string") return refuse("not_string");
  if (!value.isWellFormed()) return refuse("not_unicode");
  return countCharacters(value) > maxCharacters ? refuse("too_long", { count: maxCharacters }) : null;
}
