import type { ConditionKey } from "../../../domain/client/condition.ts";
import type { Rule } from "../../api/types.ts";
import { toLocalTime, toMoment, type MomentValue } from "./local-time.ts";
import { joinRouting, splitRouting, type RoutingForm } from "./routing-form.ts";

/** A rule as values of a form. Its conditions are a list, each with its own kind of value. */
export interface RuleForm extends RoutingForm {
  id: string | undefined;
  name: string;
  conditions: ConditionForm[];
}

export interface ConditionForm {
  key: ConditionKey;
  isNot: boolean;
  value: ConditionValue;
}

export interface TimeValue {
  from: string;
  to: string;
  days: string[];
  zone: string;
}

/** A list of words or of `name=value`, a moment, or a window of time. */
type ConditionValue = string[] | MomentValue | TimeValue;

type ConditionKind = "list" | "pairs" | "moment" | "time";

type PairsKey = "query" | "header";
/** The conditions that hold if one entry of their list holds. */
export type ListKey = Exclude<ConditionKey, PairsKey | "after" | "before" | "time">;

export function kindOf(key: ConditionKey): ConditionKind {
  if (key === "query" || key === "header") return "pairs";
  if (key === "after" || key === "before") return "moment";
  return key === "time" ? "time" : "list";
}

export function emptyValue(key: ConditionKey, zone: string): ConditionValue {
  const kind = kindOf(key);
  if (kind === "moment") return { local: "", filledFrom: null };
  return kind === "time" ? { from: "09:00", to: "18:00", days: [], zone } : [];
}

/** Returns whether no condition has this key and this sense yet. A rule holds each of them once (contract 23.2). */
export function isFree(conditions: readonly ConditionForm[], key: ConditionKey, isNot: boolean): boolean {
  return !conditions.some((one) => one.key === key && one.isNot === isNot);
}

export function toRuleForm(rule: Rule): RuleForm {
  const read = (conditions: Record<string, unknown>, isNot: boolean) =>
    Object.entries(conditions).map(([key, value]): ConditionForm => {
      const known = key as ConditionKey;
      return { key: known, isNot, value: toValue(known, value) };
    });
  return {
    id: rule.id,
    name: rule.name,
    conditions: [...read(rule.if, false), ...read(rule.not, true)],
    ...splitRouting(rule.destinations, rule.destination_routing),
  };
}

function toValue(key: ConditionKey, value: unknown): ConditionValue {
  switch (kindOf(key)) {
    case "pairs":
      return Object.entries(value as Record<string, string | null>).map(([name, text]) =>
        text === null ? name : `${name}=${text}`,
      );
    case "moment":
      return { local: toLocalTime(value as string), filledFrom: value as string };
    case "time":
      return { days: [], ...(value as Omit<TimeValue, "days">) };
    default:
      return value as string[];
  }
}

export function toWrittenRule({ id, name, conditions, destinations, routing }: RuleForm): object {
  const write = (isNot: boolean) =>
    Object.fromEntries(
      conditions
        .filter((condition) => condition.isNot === isNot)
        .map(({ key, value }) => [key, fromValue(key, value)]),
    );
  return {
    ...(id !== undefined && { id }),
    name,
    if: write(false),
    not: write(true),
    ...joinRouting(destinations, routing),
  };
}

function fromValue(key: ConditionKey, value: ConditionValue): unknown {
  if (Array.isArray(value)) return kindOf(key) === "pairs" ? Object.fromEntries(value.map(splitPair)) : value;
  if ("local" in value) return toMoment(value) ?? "";
  const { days, ...window } = value;
  return days.length === 0 ? window : { ...window, days };
}

/** Splits at the first equals sign. A name without one means any value. */
function splitPair(pair: string): [name: string, value: string | null] {
  const equals = pair.indexOf("=");
  return equals < 0 ? [pair, null] : [pair.slice(0, equals), pair.slice(equals + 1)];
}
