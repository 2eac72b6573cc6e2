import { checkEnv } from "../check-env.ts";
import type { JobName, JobOutcome } from "../domain/job.ts";
import { databasesOf } from "../databases-of.ts";
import type { Bindings, Env } from "../env.ts";
import { MINUTE_MS } from "../domain/time.ts";
import { envList } from "../runtime/env-list.ts";
import { log } from "../runtime/log.ts";
import { tellOperator } from "../services/health/tell-operator.ts";
import { selectAway } from "../storage/move/move.ts";
import { selectDueJobs } from "../storage/job/job.ts";
import { Budget } from "./budget.ts";
import { handleMessage } from "./handle-message.ts";
import { JOBS } from "./job.ts";
import type { JobRun } from "./job-run.ts";
import { noteOutcomes, runJob, runWithQueues, sendJobs } from "./run-job.ts";

/** Runs a minute of cron in the first database, and asks for one in each other (contract 25.14). Throws as `runMinute` does. */
export async function runJobs(bindings: Bindings, nowMs: number): Promise<void> {
  checkEnv(bindings);
  const [env, ...further] = databasesOf(bindings);
  await sendMinutes(env, further, nowMs);
  try {
    await runMinute(env, nowMs);
  } finally {
    await tellOperator(env, nowMs);
  }
}

/** Never rejects: the next minute asks again. */
async function sendMinutes({ JOBS }: Env, further: Env[], atMs: number): Promise<void> {
  if (further.length === 0) return;
  try {
    await JOBS.sendBatch(
      further.map(({ DATABASE = "" }) => ({ body: { kind: "minute", atMs, database: DATABASE } })),
    );
  } catch (error) {
    log("warn", "jobs_not_queued", { error: String(error) });
  }
}

/**
 * Runs the jobs of one database that have work. A failing job does not stop the others. Throws the errors of all that
 * failed.
 */
export async function runMinute(env: Env, nowMs: number): Promise<void> {
  const { outcomes, ...size } = await runDueJobs(env, nowMs);
  await noteOutcomes(env, { outcomes, ...size }, nowMs);
  const failures = outcomes.filter(({ error }) => error !== null).map(({ job, error }) => `${job}: ${error}`);
  if (failures.length > 0) throw new AggregateError(failures, failures.join("; "));
}

const NAMES = Object.keys(JOBS) as JobName[];

interface Minute {
  outcomes: JobOutcome[];
  /** The size of the database. */
  bytes?: number;
}

async function runDueJobs(env: Env, nowMs: number): Promise<Minute> {
  let found: Awaited<ReturnType<typeof findDue>>;
  try {
    found = await findDue(env, nowMs);
  } catch (error) {
    return { outcomes: [{ job: "heartbeat", error: String(error) }] };
  }
  const { due, bytes } = found;
  const idle = NAMES.filter((job) => !due.has(job)).map((job) => ({ job, error: null }));
  const run = env.PLAN === "free" ? runInTurn : runAtOnce;
  return { outcomes: [...idle, ...(await run(env, [...due], nowMs))], bytes };
}

async function findDue(env: Env, nowMs: number) {
  const conditions = new Map<JobName, string>();
  const waits = env.ALL !== undefined && (await selectAway(env.DB)).length > 0;
  for (const job of NAMES) {
    if (waits && waitsForMove(job)) continue;
    const { isDue } = JOBS[job];
    const condition = typeof isDue === "string" ? isDue : isDue(nowMs, env);
    if (condition !== null) conditions.set(job, condition);
  }
  return selectDueJobs(env.DB, conditions, nowMs, envList(env.CRAWLER_LISTS ?? ""));
}

/**
 * Whether a job does nothing while the database has rows of a workspace that is not there: one that looks through all of them
 * (contract 39.8).
 */
function waitsForMove(job: JobName): boolean {
  const isLong = JOBS[job].inCron === undefined && job !== "move-workspace";
  return isLong || job === "check-records" || job === "check-threats" || job === "backup";
}

/** Runs jobs of the paid plan at the same time, and sends those that take long to their queue. */
async function runAtOnce(env: Env, due: JobName[], nowMs: number): Promise<JobOutcome[]> {
  const running = due.flatMap((job) => {
    const { inCron } = JOBS[job];
    return inCron === undefined ? [] : [runJob(job, runWithQueues(env, inCron, nowMs))];
  });
  const sent = sendJobs(
    env,
    due.filter((job) => JOBS[job].inCron === undefined),
    nowMs,
  );
  return [...(await Promise.all(running)), ...(await sent)];
}

/** What a minute of the free plan may use. The limits of the platform are 50 statements and 50 subrequests. */
const FREE = { statements: 40, subrequests: 40, ms: 20_000 };
/** The most statements of a message, and the least that a job gets while so many are left: enough for a step of any. */
const STATEMENTS_OF_MESSAGE = 26;

/** A queue that takes no message: on the free plan cron itself does what is left to do. */
const NO_QUEUE = {
  send: () => Promise.resolve(),
  sendBatch: () => Promise.resolve(),
} as unknown as Queue<never>;

/** Runs jobs of the free plan one after the other, the heartbeat first. Each minute another one is next. */
async function runInTurn(env: Env, due: JobName[], nowMs: number): Promise<JobOutcome[]> {
  const [first, ...others] = due;
  const turn = Math.floor(nowMs / MINUTE_MS) % (others.length || 1);
  const jobs = [...(first ? [first] : []), ...others.slice(turn), ...others.slice(0, turn)];
  const bindings = { ...env, PROJECTION: NO_QUEUE, WATCH: NO_QUEUE };
  const left = { ...FREE };
  const outcomes: JobOutcome[] = [];
  for (const [index, job] of jobs.entries()) {
    const share = Math.max(STATEMENTS_OF_MESSAGE, Math.floor(left.statements / (jobs.length - index)));
    const budget = new Budget(bindings, { ...left, statements: Math.min(left.statements, share) });
    outcomes.push(await runJob(job, toRunWithoutQueues(budget, nowMs)));
    left.statements -= budget.used.statements;
    left.subrequests -= budget.used.subrequests;
    left.ms -= budget.elapsedMs;
  }
  return outcomes;
}

function toRunWithoutQueues(budget: Budget, nowMs: number): JobRun {
  const { env } = budget;
  return {
    env,
    budget,
    nowMs,
    async deliver(messages) {
      for (const [index, message] of messages.entries()) {
        if (!budget.hasRoom(STATEMENTS_OF_MESSAGE)) return messages.slice(index);
        await handleMessage(message, env, nowMs);
      }
      return [];
    },
  };
}
