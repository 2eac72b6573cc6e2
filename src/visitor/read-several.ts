import { namedIn } from "../all-databases.ts";
import { databasesOf } from "../databases-of.ts";
import type { Hostname } from "../domain/hostname.ts";
import type { SlotName } from "../domain/slot.ts";
import type { Bindings } from "../env.ts";
import { selectHomes } from "../storage/directory/visit.ts";
import { readSnapshots, type DatabaseState, type ListMoreSlots } from "../storage/snapshot/read.ts";

/**
 * Reads the snapshots for a visit as `readSnapshots` does, in an installation with several databases. The first one is asked
 * for all hostnames, and where those are that live in others. @throws as D1 does, also if a database is not bound, or a
 * hostname is passing from one to another
 */
export async function readSeveral(
  bindings: Bindings,
  hosts: Hostname[],
  slots: SlotName[],
  listMore: ListMoreSlots,
): Promise<DatabaseState> {
  const all = databasesOf(bindings);
  if (all.length === 1) return readSnapshots(all[0].DB, hosts, slots, listMore);
  const [homes, first] = await Promise.all([
    selectHomes(all[0].DB, hosts),
    readSnapshots(all[0].DB, hosts, slots, listMore),
  ]);
  for (const host of hosts) {
    const home = homes.get(host);
    // It may have passed, and the first database does not know it yet.
    const passesFromFirst = home?.isPassing === true && home.database === undefined;
    if (host === first.connected?.host && !passesFromFirst) break;
    if (home === undefined) continue;
    if (home.isPassing) throw new Error(`${host} passes to another database`);
    const env = namedIn(all, home.database);
    const state = await readSnapshots(env.DB, [host], slots, listMore);
    if (state.connected === null) {
      const now = (await selectHomes(all[0].DB, [host])).get(host);
      if (now === undefined || now.isPassing || now.database !== home.database)
        throw new Error(`${host} has passed`);
      // It may be reserved for a claim that is not there yet.
      continue;
    }
    const before = [...first.hosts].slice(0, hosts.indexOf(host));
    return { ...state, hosts: new Map([...before, ...state.hosts]) };
  }
  return first;
}
