import { refuse } from "../refusal/refusal.ts";
import { MAX_DESTINATIONS, parseDestination } from "../destination.ts";
import { addFieldError, refused, type FieldErrors } from "../field-error.ts";
import { isSameList } from "../list.ts";
import { formatRouting, parseRouting, PRIMARY, type Routing } from "../routing.ts";
import { findTextProblem, isObject, reject, type Report } from "./condition.ts";
import { CONDITION_KEYS, getCondition } from "./registry.ts";

/** Rules of a record (contract 23). The first rule that holds decides the destination. */

/** The values of conditions by name, in the form that each condition parses. */
export type Conditions = Record<string, unknown>;

export interface Rule {
  /** Made by the server. A rule keeps it while writes repeat it. */
  id: string;
  /** Empty for none. */
  name: string;
  /** All of them hold. */
  if: Conditions;
  /** None of them holds. */
  not: Conditions;
  /** Primary first. */
  destinations: string[];
  routing: Routing;
}

export interface WrittenRule extends Omit<Rule, "id"> {
  /** Null if the write has none. */
  id: string | null;
  /** A `destination` that is not the first of `destinations`. One of the two repeats the rule that has the id. */
  primary?: string;
}

/** A written rule, with the id that it repeats, or with the id that it gets if it is new. */
export type RuleInput = (WrittenRule & { id: string }) | (WrittenRule & { id: null; spareId: string });

export interface ShownRule {
  id: string;
  name: string;
  if: Conditions;
  not: Conditions;
  destination: string;
  destinations: string[];
  destination_routing: string;
}

export const MAX_RULES = 20;
export const MAX_ALL_DESTINATIONS = 50;
const MAX_RULES_BYTES = 32_000;
const MAX_NAME_CHARACTERS = 40;
const MEMBERS = ["id", "name", "if", "not", "destination", "destinations", "destination_routing"];

/** Parses a list of rules. Returns undefined if it has reported a problem. */
export function parseRules(value: unknown, report: Report): WrittenRule[] | undefined {
  if (!Array.isArray(value)) {
    return reject(report, refuse("not_array_of_rules"));
  }
  if (value.length > MAX_RULES) {
    return reject(report, refuse("too_many_entries", { count: MAX_RULES }));
  }
  const rules = (value as unknown[]).map((rule, index) =>
    parseRule(rule, (path, reason) => report([index, ...path], reason)),
  );
  const read = rules.filter((rule) => rule !== undefined);
  if (read.length < rules.length) return undefined;
  const bytes = new TextEncoder().encode(JSON.stringify(read)).length;
  if (bytes <= MAX_RULES_BYTES) return read;
  return reject(report, refuse("too_many_bytes_as_json", { count: MAX_RULES_BYTES }));
}

function parseRule(value: unknown, report: Report): WrittenRule | undefined {
  if (!isObject(value)) {
    return reject(report, refuse("not_object"));
  }
  let isRight = true;
  const tell: Report = (path, reason) => {
    isRight = false;
    report(path, reason);
  };
  for (const member of Object.keys(value)) {
    if (!MEMBERS.includes(member)) tell([member], refuse("not_member_of_rule"));
  }
  const id = value["id"] ?? null;
  if (id !== null && typeof id !== "string") tell(["id"], refuse("not_string"));
  const name = value["name"] ?? "";
  const nameProblem = findTextProblem(name, MAX_NAME_CHARACTERS);
  if (nameProblem !== null) tell(["name"], nameProblem);
  const conditions = parseConditions(value["if"], "if", tell);
  const excluded = parseConditions(value["not"], "not", tell);
  const isEmpty = Object.keys(value["if"] ?? {}).length + Object.keys(value["not"] ?? {}).length === 0;
  if (isRight && isEmpty) tell(["if"], refuse("no_condition"));
  checkOrder(conditions, tell);
  const { destinations, ...primary } = parseDestinations(value, tell);
  const routing = parseRuleRouting(value["destination_routing"], destinations, tell);
  if (!isRight) return undefined;
  return {
    id: id as string | null,
    name: name as string,
    if: conditions,
    not: excluded,
    destinations,
    ...primary,
    routing,
  };
}

function parseConditions(value: unknown, member: "if" | "not", report: Report): Conditions {
  const read: Conditions = {};
  if (value === undefined || value === null) return read;
  if (!isObject(value)) {
    report([member], refuse("not_object"));
    return read;
  }
  for (const [key, written] of Object.entries(value)) {
    const condition = getCondition(key);
    if (condition === null) {
      report([member, key], refuse("not_a_condition", { names: CONDITION_KEYS.join(", ") }));
      continue;
    }
    const parsed = condition.parse(written, (path, reason) => report([member, key, ...path], reason));
    if (parsed !== undefined) read[key] = parsed;
  }
  return read;
}

function checkOrder({ after, before }: Conditions, report: Report): void {
  if (typeof after !== "string" || typeof before !== "string") return;
  if (Date.parse(before) <= Date.parse(after)) report(["if", "before"], refuse("not_after_after"));
}

