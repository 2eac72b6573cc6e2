import type { JobName, JobOutcome, JobStates } from "../domain/job.ts";
import { MINUTE_MS } from "../domain/time.ts";
import { keeperOf } from "../durable/keeper-of.ts";
import type { Env } from "../env.ts";
import type { JobMessage } from "../queue-messages.ts";
import { log } from "../runtime/log.ts";
import { sendMessages } from "../services/send-messages.ts";
import { endJobLease, leaseJobs, passJobLease } from "../storage/job/job.ts";
import { newLease } from "../storage/lease.ts";
import { Budget, type Allowance } from "./budget.ts";
import { JOBS } from "./job.ts";
import type { JobRun } from "./job-run.ts";

/** What a job may use in an invocation of its own. The limit of the platform is 1,000 statements. */
const ALONE: Allowance = { statements: 900, subrequests: 900, ms: 50_000 };
/** The time for which a job waits for its message, and for which a consumer may work on it. */
const LEASE_MS = 3 * MINUTE_MS;

/** Returns a run that hands messages to their queues. */
export function runWithQueues(env: Env, allowance: Allowance, nowMs: number): JobRun {
  const budget = new Budget(env, allowance);
  return { env: budget.env, budget, nowMs, deliver: (messages) => sendMessages(budget.env, messages) };
}

/** Runs a job, and logs what it used. Never rejects. */
export async function runJob(job: JobName, run: JobRun): Promise<JobOutcome> {
  const { budget } = run;
  const { used } = budget;
  try {
    const left = (await JOBS[job].run(run)) === true;
    log("info", "job_done", { job, ms: budget.elapsedMs, statements: used.statements, left });
    return { job, error: null };
  } catch (error) {
    return { job, error: String(error) };
  }
}

/**
 * Notes how jobs went, and how large the database is. Logs each job that failed with the time since when it fails.
 */
export async function noteOutcomes(
  env: Env,
  { outcomes, bytes }: { outcomes: JobOutcome[]; bytes?: number },
  nowMs: number,
): Promise<void> {
  let states: JobStates = {};
  try {
    const added = { outcomes, ...(bytes !== undefined && { bytes }) };
    ({ states } = await keeperOf(env).noteJobs(added, nowMs));
  } catch (error) {
    log("warn", "jobs_not_noted", { error: String(error) });
  }
  for (const { job, error } of outcomes) {
    if (error === null) continue;
    const since = new Date(states[job]?.failure?.sinceMs ?? nowMs).toISOString();
    log("error", "job_failed", { job, error, since });
  }
}

/** Sends jobs that take long to their queue. Leaves out those that another message has. */
export async function sendJobs(env: Env, jobs: JobName[], nowMs: number): Promise<JobOutcome[]> {
  if (jobs.length === 0) return [];
  const lease = newLease();
  try {
    const leased = await leaseJobs(env.DB, jobs, lease, nowMs, nowMs + LEASE_MS);
    if (leased.length === 0) return [];
    await env.JOBS.sendBatch(leased.map((job) => ({ body: { kind: "job", job, lease } })));
    return [];
  } catch (error) {
    // The leases end by themselves.
    return jobs.map((job) => ({ job, error: String(error) }));
  }
}

/** Runs the job of a message, unless another message has it by now. */
export async function runLeasedJob(env: Env, { job, lease }: JobMessage, nowMs: number): Promise<void> {
  const consumer = newLease();
  if (!(await passJobLease(env.DB, job, lease, consumer, nowMs + LEASE_MS))) return;
  const outcome = await runJob(job, runWithQueues(env, ALONE, nowMs));
  await endJobLease(env.DB, job, consumer);
  await noteOutcomes(env, { outcomes: [outcome] }, nowMs);
}
