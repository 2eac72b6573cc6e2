import { namedIn } from "../all-databases.ts";
import type { Hostname } from "../domain/hostname.ts";
import type { Env, Home } from "../env.ts";
import type { QueueMessage } from "../queue-messages.ts";
import { selectHomes } from "../storage/directory/visit.ts";

/** Finds the databases of messages. Those of visits know hostnames alone, all others name their database. */

/** Returns the parts of a message of a visit with their databases; null for other messages. */
export async function homesOf(
  envs: [Env, ...Env[]],
  body: QueueMessage,
): Promise<Home<QueueMessage>[] | null> {
  if (body?.kind === "refill") {
    const [home] = await groupByHome(envs, [body]);
    return home === undefined ? [] : [{ env: home.env, found: body }];
  }
  if (body?.kind !== "repair") return null;
  const homes = await groupByHome(envs, body.slots);
  return homes.map(({ env, found }) => ({ env, found: { ...body, slots: found } }));
}

async function groupByHome<T extends { host: Hostname }>(
  envs: [Env, ...Env[]],
  items: T[],
): Promise<Home<T[]>[]> {
  const hosts = items.map(({ host }) => host);
  const homes = await selectHomes(envs[0].DB, hosts);
  // Until a hostname has passed, its message comes again.
  if (Array.from(homes.values()).some(({ isPassing }) => isPassing)) throw new Error("a hostname is passing");
  const groups = Map.groupBy(items, ({ host }) => homes.get(host)?.database);
  return Array.from(groups, ([database, found]) => ({ env: namedIn(envs, database), found }));
}
