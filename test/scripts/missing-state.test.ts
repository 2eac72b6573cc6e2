import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runScript } from "../support/run-script.ts";

let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "missing-state-"));
});

afterAll(() => rm(cwd, { recursive: true }));

test.each([
  ["workspace", ["list"]],
  ["workspace", ["token", "Acme"]],
  ["workspace", ["suspend", "Acme"]],
  ["takedown", ["go.example.com"]],
  ["blocklist", ["list"]],
  ["blocklist", ["add", "evil.example"]],
  ["dead-letters", ["list"]],
  ["project", ["--all", "--no-wait"]],
])("[25.10] %s %j refuses a state folder that does not exist, and does not create it", async (name, args) => {
  const stateDir = join(cwd, "misspelt");
  const { exitCode, stdout, stderr } = await runScript(name, args, { stateDir, cwd });
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  expect(stderr).toContain(`The state folder ${stateDir} does not exist`);
  expect(await readdir(cwd)).toEqual([]);
});
