import { refuse } from "../../domain/refusal/refusal.ts";
import { textsOfFields } from "../../domain/refusal/stored.ts";
import type { NotedResult, RowResult } from "./types.ts";

/** D1 accepts values of at most 2,000,000 bytes. A UTF-16 unit has at most three bytes. */
const MAX_NOTED_UNITS = 600_000;

/** Returns results in the stored form, as 0.2.0 reads it: without reasons if these are too long. */
export function toNoted(results: RowResult[]): NotedResult[] {
  const noted = results.map(toNotedResult);
  if (JSON.stringify(noted).length <= MAX_NOTED_UNITS) return noted;
  return results.map((result) =>
    toNotedResult(
      result.result === "failed" ? { ...result, errors: { row: [refuse("first_answer")] } } : result,
    ),
  );
}

export function toNotedResult(result: RowResult): NotedResult {
  if (result.result !== "failed") return result;
  const { errors } = result;
  return { ...result, errors: textsOfFields(errors), codes: errors };
}
