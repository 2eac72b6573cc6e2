import { reserveHost } from "../services/host/reserve-host.ts";
import type { Hostname } from "../domain/hostname.ts";
import { allOf } from "../all-databases.ts";
import { log } from "../runtime/log.ts";
import { reserveHeld } from "../storage/directory/reservation.ts";
import { selectHeldBehind } from "../storage/host/read.ts";
import type { JobRun } from "./job-run.ts";

const HOSTS_AT_ONCE = 1_000;
const MOST_LOGGED = 10;

/**
 * Enters the hostnames of a further database into the directory, which a restore of the first database may have taken from
 * it. Returns whether some are left.
 */
export async function reserveHosts({ env, budget, nowMs }: JobRun): Promise<boolean> {
  const [{ DB }] = allOf(env);
  let after = "";
  while (budget.hasRoom(2)) {
    const hosts = await selectHeldBehind(env.DB, after, HOSTS_AT_ONCE);
    const missing = await reserveHeld(DB, hosts, env.DATABASE ?? "", nowMs);
    const twice: Hostname[] = [];
    // A row may name a database that had the hostname before the first one was restored.
    for (const host of missing) if (!(await reserveHost({ env, nowMs }, host))) twice.push(host);
    if (twice.length > 0) {
      log("error", "hosts_held_twice", { hosts: twice.slice(0, MOST_LOGGED), database: env.DATABASE });
    }
    if (hosts.length < HOSTS_AT_ONCE) return false;
    after = hosts.at(-1) ?? "";
  }
  return true;
}
