import { othersOf } from "../../all-databases.ts";
import type { Host } from "../../domain/host.ts";
import type { Hostname } from "../../domain/hostname.ts";
import type { Env } from "../../env.ts";
import { selectHeldHosts } from "../../storage/host/read.ts";

/** Returns those of hostnames that workspaces of other databases hold, whatever the directory says (contract 39.4). */
export async function heldElsewhere(env: Env, names: Hostname[]): Promise<Host[]> {
  const held = othersOf(env).map(({ DB }) => selectHeldHosts(DB, names));
  return (await Promise.all(held)).flat();
}
