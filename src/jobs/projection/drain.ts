import type { Env } from "../../env.ts";
import { leaseNotes, LEASE_MS } from "../../storage/projection/outbox.ts";
import { project } from "../../storage/projection/project.ts";
import { projectorOf } from "../../storage/projection/projector.ts";
import { callConsumer } from "../../services/publish.ts";
import type { JobRun } from "../job-run.ts";
import { portionsOf } from "../../services/portion.ts";

/** The most calls of a run besides the KV writes, if no hostname shows a file. */
const OTHER_CALLS = 20;
const RETRY_SECONDS = 2;

/**
 * Writes the snapshots of notes that are not leased. If there are more, it starts another run in parallel as soon
 * as KV has accepted the first snapshot. So a KV that is down is tried once a minute.
 * @param nowMs the time now; notes whose lease has not ended are left alone
 * @param most the most notes to write
 * @returns the number of cleared notes
 */
export async function drainProjections(
  env: Env,
  nowMs = Date.now(),
  most = portionsOf(env).snapshots,
): Promise<number> {
  const projector = projectorOf(env);
  const leasedAtMs = projector.clock();
  const leasedUntilMs = leasedAtMs + LEASE_MS;
  const notes = await leaseNotes(env.DB, { nowMs, leasedUntilMs, limit: most });
  if (notes.length === 0) return 0;
  const calls: Promise<void>[] = [];
  const onProgress = () => {
    if (notes.length >= most) calls.push(callConsumer(env, "drain"));
  };
  const { cleared, left } = await project(projector, notes, { leasedAtMs, onProgress });
  if (left > 0 && cleared > 0) calls.push(callConsumer(env, "drain", RETRY_SECONDS));
  await Promise.all(calls);
  return cleared;
}

/** Writes as many snapshots as the budget allows. Returns whether some are left. */
export async function drainInBudget({ env, budget, nowMs }: JobRun): Promise<boolean> {
  const most = Math.min(portionsOf(env).snapshots, budget.left.subrequests - OTHER_CALLS);
  return (await drainProjections(env, nowMs, most)) >= most;
}
