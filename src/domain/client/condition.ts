/** The conditions of rules, and the ways to choose among destinations. */

export { parseRouting } from "../routing.ts";
export { CONDITION_KEYS, getCondition, type ConditionKey } from "../rule/registry.ts";
