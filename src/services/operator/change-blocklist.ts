import type { Hostname } from "../../domain/hostname.ts";
import { MAX_BLOCKED_HOSTS } from "../../domain/blocklist.ts";
import { selectInstallationBlocklist } from "../../storage/blocklist/blocklist.ts";
import { addToBlocklist, removeFromBlocklist, selectHeldAfter } from "../../storage/operator/blocklist.ts";
import { bindPlain } from "../../storage/statement.ts";
import { touchHosts } from "./suspend-workspace.ts";

const HOSTS_A_STEP = 100;

/**
 * Adds hostnames to the installation's blocklist, or removes them (contract 25.5). The list is part of the
 * snapshots of all hostnames, which are written again in steps. The same command completes a run that was
 * stopped, even if the list already has the hostnames.
 * @param onProgress gets the number of hostnames whose snapshots are noted so far
 * @returns the list afterwards
 */
export async function changeBlocklist(
  db: D1Database,
  change: { add: Hostname[]; remove: Hostname[] },
  nowMs: number,
  onProgress: (hosts: number) => void = () => {},
): Promise<Hostname[]> {
  const statements = [
    ...(change.add.length === 0 ? [] : addToBlocklist(change.add, MAX_BLOCKED_HOSTS, nowMs)),
    ...(change.remove.length === 0 ? [] : removeFromBlocklist(change.remove, nowMs)),
  ];
  await db.batch(statements.map((statement) => bindPlain(db, statement)));
  let [after, noted] = ["", 0];
  for (;;) {
    const hosts = await selectHeldAfter(db, after, HOSTS_A_STEP);
    if (hosts.length === 0) return selectInstallationBlocklist(db);
    await touchHosts(db, hosts, nowMs);
    after = hosts.at(-1) ?? "";
    noted += hosts.length;
    onProgress(noted);
  }
}
