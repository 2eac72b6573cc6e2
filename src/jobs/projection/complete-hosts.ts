import { HOST_SLOT } from "../../domain/slot.ts";
import type { Env } from "../../env.ts";
import { callConsumer, publish } from "../../services/publish.ts";
import { completeHosts, selectReadyHosts } from "../../storage/projection/behind.ts";
import { projectorOf } from "../../storage/projection/projector.ts";
import { publishInJob } from "../publish-in-job.ts";

/** The most hostnames of a run. Each takes one KV write, in addition to the other writes of the same cron run. */
const HOSTS_AT_ONCE = 200;

/**
 * Publishes hostnames as complete once all their snapshots have been in KV for long enough. If there are more
 * of them, the consumer continues.
 */
export async function completeReadyHosts(env: Env): Promise<void> {
  const nowMs = projectorOf(env).clock();
  const hosts = await selectReadyHosts(env.DB, nowMs, HOSTS_AT_ONCE);
  if (hosts.length === 0) return;
  const own = hosts.map((host) => ({ host, slot: HOST_SLOT }));
  await publishInJob(env, nowMs, (ctx) => publish(ctx, [completeHosts(env.DB, hosts, nowMs)], own));
  if (hosts.length === HOSTS_AT_ONCE) await callConsumer(env, "complete-hosts");
}
