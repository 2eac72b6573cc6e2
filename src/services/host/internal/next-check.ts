import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../domain/time.ts";

export interface CheckedHost {
  isCorrect: boolean;
  isIssuing: boolean;
  /** Says whether a resolver or an API gave no answer. */
  isInconclusive: boolean;
  /** The time when the hostname was connected, or last became correct or incorrect. */
  changedAtMs: number;
}

/**
 * Returns the time of a hostname's next check: checks are frequent after a change, then less and less so, and
 * every six hours if all is correct. After a check without an answer the next one comes soon.
 */
export function nextCheckMs(host: CheckedHost, nowMs: number): number {
  return nowMs + Math.min(regularDelay(host, nowMs), host.isInconclusive ? 5 * MINUTE_MS : Infinity);
}

/** Returns the time of a waiting claim's next check: frequent at first, then rarer; soon if DNS gave no answer. */
export function nextClaimCheckMs(
  { waitingSinceMs, isInconclusive }: { waitingSinceMs: number; isInconclusive: boolean },
  nowMs: number,
): number {
  const ageMs = nowMs - waitingSinceMs;
  const delayMs = ageMs < HOUR_MS ? 5 * MINUTE_MS : ageMs < 7 * DAY_MS ? HOUR_MS : DAY_MS;
  return nowMs + Math.min(delayMs, isInconclusive ? 5 * MINUTE_MS : Infinity);
}

function regularDelay({ isCorrect, isIssuing, changedAtMs }: CheckedHost, nowMs: number): number {
  if (isCorrect && !isIssuing) return 6 * HOUR_MS;
  const ageMs = nowMs - changedAtMs;
  if (ageMs < HOUR_MS) return isCorrect ? MINUTE_MS : 5 * MINUTE_MS;
  if (ageMs < 7 * DAY_MS) return HOUR_MS;
  return isCorrect ? 6 * HOUR_MS : DAY_MS;
}
