import { isHeld } from "../../domain/host.ts";
import type { Hostname } from "../../domain/hostname.ts";
import type { Reach } from "../../domain/reach.ts";
import { selectHosts } from "../../storage/host/read.ts";
import type { ServiceContext } from "../context.ts";

/** Returns the hostnames that the workspace holds of those that doors name: the others answer without its records. */
export async function heldNames(
  db: D1Database,
  reach: Reach,
  names: readonly Hostname[],
): Promise<Hostname[]> {
  const claims = await selectHosts(db, reach, [...names]);
  return names.filter((name) => isHeld(claims.get(name)));
}

/** Whether the address of a short link on a hostname leads to it, which that of a wildcard does not. */
export async function opensLinks({ env, caller }: ServiceContext, host: Hostname): Promise<boolean> {
  return !host.startsWith("*.") && (await heldNames(env.DB, caller.reach, [host])).length === 1;
}
