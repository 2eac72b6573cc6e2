import { say } from "../../../src/domain/refusal/say.ts";
import { isbot } from "isbot";
import type { RuleVisit } from "../../../src/domain/rule/rule-visit.ts";
import { getCondition } from "../../../src/domain/rule/registry.ts";

/** What a test says of a visit; the rest is that of a visit that tells nothing. */
export interface Told extends Partial<Omit<RuleVisit, "header" | "isBot">> {
  headers?: Record<string, string>;
}

export function visitOf({ headers = {}, ...told }: Told = {}): RuleVisit {
  const sent = new Headers(headers);
  return {
    nowMs: Date.UTC(2026, 0, 31, 12),
    country: "XX",
    continent: "",
    query: "",
    header: (name) => sent.get(name),
    isBot: isbot,
    ...told,
  };
}

/** Reads, compiles and evaluates one condition, as JSON carries it to the edge. */
export function holds(key: string, value: unknown, told: Told): boolean {
  const condition = getCondition(key);
  const problems: string[] = [];
  const parsed = condition?.parse(
    value,
    (path, reason) => void problems.push(`${path.join(".")}: ${say(reason)}`),
  );
  if (condition === null || parsed === undefined) throw new Error(`refused: ${problems.join("; ")}`);
  return condition.holds(JSON.parse(JSON.stringify(condition.compile(parsed))), visitOf(told));
}

/** Returns what is wrong with a value, by path. */
export function problemsOf(key: string, value: unknown): Record<string, string> {
  const problems: Record<string, string> = {};
  const parsed = getCondition(key)?.parse(value, (path, reason) => {
    problems[path.join(".")] = say(reason);
  });
  if (parsed !== undefined && Object.keys(problems).length > 0) throw new Error("refused and accepted");
  return problems;
}
