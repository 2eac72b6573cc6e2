import { pluginsOf } from "../domain/plugin/registry.ts";
import { PRIMARY } from "../domain/routing.ts";
import { chooseRule } from "../domain/rule/choose-rule.ts";
import { givenAt, hasEnded } from "../domain/given-at.ts";
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
  /** True if the destinations are the record's own, and one of them gets all visits by now. */
  hasEnded: boolean;
  /** The probabilities by index of the destination. Their sum is 1. */
  chances: number[];
}

/** Returns the destinations of the record that a visit finds, or of its rule that holds; null if there are none. */
export function toSpread({ match }: HostFinding, asked: Asked): Spread | null {
  if (match === null) return null;
  const { record } = match;
  const rules = record.answer.kind === "special" ? (record.answer.rules ?? []) : [];
  const rule = rules.length === 0 ? null : chooseRule(rules, new SentFacts(asked.request, asked.visit));
  const { nowMs } = asked.visit;
  const target = targetOf(record, rule, nowMs);
  if (target === null) return null;
  const isOver = rule === null && record.answer.kind === "special" && hasEnded(record.answer, nowMs);
  return { target, rule, hasEnded: isOver, chances: chancesOf(record, rule, target, asked) };
}

/** Returns the destinations of a record, or of one of its rules. */
function targetOf({ answer }: RecordSnapshot, rule: CompiledRule | null, nowMs: number): Target | null {
  const isSpecial = answer.kind === "special";
  const given = isSpecial ? givenAt(answer, nowMs) : answer;
  const rules = isSpecial ? answer.rules : undefined;
  const chosen = rule === null ? given : rules?.find(({ id }) => id === rule.id)?.answer;
  return chosen !== undefined && "target" in chosen ? chosen.target : null;
}

function chancesOf(
  record: RecordSnapshot,
  rule: CompiledRule | null,
  target: Target,
  { question, visit }: Asked,
): number[] {
  const { destinations, routing, live = [...destinations.keys()] } = target;
  const only = (chosen = 0) => destinations.map((_, index) => Number(index === chosen));
  const isDrawn = routing.kind === "random" || routing.kind === "weighted";
  const isSticky = pluginsOf(record.plugins ?? []).some(({ draw }) => draw !== undefined);
  if (isDrawn && isSticky && question.address !== undefined) {
    const chooser: RecordSnapshot = rule === null ? record : { ...record, ruleId: rule.id };
    return only(chooseForVisit(chooser, target, visit));
  }
  if (routing.kind === "primary" || routing.kind === "fastest") return only(live[0]);
  const weights =
    routing.kind === "weighted"
      ? routing.weights
      : destinations.map((_, index) => Number(live.includes(index)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** Returns the finding with only one of several destinations, so that the code of visits chooses it. */
export function narrow(finding: HostFinding, { target, rule }: Spread, index: number): HostFinding {
  if (target.destinations.length === 1) return finding;
  const match = structuredClone(finding.match);
  // Without its end the answer holds the target itself.
  if (match?.record.answer.kind === "special") delete match.record.answer.ends;
  const copy = match && targetOf(match.record, rule, 0);
  if (copy !== null) Object.assign(copy, { routing: PRIMARY, live: [index] });
  return { ...finding, match };
}

export type DestinationVerdict =
  | "certain"
  | "possible"
  | "broken"
  | "ended"
  | "no_weight"
  | "dangerous"
  | "not_first";

/** Returns the reason why visitors are sent to a destination, or are not. */
export function judgeDestination(config: HostConfig, spread: Spread, index: number): DestinationVerdict {
  const { target, chances } = spread;
  const chance = chances[index] ?? 0;
  if (chance > 0 && isDangerous(config, target, index)) return "dangerous";
  if (chance > 0) return chance === 1 ? "certain" : "possible";
  if (spread.hasEnded) return "ended";
  if (target.live !== undefined && !target.live.includes(index)) {
    return target.routing.kind === "primary" ? "not_first" : "broken";
  }
  return target.routing.kind === "weighted" ? "no_weight" : "not_first";
}
