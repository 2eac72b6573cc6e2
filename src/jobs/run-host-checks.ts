import type { Hostname } from "../domain/hostname.ts";
import type { Env } from "../env.ts";
import { openResolver } from "../services/host/ask-dns.ts";
import { checkHostIfDue } from "../services/host/check-host.ts";
import { checkClaims } from "../services/host/check-claims.ts";
import { leaseDueHosts, releaseDueHosts } from "../storage/host/check.ts";
import { selectHeldHosts } from "../storage/host/read.ts";
import type { Host } from "../domain/host.ts";
import type { JobRun } from "./job-run.ts";
import { publishInJob } from "./publish-in-job.ts";
import { DAY_MS, MINUTE_MS } from "../domain/time.ts";
import { chunk } from "../runtime/chunk.ts";
import { log } from "../runtime/log.ts";
import { mapConcurrent } from "../runtime/map-concurrent.ts";
import { portionsOf } from "../services/portion.ts";

const HOSTS_A_MINUTE = 500;
/** The number of hostnames that are checked at once. A check opens up to three of an invocation's six connections. */
const HOSTS_AT_ONCE = 2;
const LEASE_MS = 10 * MINUTE_MS;

export const UNPROVEN_CLAIMS_KEPT_MS = 14 * DAY_MS;

/** Queues due hostnames, each once. Those that the queue does not accept stay due. Returns whether some are left. */
export async function queueDueHosts({ env, nowMs, deliver }: JobRun): Promise<boolean> {
  const held = await leaseDueHosts(env.DB, "check_due_at", nowMs, LEASE_MS, HOSTS_A_MINUTE);
  const claimed = await leaseDueHosts(env.DB, "claim_due_at", nowMs, LEASE_MS, HOSTS_A_MINUTE);
  const hosts = [...new Set([...held, ...claimed])];
  const messages = chunk(hosts, portionsOf(env).hosts).map((group) => ({
    kind: "check-hosts" as const,
    hosts: group,
  }));
  const refused = (await deliver(messages)).flatMap((message) => message.hosts);
  if (refused.length > 0) await releaseDueHosts(env.DB, refused, nowMs);
  return refused.length > 0;
}

/** Checks the hostnames of a message. A hostname that fails does not stop the others, and is due after its lease. */
export async function checkHosts(env: Env, hosts: Hostname[], nowMs: number): Promise<void> {
  const held = new Map((await selectHeldHosts(env.DB, hosts)).map((host) => [host.name, host]));
  await mapConcurrent(hosts, HOSTS_AT_ONCE, (host) => check(env, host, held.get(host), nowMs));
}

async function check(env: Env, host: Hostname, held: Host | undefined, nowMs: number): Promise<void> {
  const ask = openResolver(env.DOH_URL);
  try {
    await publishInJob(env, nowMs, async (ctx) => {
      const isChecked = held === undefined || (await checkHostIfDue(ctx, held, ask));
      // If a message is delivered twice, the hostname is already checked.
      if (isChecked) await checkClaims(ctx, host, ask);
    });
  } catch (error) {
    log("warn", "host_not_checked", { host, error: String(error) });
  }
}
