import type { CompiledCondition, CompiledRule } from "../snapshot.ts";
import { getCondition } from "./registry.ts";
import type { Conditions } from "./rule.ts";
import type { RuleVisit } from "./rule-visit.ts";

export function compileConditions(conditions: Conditions): CompiledCondition[] {
  return Object.entries(conditions).map(([key, value]) => [key, requireCondition(key).compile(value)]);
}

export function chooseRule(rules: readonly CompiledRule[], visit: RuleVisit): CompiledRule | null {
  for (const rule of rules) if (doesHold(rule, visit)) return rule;
  return null;
}

function doesHold(rule: CompiledRule, visit: RuleVisit): boolean {
  for (const [key, compiled] of rule.if) if (!requireCondition(key).holds(compiled, visit)) return false;
  for (const [key, compiled] of rule.not) if (requireCondition(key).holds(compiled, visit)) return false;
  return true;
}

/** @throws if a later release wrote a condition that this release does not know */
function requireCondition(key: string) {
  const condition = getCondition(key);
  if (condition === null) throw new Error(`unknown condition: ${key}`);
  return condition;
}
