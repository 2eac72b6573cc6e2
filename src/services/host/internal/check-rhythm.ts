import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../domain/time.ts";

export interface CheckedHost {
  isCorrect: boolean;
  /** Whether a certificate is still to come. */
  isIssuing: boolean;
  /** Whether somebody who was asked gave no answer. */
  isInconclusive: boolean;
  /** When it was connected, or last turned correct or incorrect. */
  changedAtMs: number;
}

/**
 * When a hostname is looked at next: often while its owner is at it, then ever less; every six
 * hours where all is well. Who gave no answer is asked again soon.
 */
export function nextCheckMs(host: CheckedHost, nowMs: number): number {
  return nowMs + Math.min(regularDelay(host, nowMs), host.isInconclusive ? 5 * MINUTE_MS : Infinity);
}

/** When a waiting claim is looked at next: often at first, then ever less; soon where DNS could not tell. */
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
