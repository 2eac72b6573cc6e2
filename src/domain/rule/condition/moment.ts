import { refuse } from "../../refusal/refusal.ts";
import { formatTimestamp, parseTimestamp } from "../../timestamp.ts";
import { reject, type Condition } from "../condition.ts";
import type { RuleVisit } from "../rule-visit.ts";

/** Returns a condition on the time of the visit. Its value is a timestamp, in milliseconds at the edge. */
function moment(holds: (atMs: number, visit: RuleVisit) => boolean): Condition<string, number> {
  return {
    parse(value, report) {
      if (typeof value !== "string") return reject(report, refuse("not_string"));
      const parsed = parseTimestamp(value);
      return parsed.ok ? formatTimestamp(parsed.value) : reject(report, parsed.reason);
    },
    compile: (text) => Date.parse(text),
    holds,
  };
}

export const after = moment((atMs, { nowMs }) => nowMs >= atMs);

export const before = moment((atMs, { nowMs }) => nowMs < atMs);
