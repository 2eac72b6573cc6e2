import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openShell, type Shell } from "../support/cli.ts";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";
import { toBitlyCsv, toRebrandlyCsv, toWordPressCsv } from "../support/cli-list.ts";

/**
 * A move of three lists, from the shell: imported, pointed at another domain, and all of it undone. CLI_ROWS=40000 is
 * its long form, half an hour.
 */

const ROWS = Number(process.env["CLI_ROWS"] ?? 120);

let worker: RunningWorker;
let shell: Shell;

beforeAll(async () => {
  worker = await startWorker();
  shell = await openShell({ SIGNPOST_URL: `http://localhost:${worker.port}`, SIGNPOST_TOKEN: worker.token });
  for (const host of ["go.example.com", "old.example.com"]) await worker.call("POST", "/host", { host });
  await writeFile(join(shell.folder, "bitly.csv"), toBitlyCsv(ROWS));
  await writeFile(join(shell.folder, "rebrandly.csv"), toRebrandlyCsv(ROWS));
  await writeFile(join(shell.folder, "wordpress.csv"), toWordPressCsv(ROWS));
});

afterAll(async () => {
  await worker?.close();
  await shell?.close();
});

interface Answer {
  change: { id: string; state: string; counts: Record<string, number> };
  problems: { line: number | null; source: string; reason: string }[];
}

async function run(...words: string[]) {
  const startedMs = Date.now();
  const answer = await shell.run(words);
  // Whoever asks for many rows wants to know how long they take.
  if (process.env["CLI_ROWS"] !== undefined) {
    console.log(`${((Date.now() - startedMs) / 1_000).toFixed(1)} s: signpost ${words.join(" ")}`);
  }
  return answer;
}

async function json(exitCode: number, ...words: string[]): Promise<Answer> {
  const answer = await run(...words, "--json");
  expect([answer.exitCode, answer.stderr]).toEqual([exitCode, expect.any(String)]);
  return JSON.parse(answer.stdout) as Answer;
}

/** The records of the workspace, without what every write moves. */
async function exportRecords(name: string): Promise<Map<string, object>> {
  expect((await run("export", "-o", name)).exitCode).toBe(0);
  const lines = (await readFile(join(shell.folder, name), "utf8")).trim().split("\n");
  const items = lines.map((line) => JSON.parse(line) as { kind: string; data: Record<string, unknown> });
  const records = items.filter(({ kind }) => kind === "record");
  return new Map(records.map(({ data: { updated_at: _, ...data } }) => [String(data["id"]), data]));
}

it("[29.4, 29.5] imports three lists, moves landing pages, and undoes both, each after a preview", async () => {
  await run("links", "create", "https://shop.example/own", "--host", "go.example.com", "--alias", "own");
  const before = await exportRecords("before.ndjson");
  const undos: string[] = [];

  for (const [file, ...words] of [
    ["bitly.csv", "--host-map", "bit.ly=go.example.com"],
    ["rebrandly.csv"],
    ["wordpress.csv", "--host", "old.example.com"],
  ] as const) {
    const planned = await run("import", file, ...words);
    expect(planned.exitCode).toBe(3);
    expect(planned.stdout).toMatch(new RegExp(`^\\+ create +${ROWS - 1}$`, "m"));
    expect(planned.stdout).toMatch(/^line 3: .+ /m);
    const [, id = ""] = /signpost apply (\S+) --yes/.exec(planned.stderr) ?? [];
    const applied = await json(0, "apply", id, "--yes", "--no-wait");
    expect(applied.change).toMatchObject({ state: "applied", counts: { created: ROWS - 1, conflicts: 0 } });
    undos.push(id);
  }
  const imported = await exportRecords("imported.ndjson");
  expect(imported.size).toBe(before.size + 3 * (ROWS - 1));

  const words = ["links", "update", "--filter", "host=go.example.com", "--find", "//shop.example/"];
  const preview = await run(...words, "--replace", "//new.example/");
  expect(preview.exitCode).toBe(3);
  expect(preview.stdout).toContain("https://shop.example/page/2 → https://new.example/page/2");
  const moved = await json(0, ...words, "--replace", "//new.example/", "--yes", "--no-wait");
  expect(moved.change.counts).toMatchObject({ changed: before.size + 2 * (ROWS - 1) });
  const atNew = [...(await exportRecords("moved.ndjson")).values()].filter((record) =>
    JSON.stringify(record).includes("new.example"),
  );
  expect(atNew).toHaveLength(before.size + 2 * (ROWS - 1));

  const undone = await run("undo", moved.change.id, "--yes", "--no-wait");
  expect([undone.exitCode, undone.stdout]).toEqual([0, expect.stringMatching(/^~ restore +\d+$/m)]);
  expect(await exportRecords("again.ndjson")).toEqual(imported);

  // Their records were changed and changed back since: they are as the import left them.
  for (const id of undos) {
    expect(await json(0, "undo", id, "--yes", "--no-wait")).toMatchObject({ problems: [] });
  }
  expect(await exportRecords("after.ndjson")).toEqual(before);
});

const FILE = {
  $schema: "https://example.com/redirects.schema.json",
  owner: "www-site",
  hosts: ["old.example.com"],
  records: [
    { url: "old.example.com/a", destination: "https://www.example.com/a" },
    { url: "old.example.com/b/*", destination: "https://www.example.com/b", type: "308", tags: ["site"] },
    { url: "old.example.com/c", destination: "https://www.example.com/c", title: "C" },
  ],
};

