import { MINUTE_MS } from "./time.ts";

/** The jobs that run in the background. `src/jobs/job.ts` tells what each does. */
export type JobName =
  | "heartbeat"
  | "drain"
  | "repair"
  | "fold"
  | "fold-misses"
  | "suggest"
  | "review-misses"
  | "check-records"
  | "check-threats"
  | "check-hosts"
  | "notify"
  | "deliver"
  | "change"
  | "check-urls"
  | "count-records"
  | "backup"
  | "reproject"
  | "sweep-keys"
  | "certificates"
  | "reserve-hosts"
  | "crawler-lists"
  | "dead-letters"
  | "move-workspace"
  | "move-clicks"
  | "roll-up-clicks"
  | "forget-clicks"
  | "forget-conversions"
  | "forget-misses"
  | "forget-changes"
  | "forget-checks"
  | "forget-claims"
  | "forget-calls";

/** How a job went; `error` is null if it succeeded. A job with nothing to do has succeeded. */
export interface JobOutcome {
  job: JobName;
  error: string | null;
}

export interface JobState {
  /** The time of the last success; null if none is known. Milliseconds since 1970. */
  succeededAtMs: number | null;
  /** The failures since then; null if there are none. */
  failure: { sinceMs: number; lastMs: number; error: string } | null;
}

export type JobStates = { [K in JobName]?: JobState };

/** The longest time for which successes need not be stored. */
const STORED_EVERY_MS = 10 * MINUTE_MS;

/**
 * Adds outcomes to the states of jobs.
 * @param storedAtMs the time when the states were last stored
 * @returns the new states, and whether to store them: if a failure began or ended, or 10 minutes after the last time
 */
export function addOutcomes(
  states: JobStates,
  outcomes: readonly JobOutcome[],
  nowMs: number,
  storedAtMs: number,
): { states: JobStates; isDue: boolean } {
  const added = { ...states };
  let hasTurned = false;
  for (const { job, error } of outcomes) {
    const { succeededAtMs, failure } = states[job] ?? { succeededAtMs: null, failure: null };
    hasTurned ||= (failure === null) !== (error === null);
    added[job] =
      error === null
        ? { succeededAtMs: nowMs, failure: null }
        : { succeededAtMs, failure: { sinceMs: failure?.sinceMs ?? nowMs, lastMs: nowMs, error } };
  }
  return { states: added, isDue: hasTurned || nowMs - storedAtMs >= STORED_EVERY_MS };
}
