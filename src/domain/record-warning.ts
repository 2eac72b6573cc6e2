import type { RecordSettings } from "./record.ts";

/** Returns what a record does that its owner may not have meant (contract 23.10). */
export function warningsOf({ type, rules }: Pick<RecordSettings, "type" | "rules">): string[] {
  if (rules.length === 0 || (type !== "301" && type !== "308")) return [];
  return [
    `The status ${type} says that the destination is the same for good, and the rules make it depend on the visit. The answer is not cached.`,
  ];
}
