import type { Env } from "../env.ts";
import { openResolver } from "../services/host/internal/ask-dns.ts";
import { checkHostIfDue } from "../services/host/check-host-if-due.ts";
import { settleClaims } from "../services/host/settle-claims.ts";
import { sendMessages } from "../services/send-messages.ts";
import { deleteOldClaims, leaseDueClaims } from "../storage/claim/write.ts";
import { leaseDueHosts, releaseDueHosts } from "../storage/host/check.ts";
import { selectHeldHosts } from "../storage/host/read.ts";
import type { Hostname } from "../domain/host.ts";
import { publishInJob } from "./publish-in-job.ts";
import { DAY_MS, MINUTE_MS } from "../domain/time.ts";
import { chunk } from "../runtime/chunk.ts";
import { log } from "../runtime/log.ts";
import { mapConcurrent } from "../runtime/map-concurrent.ts";

/** Checks of hostnames: cron hands those that are due to the queue, whose consumer does the asking. */

const HOSTS_A_MINUTE = 500;
const HOSTS_A_MESSAGE = 10;
/** Each host has up to three connections open, and an invocation six. */
const HOSTS_AT_ONCE = 2;
const LEASE_MS = 10 * MINUTE_MS;

const CLAIMS_WITHOUT_RECORDS_KEPT_MS = 14 * DAY_MS;

/** Ends claims that have waited for proof for two weeks and have no records. */
export async function endUnprovenClaims(env: Env, nowMs: number): Promise<void> {
  await deleteOldClaims(env.DB, nowMs - CLAIMS_WITHOUT_RECORDS_KEPT_MS);
}

/** Sends the hostnames that are due to the consumer, each once; what the queue does not take stays due. */
export async function sendDueHosts(env: Env, nowMs: number): Promise<void> {
  const held = await leaseDueHosts(env.DB, nowMs, LEASE_MS, HOSTS_A_MINUTE);
  const claimed = await leaseDueClaims(env.DB, nowMs, LEASE_MS, HOSTS_A_MINUTE);
  const hosts = [...new Set([...held, ...claimed])];
  const messages = chunk(hosts, HOSTS_A_MESSAGE).map((group) => ({
    kind: "check-hosts" as const,
    hosts: group,
  }));
  const refused = (await sendMessages(env.WATCH, messages)).flatMap(({ hosts }) => hosts);
  if (refused.length > 0) await releaseDueHosts(env.DB, refused, nowMs);
}

/** Checks the hostnames of a message. One that fails stops no other: its lease ends, and it is due again. */
export async function checkHosts(env: Env, hosts: string[], nowMs: number): Promise<void> {
  const held = new Map((await selectHeldHosts(env.DB, hosts)).map((host) => [host.name, host]));
  await mapConcurrent(hosts, HOSTS_AT_ONCE, (host) => check(env, host, held.get(host), nowMs));
}

async function check(env: Env, host: string, held: Hostname | undefined, nowMs: number): Promise<void> {
  const ask = openResolver(env.DOH_URL);
  try {
    await publishInJob(env, nowMs, async (ctx) => {
      const isChecked = held === undefined || (await checkHostIfDue(ctx, held, ask));
      // A message that is delivered twice finds the hostname checked already.
      if (isChecked) await settleClaims(ctx, host, ask);
    });
  } catch (error) {
    log("warn", "host_not_checked", { host, error: String(error) });
  }
}
