import { pluginsOf } from "../domain/plugin/registry.ts";
import { PRIMARY } from "../domain/routing.ts";
import { chooseRule } from "../domain/rule/choose-rule.ts";
import type { CompiledRule, HostConfig, RecordSnapshot, Target } from "../domain/snapshot.ts";
import { isDangerous } from "../domain/danger.ts";
import { chooseForVisit } from "../visitor/choose-destination.ts";
import type { HostFinding } from "../visitor/finding.ts";
import { SentFacts } from "../visitor/sent-facts.ts";
import type { Asked } from "./question.ts";

/** The destinations to which a visit may be sent. None is chosen at random; each is answered separately. */

export interface Spread {
  target: Target;
  /** The rule with these destinations; null for the record's own. */
  rule: CompiledRule | null;
  /** The probabilities by index of the destination. Their sum is 1. */
  chances: number[];
}

/** Returns the destinations of the record that a visit finds, or of its rule that holds; null if there are none. */
export function toSpread({ match }: HostFinding, asked: Asked): Spread | null {
  if (match === null) return null;
  const { record } = match;
  const { answer } = record;
  const rules = answer.kind === "special" ? (answer.rules ?? []) : [];
  const rule = rules.length === 0 ? null : chooseRule(rules, new SentFacts(asked.request, asked.visit));
  const given = rule?.answer ?? (answer.kind === "special" ? answer.given : answer);
  if (!("target" in given)) return null;
  const { target } = given;
  return { target, rule, chances: chancesOf(record, rule, target, asked) };
}

function chancesOf(
  record: RecordSnapshot,
  rule: CompiledRule | null,
  target: Target,
  { question, visit }: Asked,
): number[] {
  const { destinations, routing, live = destinations.map((_, index) => index) } = target;
  const chances = destinations.map(() => 0);
  const drawn = routing.kind === "random" || routing.kind === "weighted";
  const isSticky = pluginsOf(record.plugins ?? []).some(({ draw }) => draw !== undefined);
  if (drawn && isSticky && question.address !== undefined) {
    const chooser: RecordSnapshot = rule === null ? record : { ...record, ruleId: rule.id };
    chances[chooseForVisit(chooser, target, visit)] = 1;
  } else if (routing.kind === "weighted") {
    const sum = routing.weights.reduce((total, weight) => total + weight, 0);
    for (const [index, weight] of routing.weights.entries()) chances[index] = weight / sum;
  } else if (routing.kind === "primary" || routing.kind === "fastest") {
    chances[live[0] ?? 0] = 1;
  } else {
    for (const index of live) chances[index] = 1 / live.length;
  }
  return chances;
}

/** Returns the finding with only one destination, so that the code of visits chooses it. */
export function narrow(finding: HostFinding, { target }: Spread, index: number): HostFinding {
  const only = (from: Target): Target =>
    from === target ? { ...target, routing: PRIMARY, live: [index] } : from;
  const inAnswer = <A extends object>(answer: A): A =>
    "target" in answer ? { ...answer, target: only(answer.target as Target) } : answer;
  const inRecord = (record: RecordSnapshot): RecordSnapshot => {
    const { answer } = record;
    if (answer.kind !== "special") return { ...record, answer: inAnswer(answer) };
    const rules = answer.rules?.map((rule) => ({ ...rule, answer: inAnswer(rule.answer) }));
    const special = { ...answer, given: inAnswer(answer.given), ...(rules !== undefined && { rules }) };
    return { ...record, answer: special };
  };
  const { match, alias } = finding;
  return {
    ...finding,
    match: match && { ...match, record: inRecord(match.record) },
    alias: alias && { ...alias, record: inRecord(alias.record) },
  };
}

export type DestinationVerdict = "certain" | "possible" | "broken" | "no_weight" | "dangerous" | "not_first";

/** Returns the reason why visitors are sent to a destination, or are not. */
export function judgeDestination(config: HostConfig, spread: Spread, index: number): DestinationVerdict {
  const { target, chances } = spread;
  const chance = chances[index] ?? 0;
  if (chance > 0 && isDangerous(config, target, index)) return "dangerous";
  if (chance > 0) return chance === 1 ? "certain" : "possible";
  if (target.live !== undefined && !target.live.includes(index)) {
    return target.routing.kind === "primary" ? "not_first" : "broken";
  }
  return target.routing.kind === "weighted" ? "no_weight" : "not_first";
}
