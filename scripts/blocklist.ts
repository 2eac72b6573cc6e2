import type { Hostname } from "../src/domain/hostname.ts";
import { MAX_BLOCKED_HOSTS } from "../src/domain/blocklist.ts";
import { changeBlocklist, copyBlocklist } from "../src/services/operator/suspend-workspace.ts";
import { selectInstallationBlocklist } from "../src/storage/blocklist/blocklist.ts";
import { blocklistHelp, parseBlocklistOptions, type BlocklistOptions } from "./support/blocklist-option.ts";
import { CommandError, runWithOptions } from "./support/command.ts";
import { asD1 } from "./support/d1.ts";
import { withInstallationDatabases, type InstallationDatabases } from "./support/installation-database.ts";
import { createProgress } from "./support/progress.ts";

async function run(databases: InstallationDatabases, { verb, hosts }: BlocklistOptions): Promise<void> {
  const [db, ...further] = databases.map(asD1) as [D1Database, ...D1Database[]];
  const before = await selectInstallationBlocklist(db);
  if (verb === "list") {
    for (const [index, other] of further.entries()) {
      if (isSame(before, await selectInstallationBlocklist(other))) continue;
      console.error(
        `The list of ${databases[index + 1]?.binding} is another one. add and remove copy this one, also for a hostname that is on it.`,
      );
    }
    if (before.length === 0) console.error("The blocklist is empty.");
    else console.log(before.join("\n"));
    return;
  }
  const isAdding = verb === "add";
  if (isAdding && new Set([...before, ...hosts]).size > MAX_BLOCKED_HOSTS) {
    throw new CommandError(
      `The blocklist has at most ${MAX_BLOCKED_HOSTS} hostnames, and ${before.length} already.`,
    );
  }
  // A run that was stopped may have removed it, and not have noted every hostname.
  const missing = isAdding ? [] : hosts.filter((host) => !before.includes(host));
  for (const host of missing) console.error(`${host} was not on the blocklist.`);
  const show = createProgress(process.stderr);
  const change = isAdding ? { add: hosts, remove: [] } : { add: [], remove: hosts };
  const tell = (noted: number) => show(`Noted ${noted} hostnames to be written to the edge`);
  const after = await changeBlocklist(db, change, Date.now(), tell);
  for (const [index, other] of further.entries()) {
    await copyBlocklist(other, after, Date.now(), tell).catch((error: unknown) => {
      if (!(error instanceof CommandError)) throw error;
      const { binding } = databases[index + 1]!;
      throw new CommandError(
        `${error.message}\nThe list of ${binding} is not changed, and those before it are. Run the same command again.`,
      );
    });
  }
  console.log(`The blocklist has ${after.length} hostname${after.length === 1 ? "" : "s"} now.`);
}

function isSame(one: Hostname[], other: Hostname[]): boolean {
  return one.length === other.length && new Set([...one, ...other]).size === one.length;
}

await runWithOptions(blocklistHelp, parseBlocklistOptions, (options) =>
  withInstallationDatabases(options.isRemote, (databases) => run(databases, options)),
);
