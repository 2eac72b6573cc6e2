import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildWorker } from "../../scripts/worker/build.ts";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";

/** The table of long constants in the deployed form of the Worker: visits that need no database run without it. */

const HOST = "go.localhost";
const TABLE_HOST = "table.localhost";

let folder: string;
let worker: RunningWorker;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "signpost-table-"));
  worker = await startWorker({ main: await writeWatchedWorker(), hasTwin: true });
});

afterAll(async () => {
  await worker?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Writes the built Worker with an address that tells whether its isolate has read the table. Returns the entry. */
async function writeWatchedWorker(): Promise<string> {
  const built = await buildWorker();
  const code = await readFile(built, "utf8");
  const [, text = ""] = /import (\w+) from"\.\/constants-/.exec(code) ?? [];
  const reading = `${text}.split(`;
  expect(code.split(reading)).toHaveLength(2);
  const watched = code
    .replace(reading, `(globalThis.hasReadTable = true, ${text}).split(`)
    .replaceAll('from"./', `from"${dirname(built)}/`);
  await writeFile(join(folder, "watched.js"), watched);
  const entry = `import worker from "./watched.js";
    export * from "./watched.js";
    export default {
      ...worker,
      fetch: (request, ...rest) =>
        new URL(request.url).hostname === "${TABLE_HOST}"
          ? Response.json(globalThis.hasReadTable === true)
          : worker.fetch(request, ...rest),
    };`;
  const file = join(folder, "entry.js");
  await writeFile(file, entry);
  return file;
}

/** Visits in the isolate that answers no call of the API. */
const visit = (path: string) => worker.askTwin(`http://${HOST}${path}`, { redirect: "manual" });
const hasReadTable = async () => (await worker.askTwin(`http://${TABLE_HOST}/`)).json();

it("no redirect that KV or memory knows reads it, and code that is loaded on demand does", async () => {
  await worker.call("POST", "/host", { host: HOST });
  const destination = "https://example.com/a";
  await worker.call("POST", "/link", { host: HOST, alias: "plain", destination });
  for (const path of ["/plain", "/plain", "/plain?utm_source=x"]) {
    expect((await visit(path)).headers.get("Location"), path).toContain(destination);
  }
  expect(await hasReadTable()).toBe(false);
  const account = await worker.askTwin(`http://localhost/v1/account`, {
    headers: { Authorization: `Bearer ${worker.token}` },
  });
  expect(account.status).toBe(200);
  expect(await hasReadTable()).toBe(true);
});
