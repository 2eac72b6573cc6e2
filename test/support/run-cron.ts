import type { Env } from "../../src/env.ts";
import { consume } from "../../src/jobs/consume.ts";
import { runJobs } from "../../src/jobs/run-jobs.ts";
import type { JobMessage } from "../../src/queue-messages.ts";

/** Bindings with a queue of jobs that keeps its messages. */
export function withJobs(bindings: Env): { env: Env; sent: JobMessage[] } {
  const sent: JobMessage[] = [];
  const JOBS = {
    sendBatch: (batch: { body: JobMessage }[]) =>
      Promise.resolve(sent.push(...batch.map(({ body }) => body))),
  } as unknown as Env["JOBS"];
  return { env: { ...bindings, JOBS }, sent };
}

/** Delivers a message to its consumer, who logs what fails. */
export function deliverJob(message: JobMessage, bindings: Env, nowMs: number): Promise<void> {
  return consume([{ body: message, attempts: 1, ack: () => {}, retry: () => {} }], bindings, nowMs);
}

/** A minute of cron with the jobs that it sends to their queue. */
export async function runCron(bindings: Env, nowMs: number): Promise<void> {
  const jobs = withJobs(bindings);
  await runJobs(jobs.env, nowMs);
  for (const message of jobs.sent) await deliverJob(message, bindings, nowMs);
}
