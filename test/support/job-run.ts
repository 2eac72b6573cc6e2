import type { Env } from "../../src/env.ts";
import { Budget } from "../../src/jobs/budget.ts";
import type { JobRun } from "../../src/jobs/job-run.ts";
import { sendMessages } from "../../src/services/send-messages.ts";

const AMPLE = { statements: 100_000, subrequests: 100_000, ms: 40_000 };

/** A run of a job with room for everything, and queues as on the paid plan. */
export function jobRun(env: Env, nowMs: number, clock: () => number = Date.now): JobRun {
  const budget = new Budget(env, AMPLE, clock);
  return { env: budget.env, budget, nowMs, deliver: (messages) => sendMessages(budget.env, messages) };
}
