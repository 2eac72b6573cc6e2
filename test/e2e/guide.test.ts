import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";

/** The tasks of docs/api.md, run as they stand. */

let worker: RunningWorker;
let folder: string;

beforeAll(async () => {
  worker = await startWorker();
  folder = await mkdtemp(join(tmpdir(), "guide-"));
  const host = "go.localhost";
  expect((await worker.call("POST", "/host", { host })).status).toBe(200);
  // Enough for a second page of a list, as the demo has.
  for (const alias of ["one", "two", "three"]) await worker.call("POST", "/link", { host, alias });
});

afterAll(async () => {
  await worker.close();
  await rm(folder, { recursive: true, force: true });
});

const hasTools = ["curl", "jq", "bash"].every((tool) => spawnSync(tool, ["--version"]).status === 0);

test.runIf(hasTools)("each command of the tasks does what its text says", async () => {
  const page = await readFile("docs/api.md", "utf8");
  const [, tasks = ""] = /^## Tasks$(.*?)^## /ms.exec(page) ?? [];
  const [, ...blocks] = Array.from(tasks.matchAll(/^```sh\n(.*?)^```$/gms), ([, block = ""]) => block);
  expect(blocks.length).toBeGreaterThan(10);
  // The first block names the address and the token of `npm start`.
  const script = [
    "set -e",
    `API=http://localhost:${worker.port}/v1`,
    `TOKEN=${worker.token}`,
    "curl() { command curl -sS -w '%{stderr}%{http_code} %{method} %{url}\\n' \"$@\"; }",
    ...blocks,
  ].join("\n");
  const { stdout, stderr } = await run(script);
  const statuses = stderr.trim().split("\n");
  const refused = statuses.filter((line) => !line.startsWith("200 "));
  expect(refused, stdout).toEqual([expect.stringMatching(/^422 POST .*\/link$/)]);
  // One of them prints something else in the place of its status.
  expect(statuses.length).toBe(blocks.join("").match(/\bcurl (?!.* -w )/g)?.length);
  expect(stdout).toContain("must be an absolute http or https URL");
  expect(stdout).toContain('"destination_routing":"weighted:70,30"');
  expect(stdout).toContain('"title":"Spring"');
  expect(await readFile(join(folder, "task.svg"), "utf8")).toContain("<svg");
});

function run(script: string): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    execFile("bash", ["-c", script], { cwd: folder }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stdout}\n${stderr}`)) : resolve({ stdout, stderr }),
    );
  });
}
