import { writeFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newWorkspace } from "../../src/services/workspace/new-workspace.ts";
import { openShell, type Shell } from "../support/cli.ts";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";

/** What a workspace exported, imported into another one by the command line. */

const HOST = "go.example.com";
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

let worker: RunningWorker;
let shell: Shell;
let token: string;

beforeAll(async () => {
  worker = await startWorker();
  shell = await openShell();
  const url = `http://localhost:${worker.port}`;
  await worker.call("POST", "/host", { host: HOST });
  await put("/files/menu.html", "<p>menu", "text/html");
  await put("/files/other.html", "<p>there", "text/html");
  await put("/files/logo.png", Buffer.from(PIXEL, "base64"), "image/png");
  await worker.call("PUT", "/workspace", { branding: { name: "Acme", logo: "logo.png" } });
  await worker.call("POST", "/workspace/update/not_found_url", { value: "https://acme.example/404" });
  await worker.call("PUT", "/blocklist", { hosts: ["bad.example"] });
  for (const [alias, file] of [
    ["menu", "menu.html"],
    ["other", "other.html"],
  ]) {
    const { body } = await worker.call("POST", "/link", { host: HOST, alias });
    await worker.call("PUT", `/link/${body.data[0].id}`, { file });
  }
  await shell.run(["login", url], { stdin: `${worker.token}\n` });
  expect(await shell.run(["export", "-o", "all.ndjson"])).toMatchObject({ exitCode: 0 });
  // The importing workspace has a hostname of its own, and a page of one of the names.
  const file = join(shell.folder, "all.ndjson");
  await writeFile(file, (await readFile(file, "utf8")).replaceAll(HOST, "go.heir.example"));
  const other = await newWorkspace({ name: "Heir", plan: "enterprise", role: "owner", nowMs: Date.now() });
  await worker.db.batch(
    other.statements.map(({ sql, parameters }) => worker.db.prepare(sql).bind(...parameters)),
  );
  ({ token } = other);
  expect((await worker.call("POST", "/host", { host: "go.heir.example" }, token)).status).toBe(200);
  await put("/files/other.html", "<p>here", "text/html", token);
  await shell.run(["login", url], { stdin: `${token}\n` });
});

afterAll(async () => {
  await worker?.close();
  await shell?.close();
});

async function put(path: string, body: BodyInit, type: string, as = worker.token): Promise<void> {
  const headers = { Authorization: `Bearer ${as}`, "Content-Type": type };
  const answer = await fetch(`http://localhost:${worker.port}/v1${path}`, { method: "PUT", body, headers });
  expect(answer.status).toBe(200);
}

const get = async (path: string) => (await worker.call("GET", path, undefined, token)).body;
const filesHere = async () => (await get("/files")).data.map(({ name }: { name: string }) => name).toSorted();

it("[18.8] brings records with their pages, and never overwrites one", async () => {
  const planned = await shell.run(["import", "all.ndjson"]);
  expect(planned.exitCode).toBe(3);
  expect(planned.stdout).toMatch(/^\+ create +1$/m);
  expect(planned.stderr).toMatch(/pages uploaded +2/);
  expect(planned.stderr).toContain("the page other.html is another one here, and stays");
  expect(planned.stdout).toContain(
    "shows the page other.html, and the page of that name is another one here",
  );
  const [, id = ""] = /signpost apply (\S+) --yes/.exec(planned.stderr) ?? [];
  expect((await shell.run(["apply", id, "--yes", "--no-wait"])).exitCode).toBe(0);
  const { data } = await get("/links");
  expect(data).toMatchObject([{ alias: "menu", file: "menu.html", type: "html" }]);
  expect(await filesHere()).toEqual(["logo.png", "menu.html", "other.html"]);
  const again = await shell.run(["import", "all.ndjson", "--yes", "--no-wait"]);
  expect(again.stderr).toMatch(/pages uploaded +0\npages there +2/);
});

it("[18.8] brings settings only if that is asked for, and shows them first", async () => {
  expect((await get("/workspace/current")).branding).toBeNull();
  const asked = await shell.run(["import", "all.ndjson", "--settings", "--yes", "--no-wait"]);
  expect(asked.stderr).toContain("setting not_found_url: (none) → https://acme.example/404");
  const here = await get("/workspace/current");
  expect(here).toMatchObject({ name: "Test", branding: { name: "Acme", logo: "logo.png" } });
  expect(here.meta).toContain("not_found_url=https://acme.example/404");
  expect((await get("/blocklist")).hosts).toEqual(["bad.example"]);
  const again = await shell.run(["import", "all.ndjson", "--settings", "--yes", "--no-wait"]);
  expect(again.stderr).toContain("No setting changes.");
});

it("[18.8] names a setting that is refused, and brings the others", async () => {
  const text = await readFile(join(shell.folder, "all.ndjson"), "utf8");
  await writeFile(
    join(shell.folder, "wrong.ndjson"),
    text.replace("https://acme.example/404", "ftp://acme.example/").replace('"Acme"', '"Acme 2"'),
  );
  const run = await shell.run(["import", "wrong.ndjson", "--settings", "--yes", "--no-wait"]);
  expect(run.exitCode).toBe(1);
  expect(run.stderr).toMatch(/^setting not_found_url: The API answered 422/m);
  expect((await get("/workspace/current")).branding.name).toBe("Acme 2");
});
