import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PROJECT_FOLDER } from "../../scripts/support/project.ts";
import { FAULTS, type Fault } from "./planted-fault/faults.ts";

/** Plants faults into a copy of the project, one at a time, and sees that tests notice each. */

const LEFT_OUT = new Set(["node_modules", ".git", ".state", ".wrangler"]);

let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "signpost-faults-"));
  const filter = (path: string) => !LEFT_OUT.has(relative(PROJECT_FOLDER, path));
  await cp(PROJECT_FOLDER, copy, { recursive: true, filter });
  await symlink(join(PROJECT_FOLDER, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rm(copy, { recursive: true }));

/** Returns the number of tests of a file that fail. @throws if the file cannot be run */
async function countFailures({ test, project }: Fault): Promise<number> {
  const report = join(copy, "report.json");
  const { stderr } = spawnSync(
    process.execPath,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--project",
      project,
      test,
      "--reporter=json",
      `--outputFile=${report}`,
    ],
    { cwd: copy, encoding: "utf8" },
  );
  try {
    const { numTotalTests, numFailedTests } = JSON.parse(await readFile(report, "utf8"));
    if (numTotalTests === 0) throw new Error(stderr);
    return numFailedTests;
  } finally {
    await rm(report, { force: true });
  }
}

it.each(FAULTS)("a test notices that $breaks", async (fault) => {
  const file = join(copy, fault.file);
  const original = await readFile(file, "utf8");
  expect(original.split(fault.text), `${fault.file} has the text once`).toHaveLength(2);
  await writeFile(
    file,
    original.replace(fault.text, () => fault.replacement),
  );
  try {
    expect(await countFailures(fault)).toBeGreaterThan(0);
  } finally {
    await writeFile(file, original);
  }
});
