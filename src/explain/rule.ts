import { getCondition } from "../domain/rule/registry.ts";
import type { CompiledCondition, CompiledRule } from "../domain/snapshot.ts";
import { SentFacts } from "../visitor/sent-facts.ts";
import type { Answered } from "./answer.ts";

export interface ExplainedRule {
  id: string;
  verdict: "holds" | "fails" | "not_reached";
  /** The conditions that exclude the rule: for example `if.country` does not hold, or `not.os` does. */
  failed: string[];
}

/** The outcomes of visits for which rules were applied. */
const REACHING = new Set(["redirect", "frame", "card", "warning", "refusal", "not-found", "preview"]);

/** Judges the rules of the answering record, by the functions that visits use. */
export function listRules({ finding, asked, outcome }: Answered): ExplainedRule[] {
  if (finding.kind !== "host") return [];
  const answer = (finding.alias ?? finding.match)?.record.answer;
  const rules = answer?.kind === "special" ? (answer.rules ?? []) : [];
  if (rules.length === 0) return [];
  const visit = new SentFacts(asked.request, asked.visit);
  const holds = ([key, compiled]: CompiledCondition) => getCondition(key)?.holds(compiled, visit) ?? false;
  const failedOf = (rule: CompiledRule) => [
    ...rule.if.filter((condition) => !holds(condition)).map(([key]) => `if.${key}`),
    ...rule.not.filter(holds).map(([key]) => `not.${key}`),
  ];
  let isDecided = !REACHING.has(outcome);
  return rules.map((rule) => {
    if (isDecided) return { id: rule.id, verdict: "not_reached", failed: [] };
    const failed = failedOf(rule);
    isDecided = failed.length === 0;
    return { id: rule.id, verdict: isDecided ? "holds" : "fails", failed };
  });
}
