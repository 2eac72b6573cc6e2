import type { Env } from "../env.ts";
import { checkHostIfDue } from "../services/hosts/check-host.ts";
import { sendMessages } from "../services/monitor/send-messages.ts";
import { claimDueHosts, listHostRows, returnDueHosts } from "../storage/host-checks.ts";
import type { HostRow } from "../storage/hosts.ts";

/** Checks of hostnames: cron hands those that are due to the queue, whose consumer does the asking. */

const HOSTS_A_MINUTE = 500;
const HOSTS_A_MESSAGE = 10;
/** Each host has up to three connections open, and an invocation six. */
const HOSTS_AT_ONCE = 2;
const LEASE_MS = 10 * 60_000;

/** Sends the hostnames that are due to the consumer, each once; what the queue does not take stays due. */
export async function sendDueHosts(env: Env, nowMs: number): Promise<void> {
  const hosts = await claimDueHosts(env.DB, nowMs, LEASE_MS, HOSTS_A_MINUTE);
  const messages = toGroups(hosts).map((group) => ({ kind: "check-hosts" as const, hosts: group }));
  const refused = (await sendMessages(env.WATCH, messages)).flatMap(({ hosts }) => hosts);
  if (refused.length > 0) await returnDueHosts(env.DB, refused, nowMs);
}

function toGroups(hosts: string[]): string[][] {
  const groups: string[][] = [];
  for (let start = 0; start < hosts.length; start += HOSTS_A_MESSAGE) {
    groups.push(hosts.slice(start, start + HOSTS_A_MESSAGE));
  }
  return groups;
}

/** Checks the hostnames of a message. One that fails stops no other: its lease ends, and it is due again. */
export async function checkHosts(env: Env, hosts: string[], nowMs: number): Promise<void> {
  const waiting = await listHostRows(env.DB, hosts);
  const workers = Array.from({ length: HOSTS_AT_ONCE }, async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) await check(env, row, nowMs);
  });
  await Promise.all(workers);
}

async function check(env: Env, row: HostRow, nowMs: number): Promise<void> {
  const projecting: Promise<unknown>[] = [];
  try {
    await checkHostIfDue({ env, nowMs, background: (work) => projecting.push(work) }, row);
    await Promise.all(projecting);
  } catch (error) {
    console.warn(`${row.host} was not checked: ${String(error)}`);
  }
}
