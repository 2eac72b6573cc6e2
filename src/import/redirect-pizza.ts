import type { Refusal } from "../domain/refusal/refusal.ts";
import { toWholeHost } from "./easyredir.ts";
import { reasons, warnings } from "./reason.ts";
import type { Draft } from "./row.ts";

const TYPES: Record<string, Pick<Draft, "code" | "type">> = {
  permanent: { code: 301 },
  "permanent:307": { code: 307 },
  "permanent:308": { code: 308 },
  temporary: { code: 302 },
  frame: { type: "frame" },
};

interface PizzaRule {
  sources: string[];
  destination: string;
  type: string;
  keepsQuery: boolean | undefined;
  forwardsPath: boolean | undefined;
  isPaused: boolean;
  tags: string[];
  notes: string | undefined;
}

/** Converts a rule of redirect.pizza's API and tables to a draft. */
export function toPizzaDraft(rule: PizzaRule): Omit<Draft, "line" | "text"> | { reason: Refusal } {
  const type = Object.hasOwn(TYPES, rule.type) ? TYPES[rule.type] : undefined;
  if (type === undefined) return { reason: reasons.status(rule.type) };
  const { destination } = rule;
  return {
    sources: rule.sources.map((source) => ({ kind: "list", text: toWholeHost(source.trim()) })),
    // The scheme may be missing in these files.
    target: /^(?:[a-z][a-z0-9+-]*:|\/|$)/i.test(destination) ? destination : `https://${destination}`,
    forwardQuery: rule.keepsQuery ?? false,
    forwardPath: rule.forwardsPath ?? false,
    isPaused: rule.isPaused,
    tags: rule.tags,
    description: rule.notes,
    warnings: rule.type === "permanent:307" ? [warnings.ownType(rule.type)] : [],
    ...type,
  };
}
