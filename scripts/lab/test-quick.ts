import { execFileSync, spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { runCommand } from "../support/command.ts";
import { PROJECT_FOLDER } from "../support/project.ts";

const USAGE = `Runs the tests of pure rules, and the test files that changed.

  npm run test:quick -- [--since COMMIT]

  --since COMMIT   the commit to compare with; HEAD without it`;

/** They feed every parser with texts of growing length, which takes longer than all other tests of rules together. */
const GROWTH = "test/domain/growth.test.ts";

function git(...args: string[]): string[] {
  const output = execFileSync("git", args, { cwd: PROJECT_FOLDER, encoding: "utf8" });
  return output.split("\n").filter((path) => path.endsWith(".test.ts"));
}

await runCommand(async () => {
  const { since } = parseArgs({ options: { since: { type: "string", default: "HEAD" } } }).values;
  const changed = [
    ...git("diff", "--name-only", "--diff-filter=d", since, "--", "test"),
    ...git("ls-files", "--others", "--exclude-standard", "--", "test"),
  ];
  const exclude = changed.includes(GROWTH) ? [] : ["--exclude", GROWTH];
  const vitest = [
    "node_modules/vitest/vitest.mjs",
    "run",
    ...exclude,
    "test/domain/",
    "test/import/",
    ...changed,
  ];
  return spawnSync(process.execPath, vitest, { cwd: PROJECT_FOLDER, stdio: "inherit" }).status ?? 1;
}, USAGE);
