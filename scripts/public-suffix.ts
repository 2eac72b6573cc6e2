import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { runCommand } from "./support/command.ts";
import { findSuffixMigration, isCurrent, suffixMigration } from "./support/suffix-list.ts";

/** Run it after an update of tldts. */
await runCommand(
  async () => {
    parseArgs();
    const { newest, next } = findSuffixMigration();
    if (newest !== undefined && isCurrent(await readFile(newest, "utf8"))) {
      console.log(`${newest} is what tldts says.`);
    } else {
      await writeFile(next, suffixMigration());
      console.log(`${next} is written.`);
    }
  },
  `Writes a migration with the Public Suffix List of tldts, if the newest one differs.

  npm run public-suffix`,
);
