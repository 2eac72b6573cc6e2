import { addFieldError, type FieldErrors } from "../field-error.ts";
import { refuse, type Refusal } from "../refusal/refusal.ts";
import type { Conditions, Rule } from "./rule.ts";

/** Redirect rules of Shlink, as far as they and our rules say the same (contract 35.13). */

interface ShlinkCondition {
  type: string;
  matchKey: string | null;
  matchValue: string | null;
}

export interface ShlinkRule {
  longUrl: string;
  priority: number;
  conditions: ShlinkCondition[];
}

/** Our conditions with a list of values, or with a moment, by the types of Shlink. */
const KEYS = new Map([
  ["language", "language"],
  ["browser", "browser"],
  ["geolocation-country-code", "country"],
  ["before-date", "before"],
  ["after-date", "after"],
]);
const DEVICES = new Map([
  ["desktop", ["desktop"]],
  ["mobile", ["mobile", "tablet"]],
]);
/** Parameters with a value, with any value, and with an empty one. */
const PARAMETERS = ["query-param", "any-value-query-param", "valueless-query-param"];
const TYPES = ["device", ...PARAMETERS, ...KEYS.keys()];

/** Returns a condition as a member of `if`; null for a type that ours do not have. */
function readCondition(condition: Partial<ShlinkCondition>): [key: string, value: unknown] | null {
  const { type = "", matchKey, matchValue } = condition;
  const parameter = PARAMETERS.indexOf(type);
  // Without a value the first is an error, and no condition on any value.
  if (parameter >= 0) return ["query", { [matchKey ?? ""]: [matchValue ?? 0, null, ""][parameter] }];
  const word = matchValue ?? "";
  if (type === "device") return DEVICES.has(word) ? ["device", DEVICES.get(word)] : ["os", [word]];
  const key = KEYS.get(type);
  return key === undefined ? null : [key, type.endsWith("-date") ? matchValue : [word]];
}

/** Returns a member of `if` as conditions; undefined in place of what Shlink has no words for. */
function toConditions([key, value]: [string, unknown]): (ShlinkCondition | undefined)[] {
  const isQuery = key === "query";
  const [first] = [value].flat() as string[];
  const parts = isQuery ? Object.entries(value as Record<string, string | null>) : [[null, first] as const];
  return parts.map(([matchKey, text = null]) => {
    const expected = JSON.stringify([key, isQuery ? { [matchKey ?? ""]: text } : value]);
    const words = TYPES.map((type) => ({ type, matchKey, matchValue: isQuery && !text ? null : text }));
    return text === "other"
      ? undefined
      : words.find((word) => JSON.stringify(readCondition(word)) === expected);
  });
}

/** Returns rules as Shlink's; the index of the first for which it has no words, if there is one. */
export function toShlinkRules(rules: readonly Rule[]): ShlinkRule[] | number {
  const shown: ShlinkRule[] = [];
  for (const [index, rule] of rules.entries()) {
    const conditions = Object.entries(rule.if).flatMap(toConditions);
    const known = conditions.filter((condition) => condition !== undefined);
    const [longUrl = "", ...more] = rule.destinations;
    const isSaid =
      known.length === conditions.length && more.length === 0 && Object.keys(rule.not).length === 0;
    if (!isSaid) return index;
    shown.push({ longUrl, priority: index + 1, conditions: known });
  }
  return shown;
}

/**
 * Converts rules of Shlink to rules as the API takes them, whose schema checks the rest. Conditions of one kind are one
 * of ours, whose values are alternatives; Shlink asks for all of them, so that a second one is an error.
 */
export function fromShlinkRules(written: unknown, errors: FieldErrors): unknown[] {
  if (!Array.isArray(written)) {
    addFieldError(errors, "redirectRules", refuse("not_array_of_rules"));
    return [];
  }
  return written.map((rule: unknown, index) => {
    const { longUrl, conditions } = Object(rule) as Record<string, unknown>;
    const path = `redirectRules.${index}.conditions`;
    if (Array.isArray(conditions))
      return { if: readConditions(conditions, path, errors), destination: longUrl };
    addFieldError(errors, path, refuse("not_array"));
    return null;
  });
}

function readConditions(conditions: unknown[], path: string, errors: FieldErrors): Conditions {
  const read: Conditions = {};
  for (const [index, condition] of conditions.entries()) {
    const written = Object(condition) as Partial<ShlinkCondition>;
    const tell = (member: string, reason: Refusal) =>
      addFieldError(errors, `${path}.${index}.${member}`, reason);
    const problem = findTextProblem(written);
    if (problem !== null) {
      tell(problem.member, problem.reason);
      continue;
    }
    const [key, value] = readCondition(written) ?? [];
    if (key === undefined) {
      tell("type", refuse("not_a_condition", { names: TYPES.join(", ") }));
    } else if (key !== "query") {
      if (Object.hasOwn(read, key)) tell("type", refuse("same_twice"));
      else read[key] = value;
    } else {
      const known = Object(read[key]) as object;
      const [name = ""] = Object.keys(value as object);
      if (name === "") tell("matchKey", refuse("required"));
      else if (Object.hasOwn(known, name)) tell("matchKey", refuse("same_twice"));
      else read[key] = { ...known, ...(value as object) };
    }
  }
  return read;
}

/** Returns what is no text, or the value that ours have for everything else, which Shlink has no word for. */
function findTextProblem(condition: Partial<ShlinkCondition>): { member: string; reason: Refusal } | null {
  const members = ["type", "matchKey", "matchValue"] as const;
  const member = members.find((name) => typeof (condition[name] ?? "") !== "string");
  if (member !== undefined) return { member, reason: refuse("not_string") };
  const isElse = condition.matchValue === "other" && ["device", "browser"].includes(condition.type ?? "");
  return isElse ? { member: "matchValue", reason: refuse("not_taken") } : null;
}
