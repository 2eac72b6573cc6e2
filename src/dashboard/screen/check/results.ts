import { CHECK_RESULTS, type CheckResult } from "../../../domain/client/words.ts";
import type { Check } from "../../api/types.ts";

/** The style of each result. The name of the result is next to it. */
export const RESULT_KINDS: Record<CheckResult, "good" | "warn" | "bad"> = {
  covered: "good",
  uncovered: "bad",
  unexpected: "warn",
  chain: "warn",
  loop: "bad",
  temporary: "warn",
};

/** Returns the result that an address contains; null for all results. */
export function readResult(value: string | undefined): CheckResult | null {
  return CHECK_RESULTS.find((result) => result === value) ?? null;
}

/** Returns the covered share of the explained URLs, rounded down, so that 100 % means all of them. */
export function coveredShare({ counts, done }: Pick<Check, "counts" | "done">): number | null {
  return done === 0 ? null : Math.floor((counts.covered / done) * 1_000) / 1_000;
}

export function isRunning({ state }: Pick<Check, "state">): boolean {
  return state === "running" || state === "asking";
}
