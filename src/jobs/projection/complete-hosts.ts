import { othersOf } from "../../all-databases.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { listAnsweringFor } from "../../domain/answering-host.ts";
import { HOST_SLOT } from "../../domain/slot.ts";
import type { Env } from "../../env.ts";
import { callConsumer, publish } from "../../services/publish.ts";
import { completeHosts, selectReadyHosts, selectWaitingHosts } from "../../storage/projection/behind.ts";
import { projectorOf } from "../../storage/projection/projector.ts";
import type { JobRun } from "../job-run.ts";
import { publishInJob } from "../publish-in-job.ts";
import { portionsOf } from "../../services/portion.ts";

/** The most calls of a run besides the KV writes. */
const OTHER_CALLS = 20;

/**
 * Publishes hostnames as complete once all their snapshots have been in KV for long enough. If there are more
 * of them, the consumer continues.
 * @param most the most hostnames
 * @returns whether there are more
 */
export async function completeReadyHosts(env: Env, most = portionsOf(env).completeHosts): Promise<boolean> {
  const nowMs = projectorOf(env).clock();
  const hosts = await withoutAwaited(env, await selectReadyHosts(env.DB, nowMs, most));
  if (hosts.length === 0) return false;
  const own = hosts.map((host) => ({ host, slot: HOST_SLOT }));
  await publishInJob(env, nowMs, (ctx) => publish(ctx, [completeHosts(env.DB, hosts, nowMs)], own));
  if (hosts.length < most) return false;
  await callConsumer(env, "complete-hosts");
  return true;
}

/** Publishes as many hostnames as the budget allows. Returns whether there are more. */
export function completeInBudget({ env, budget }: JobRun): Promise<boolean> {
  return completeReadyHosts(
    env,
    Math.min(portionsOf(env).completeHosts, budget.left.subrequests - OTHER_CALLS),
  );
}

/** Leaves out hostnames that would answer for one of another database whose own snapshot is still to be written. */
async function withoutAwaited(env: Env, hosts: Hostname[]): Promise<Hostname[]> {
  const others = othersOf(env);
  if (hosts.length === 0 || others.length === 0) return hosts;
  const waiting = (await Promise.all(others.map(({ DB }) => selectWaitingHosts(DB)))).flat();
  const awaited = new Set(waiting.flatMap(listAnsweringFor));
  return hosts.filter((host) => !awaited.has(host));
}