function parseDestinations(
  rule: Record<string, unknown>,
  report: Report,
): Pick<WrittenRule, "destinations" | "primary"> {
  const { destination, destinations } = rule;
  if (destinations === undefined || destinations === null) {
    if (destination === undefined || destination === null) {
      report(["destination"], refuse("required"));
      return { destinations: [] };
    }
    return { destinations: parseEach([destination], () => ["destination"], report) };
  }
  if (!Array.isArray(destinations)) report(["destinations"], refuse("not_array_of_urls"));
  else if (destinations.length === 0) report(["destinations"], refuse("no_entry"));
  else if (destinations.length > MAX_DESTINATIONS) {
    report(["destinations"], refuse("too_many_entries", { count: MAX_DESTINATIONS }));
  } else {
    const read = parseEach(destinations, (index) => ["destinations", index], report);
    if (destination === undefined || destination === null) return { destinations: read };
    const [primary] = parseEach([destination], () => ["destination"], report);
    const isOther = primary !== undefined && primary !== read[0];
    return isOther ? { destinations: read, primary } : { destinations: read };
  }
  return { destinations: [] };
}

function parseEach(
  values: unknown[],
  pathOf: (index: number) => (string | number)[],
  report: Report,
): string[] {
  return values.flatMap((value, index) => {
    const parsed = typeof value === "string" ? parseDestination(value) : refused("not_string");
    if (parsed.ok) return [parsed.value];
    report(pathOf(index), parsed.reason);
    return [];
  });
}

function parseRuleRouting(value: unknown, destinations: string[], report: Report): Routing {
  if (value === undefined || value === null) return PRIMARY;
  const parsed = typeof value === "string" ? parseRouting(value) : null;
  if (parsed === null) report(["destination_routing"], refuse("not_string"));
  else if (!parsed.ok) report(["destination_routing"], parsed.reason);
  else {
    const routing = parsed.value;
    if (routing.kind === "weighted" && destinations.length > 0)
      checkWeights(routing.weights, destinations, report);
    return routing;
  }
  return PRIMARY;
}

function checkWeights(weights: number[], destinations: string[], report: Report): void {
  if (weights.length === destinations.length) return;
  report(
    ["destination_routing"],
    refuse("weights", { weights: weights.length, destinations: destinations.length }),
  );
}

/**
 * Gives every written rule its id: the id that it repeats, else the id of a rule with the same content, else a
 * new id. Adds ids that no rule of the record has to `errors`, and destinations that contradict each other.
 */
export function identifyRules(
  before: readonly Rule[],
  written: readonly RuleInput[],
  errors: FieldErrors,
): Rule[] {
  const known = new Map(before.map((rule) => [rule.id, rule]));
  const repeated = new Set<string>();
  for (const [index, { id }] of written.entries()) {
    if (id === null) continue;
    if (!known.has(id)) addFieldError(errors, `rules.${index}.id`, refuse("not_rule_id"));
    if (repeated.has(id)) addFieldError(errors, `rules.${index}.id`, refuse("rule_id_twice"));
    repeated.add(id);
  }
  const free = before.filter(({ id }) => !repeated.has(id));
  return written.map(({ primary, ...rule }, index) => {
    if (primary !== undefined) {
      const destinations = changePrimary(known.get(rule.id ?? "")?.destinations ?? [], rule, primary);
      if (destinations !== null) return { ...rule, id: rule.id ?? "", destinations };
      addFieldError(errors, `rules.${index}.destination`, refuse("not_first_destination"));
    }
    if (rule.id !== null) return rule;
    const { spareId, ...content } = rule;
    const same = free.findIndex((candidate) => contentOf(candidate) === contentOf(rule));
    const [kept] = same < 0 ? [] : free.splice(same, 1);
    return { ...content, id: kept?.id ?? spareId };
  });
}

/** Returns the destinations of a rule in which either `primary` or the list changed; null if both did. */
function changePrimary(
  before: readonly string[],
  { destinations }: Pick<WrittenRule, "destinations">,
  primary: string,
): string[] | null {
  if (isSameList(destinations, before)) return [primary, ...before.slice(1)];
  return primary === before[0] ? destinations : null;
}

function contentOf({ name, if: conditions, not, destinations, routing }: Omit<WrittenRule, "id">): string {
  return JSON.stringify([name, conditions, not, destinations, routing]);
}

export function showRule({ id, name, if: conditions, not, destinations, routing }: Rule): ShownRule {
  return {
    id,
    name,
    if: conditions,
    not,
    destination: destinations[0] ?? "",
    destinations,
    destination_routing: formatRouting(routing),
  };
}

export function allDestinations({ destinations, rules = [] }: Leading): string[] {
  return [...destinations, ...rules.flatMap((rule) => rule.destinations)];
}

/** The parts of a record that lead visitors somewhere: its destinations and its rules. */
export interface Leading {
  destinations: readonly string[];
  rules?: readonly Pick<Rule, "destinations">[];
}

export function fieldOfDestination(
  { destinations, rules = [] }: Leading,
  index: number,
  wroteList: boolean,
): string {
  let rest = index - destinations.length;
  if (rest < 0) return wroteList ? `destinations.${index}` : "destination";
  for (const [at, rule] of rules.entries()) {
    if (rest < rule.destinations.length) {
      return rule.destinations.length === 1 ? `rules.${at}.destination` : `rules.${at}.destinations.${rest}`;
    }
    rest -= rule.destinations.length;
  }
  return "rules";
}
