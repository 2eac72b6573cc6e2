import { allOf, othersOf } from "../../all-databases.ts";
import type { Env } from "../../env.ts";
import { log } from "../../runtime/log.ts";
import { endHolding } from "../../storage/claim/pass.ts";
import { selectHeldInAny } from "../../storage/directory/held.ts";
import { letGo } from "../../storage/directory/reservation.ts";
import { selectHomes } from "../../storage/directory/visit.ts";
import { selectHeldBehind, selectHeldHosts } from "../../storage/host/read.ts";
import { deleteReprojections, selectUnheldReprojections } from "../../storage/projection/reprojection.ts";

/** Keeps a database from writing snapshots of hostnames that belong to another one (contract 39.6). */

/** Ends the reprojections of hostnames that belong to other databases, and forgets their slots. */
export async function forgetElsewhere(env: Env): Promise<void> {
  const [first, another] = allOf(env);
  if (another === undefined) return;
  const hosts = await selectUnheldReprojections(env.DB);
  const homes = await selectHomes(first.DB, hosts);
  const strays = hosts.filter((host) => homes.get(host)?.database !== env.DATABASE);
  if (strays.length === 0) return;
  await deleteReprojections(env.DB, strays);
  for (const host of strays) await letGo(env.DB, host);
}

const HOSTS_AT_ONCE = 1_000;

/** Ends the claims of a restored database on hostnames that another one holds by now. */
export async function yieldToOthers(env: Env, nowMs: number): Promise<void> {
  if (env.ALL === undefined) return;
  for (let after = ""; ;) {
    const names = await selectHeldBehind(env.DB, after, HOSTS_AT_ONCE);
    for (const { name } of await selectHeldInAny(othersOf(env), names)) {
      const [own] = await selectHeldHosts(env.DB, [name]);
      if (own === undefined) continue;
      await endHolding(env.DB, own, nowMs);
      log("warn", "host_yielded", { host: name });
    }
    if (names.length < HOSTS_AT_ONCE) return;
    after = names.at(-1) ?? "";
  }
}
