import type { SpecialAnswer } from "../domain/snapshot.ts";
import type { Bindings } from "../env.ts";
import { withDeadline } from "../runtime/deadline.ts";
import { log } from "../runtime/log.ts";

/** Limits of visitors, for visits (contract 24.5 to 24.9). */

export type Place = "free" | "none-left" | "unknown";

const DEADLINE_MS = 1_000;
const MAX_REMEMBERED = 10_000;

/** The version of the counter that has no place left, by record. */
const usedUp = new Map<string, number>();

export function isUsedUp(recordId: string, version: number): boolean {
  return (usedUp.get(recordId) ?? -1) >= version;
}

/** Takes one of the places of a record, or with `left` only looks whether there is one. */
export async function askPlace(
  env: Bindings,
  recordId: string,
  limit: NonNullable<SpecialAnswer["limit"]>,
  question: "take" | "left",
): Promise<Place> {
  try {
    const counter = env.LIMITS.get(env.LIMITS.idFromName(recordId));
    const answer: Promise<boolean | number> = counter[question](limit.clicks, limit.version, limit.known);
    if (await withDeadline(answer, DEADLINE_MS)) return "free";
    if (usedUp.size >= MAX_REMEMBERED) usedUp.clear();
    usedUp.set(recordId, limit.version);
    return "none-left";
  } catch (error) {
    log("warn", "visitors_not_counted", { error: String(error) });
    return "unknown";
  }
}
