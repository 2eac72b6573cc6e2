import type { Host } from "../../domain/host.ts";
import type { Hostname } from "../../domain/hostname.ts";
import { selectHeldHosts } from "../host/read.ts";
import { selectHomes } from "./visit.ts";

/** A database, and its binding, which the first one does not have. */
interface Database {
  DB: D1Database;
  DATABASE?: string;
}

/** Selects those of hostnames that workspaces of the databases hold, whatever the directory says (contract 39.4). */
export async function selectHeldInAny(databases: Database[], names: Hostname[]): Promise<Host[]> {
  return (await Promise.all(databases.map(({ DB }) => selectHeldHosts(DB, names)))).flat();
}

/**
 * Selects those of hostnames that workspaces of other databases hold. Only those are asked that may hold one by the directory,
 * however many there are.
 * @param all the databases of the installation, the first one first
 * @param own the binding of the database that is not asked
 */
export async function selectHeldByDirectory(
  all: [Database, ...Database[]],
  own: string | undefined,
  names: Hostname[],
): Promise<Host[]> {
  const [first] = all;
  if (all.length === 1) return [];
  const homes = await selectHomes(first.DB, names);
  const named = new Set([undefined, ...Array.from(homes.values(), ({ database }) => database)]);
  const asked = all.filter(({ DATABASE }) => DATABASE !== own && named.has(DATABASE));
  return selectHeldInAny(asked, names);
}
