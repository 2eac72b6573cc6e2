import { MAX_BLOCKED_HOSTS } from "../src/domain/blocklist.ts";
import { changeBlocklist } from "../src/services/operator/suspend-workspace.ts";
import { selectInstallationBlocklist } from "../src/storage/blocklist/blocklist.ts";
import { blocklistHelp, parseBlocklistOptions, type BlocklistOptions } from "./support/blocklist-option.ts";
import { CommandError, runWithOptions } from "./support/command.ts";
import { asD1 } from "./support/d1.ts";
import { withInstallationDatabases } from "./support/installation-database.ts";
import { createProgress } from "./support/progress.ts";

async function run(db: D1Database, { verb, hosts }: BlocklistOptions): Promise<void> {
  const before = await selectInstallationBlocklist(db);
  if (verb === "list") {
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
  const after = await changeBlocklist(db, change, Date.now(), (noted) =>
    show(`Noted ${noted} hostnames to be written to the edge`),
  );
  console.log(`The blocklist has ${after.length} hostname${after.length === 1 ? "" : "s"} now.`);
}

await runWithOptions(blocklistHelp, parseBlocklistOptions, (options) =>
  withInstallationDatabases(options.isRemote, ([db]) => run(asD1(db), options)),
);
