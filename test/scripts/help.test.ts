import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { PROJECT_FOLDER } from "../../scripts/support/project.ts";
import { runScript } from "../support/run-script.ts";

const cwd = await mkdtemp(join(tmpdir(), "signpost-help-"));
afterAll(() => rm(cwd, { recursive: true }));
const place = { stateDir: join(cwd, "state"), cwd };

const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as { scripts: Record<string, string> };
const OWN = Object.entries(scripts).flatMap(([name, command]) => {
  const [, path] = /^node scripts\/(\S+)\.ts/.exec(command) ?? [];
  return path === undefined ? [] : [{ name, path }];
});

describe("every script", () => {
  test.each(OWN)("prints its use for npm run $name -- --help, and does nothing", async ({ path }) => {
    const { exitCode, stdout, stderr } = await runScript(path, ["--help"], place);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toMatch(/npm (run|start)|Usage: signpost/);
    expect(await readdir(cwd)).toEqual([]);
  });

  test.each(OWN)("refuses an unknown option of npm run $name without a stack", async ({ path }) => {
    const { exitCode, stdout, stderr } = await runScript(path, ["--no-such-option"], place);
    expect(exitCode).toBeGreaterThan(0);
    expect(stdout + stderr).not.toMatch(/^ {4}at /m);
  });
});

test("a reader that closes the pipe, such as head, is no failure", async () => {
  const script = join(PROJECT_FOLDER, "scripts/signpost.ts");
  const child = spawn(process.execPath, [script, "import", "--help"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const ended = await Promise.all([text(child.stderr), once(child, "close")]);
  expect([ended[0], child.exitCode]).toEqual(["", 0]);
});

test("the benchmark names a commit that does not exist", async () => {
  const ended = await runScript("lab/bench", ["--against", "no-such-commit"], place);
  expect(ended).toEqual({ exitCode: 2, stdout: "", stderr: "There is no commit no-such-commit\n" });
});