function writeRedirects(file: object): Promise<void> {
  return writeFile(join(shell.folder, "redirects.json"), JSON.stringify(file, null, 2));
}

it("[29.7, 29.8] makes records those of a file, shows edits by hand, and takes only its own away", async () => {
  await writeRedirects(FILE);
  await run("links", "create", "https://www.example.com/own", "--from", "old.example.com/own");
  const first = await run("plan", "redirects.json", "--exit-code");
  expect([first.exitCode, first.stdout]).toEqual([3, expect.stringMatching(/^\+ create +3$/m)]);
  // A plan that is only looked at keeps no room: a workspace has three.
  for (let times = 0; times < 3; times++) expect((await run("plan", "redirects.json")).exitCode).toBe(0);
  const applied = await json(0, "apply", "redirects.json", "--yes", "--no-wait");
  expect(applied.change.counts).toMatchObject({ created: 3, deleted: 0 });
  const nothing = await run("plan", "redirects.json", "--exit-code");
  expect([nothing.exitCode, nothing.stdout]).toEqual([0, expect.stringMatching(/^ +unchanged +3$/m)]);

  const { body } = await worker.call("GET", "/links?filter[managed_by]=www-site");
  const [c] = body.data as { id: string; managed_by: string }[];
  expect(c).toMatchObject({ managed_by: "www-site" });
  const edited = await run("links", "update", c!.id, "--title", "By hand", "--force", "--yes", "--no-wait");
  expect(edited.exitCode).toBe(0);
  await writeRedirects({ ...FILE, records: FILE.records.slice(1) });
  const drifted = await run("plan", "redirects.json");
  expect(drifted.stdout).toContain("- old.example.com/a → https://www.example.com/a");
  expect(drifted.stdout).toContain("title: By hand → C");
  expect(drifted.stdout).toMatch(/takes it back:\n {2}http:\/\/old\.example\.com\/c \(/);
  const markdown = await run("plan", "redirects.json", "--markdown");
  expect(markdown.stdout).toContain("**0** to create, **1** to change, **1** to delete, 1 unchanged.");
  expect(markdown.stdout).toContain("| ~ | <code>old.example.com/c</code> | title: <code>By hand</code>");

  expect((await run("apply", "redirects.json", "--yes", "--no-wait")).exitCode).toBe(0);
  const left = [...(await exportRecords("file.ndjson")).values()].filter((record) =>
    /old\.example\.com\/(?!w\/)/.test((record as { url: string }).url),
  );
  expect(left.map((record) => (record as { url: string }).url).toSorted()).toEqual([
    "http://old.example.com/b/*",
    "http://old.example.com/c",
    "http://old.example.com/own",
  ]);
});

it("[29.7] sends nothing of a file that has a row nobody can read, or that names no hostnames", async () => {
  await writeRedirects({ ...FILE, records: [...FILE.records, { destination: "https://www.example.com" }] });
  const refused = await run("apply", "redirects.json", "--yes");
  expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
  expect(refused.stderr).toMatch(/^line \d+: .*: no source$/m);
  const { hosts: _, ...unbounded } = FILE;
  await writeRedirects(unbounded);
  expect((await run("plan", "redirects.json")).stderr).toContain("The hostnames are missing");
});

/** Runs the script of a step of the example's workflow, as the runner does, with `gh` replaced by a recorder. */
async function runStep(name: string): Promise<{ exitCode: number; calls: string }> {
  const example = "examples/redirects-in-git";
  const workflow = await readFile(join(example, ".github/workflows/redirects.yml"), "utf8");
  const [, block = ""] = new RegExp(`- name: ${name}\\n +run: \\|\\n((?: {10}.*\\n)+)`).exec(workflow) ?? [];
  await writeFile(join(shell.folder, "redirects.json"), await readFile(join(example, "redirects.json")));
  await writeFile(join(shell.folder, "gh"), '#!/bin/sh\necho "$@" >> calls.txt\n', { mode: 0o755 });
  // The step waits until all is visible. Cron finishes what a message of the queue could not, as on the platform.
  const cron = setInterval(() => void worker.cron().catch(() => undefined), 5_000);
  const script = block.replaceAll(/^ {10}/gm, "");
  const exitCode = await shell.runScript(script, { PULL_REQUEST: "7" }).finally(() => clearInterval(cron));
  return { exitCode, calls: await readFile(join(shell.folder, "calls.txt"), "utf8").catch(() => "") };
}

it("[29.7] plans a pull request into a comment and applies a merge, by the scripts of the example", async () => {
  const { owner, hosts, records } = JSON.parse(
    await readFile("examples/redirects-in-git/redirects.json", "utf8"),
  ) as typeof FILE;
  expect([owner, hosts]).toEqual([FILE.owner, FILE.hosts]);
  const plan = await runStep("Plan");
  expect(plan).toEqual({
    exitCode: 0,
    calls: "pr comment 7 --edit-last --create-if-none --body-file plan.md\n",
  });
  expect(await readFile(join(shell.folder, "plan.md"), "utf8")).toContain(`**${records.length}** to create`);
  expect((await runStep("Apply")).exitCode).toBe(0);
  const { body } = await worker.call("GET", "/links?filter[managed_by]=www-site");
  expect(body.data).toHaveLength(records.length);
  expect((await run("plan", "redirects.json", "--exit-code")).exitCode).toBe(0);
});
