import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO, SPECIAL } from "../support/demo-links.ts";
import { findFreePort } from "../../scripts/support/free-port.ts";
import { request, untilNobodyListens } from "../support/local-server.ts";
import { findPages, spawnStart, type Run } from "../support/npm-start.ts";
import { listMissingLines, parseTour, runStep } from "../support/tour.ts";
import { withLocalDatabase } from "../../scripts/support/local-database.ts";

const PROJECT_FOLDER = join(import.meta.dirname, "../..");
const SECRETS_FILE = join(PROJECT_FOLDER, ".dev.vars");

let stateDir: string;
let port: number;
let secretsBefore: string | null;
let first: Run;
/** The origin of the pages that the demo leads to. */
let pages: string;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), "start-"));
  port = await findFreePort();
  secretsBefore = await readFile(SECRETS_FILE, "utf8").catch(() => null);
  first = start();
  await first.untilReady();
  pages = findPages(first.output());
});

afterAll(async () => {
  await first?.stop();
  await rm(stateDir, { recursive: true, force: true });
});

describe("npm start on a fresh database", () => {
  test("prints a link for each record of the demo, and the token", async () => {
    const expected = [...DEMO.map(([host, target]) => `${host}${target}`), ...SPECIAL];
    expect(listLinks(first.output()).toSorted()).toEqual(expected.toSorted());
    expect(first.output()).toContain(`http://localhost:${port}/v1`);
    expect(findToken(first.output())).toBe((await readFile(join(stateDir, "demo-token"), "utf8")).trim());
  });

  test.each(DEMO)("[1.4] answers %s%s with %i", async (host, target, status, location) => {
    const answer = await get(host, target);
    const expected = location === null ? null : pages + location;
    expect({ status: answer.status, location: answer.location }).toEqual({ status, location: expected });
  });

  test("shows the frame and the stored page", async () => {
    expect((await get("go.localhost", "/framed")).body).toContain(`${pages}/`);
    expect((await get("go.localhost", "/hello")).body).toContain("<h1>Hello</h1>");
  });

  test("takes turns between three destinations", async () => {
    const seen: (string | null)[] = [];
    for (let visit = 0; visit < 3; visit++) seen.push((await get("go.localhost", "/turns")).location);
    expect(seen.toSorted()).toEqual(["one", "three", "two"].map((name) => `${pages}/${name}`));
  });

  test("sends a returning visitor to the same of two destinations", async () => {
    const { location } = await get("go.localhost", "/ab-test");
    expect([`${pages}/variant-a`, `${pages}/variant-b`]).toContain(location);
    for (let visit = 0; visit < 5; visit++) {
      expect((await get("go.localhost", "/ab-test")).location).toBe(location);
    }
  });

  test("gives nothing away of what a password protects", async () => {
    const { location, body } = await get("go.localhost", "/secret");
    expect(location).toBeNull();
    expect(body).not.toContain('/secret"');
  });

  test("shows where a link leads, and the picture of one", async () => {
    const preview = await get("go.localhost", "/recipe+");
    expect([preview.status, preview.location]).toEqual([200, null]);
    expect(preview.body).toContain("Pancakes");
    expect((await get("go.localhost", "/poster.qr")).body).toMatch(/^<svg/);
  });

  const hasTools = ["curl", "bash", "grep"].every((tool) => spawnSync(tool, ["--version"]).status === 0);

  test.runIf(hasTools)("answers each command of docs/behaviour.md as the page shows it", async () => {
    const page = await readFile(join(PROJECT_FOLDER, "docs/behaviour.md"), "utf8");
    const moved = page
      .replaceAll("localhost:8787", `localhost:${port}`)
      .replaceAll("http://localhost:9787", pages);
    const steps = parseTour(moved);
    expect(steps.length).toBeGreaterThan(30);
    for (const step of steps) {
      const output = await runStep(step);
      expect({ step, missing: listMissingLines(step, output) }, output).toEqual({ step, missing: [] });
    }
  });

  test("lets the demo's token into the API, and a new workspace's, and nobody else", async () => {
    expect(await callApi(findToken(first.output()))).toBe(404);
    expect(await callApi(await makeWorkspace())).toBe(404);
    expect(await callApi(null)).toBe(401);
  });

  test("has its first heartbeat before the first record of the demo", async () => {
    // Both ids begin with the time at which they were made.
    const sql = `SELECT (SELECT database_id FROM installation) AS first, (SELECT min(id) FROM records) AS second`;
    const { first, second } = await withLocalDatabase(stateDir, async (db) => ({ ...db.prepare(sql).get() }));
    expect(String(first) < String(second)).toBe(true);
    expect(first).toEqual(expect.any(String));
  });

  test("[25.9, 32.1] has the dashboard at the root of the admin host, and a link that signs in once", async () => {
    expect((await get("localhost", "/")).body).toMatch(
      /<script type="module" src="\/assets\/[\w-]+\.js" async>/,
    );
    const code = /\/#code=([\w-]{43})$/m.exec(first.output())?.[1] ?? "";
    const signIn = () =>
      fetch(`http://localhost:${port}/v1/session`, {
        method: "POST",
        headers: { Origin: `http://localhost:${port}`, "Content-Type": "application/json" },
        body: JSON.stringify({ code }),
      });
    expect([(await signIn()).status, (await signIn()).status]).toEqual([200, 401]);
  });

  test("shows each link of the demo with its answer", async () => {
    const page = await (await fetch(`${pages}/`)).text();
    expect(page.match(/<tr><td>/g)).toHaveLength(DEMO.length + SPECIAL.length);
    expect(page).not.toContain("no answer");
    expect(page).toContain(`<td>301<td><code>${pages}/new-home</code>`);
    expect(page).not.toMatch(/<script|\son\w+=/);
    for (const [, path = ""] of page.matchAll(/href="(\/[^"]+\.md)"/g)) {
      expect((await (await fetch(pages + path)).text()).startsWith("# ")).toBe(true);
    }
  });

  test("leads to pages of this machine, which show what arrived and escape it", async () => {
    const { location } = await get("go.localhost", "/promo/shoes?color=%3Cb%3E");
    const page = await (await fetch(location ?? "")).text();
    expect(page).toContain("You have arrived at /shop/shoes");
    expect(page).toContain("&lt;b&gt;");
    expect(page).not.toContain("<b>");
  });

  test("is the only one to use its state folder", async () => {
    const second = start({ PORT: String(await findFreePort()) });
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain(`Another npm start is running with the state in ${stateDir}`);
    expect(second.output()).not.toContain("    at ");
  });

  test("says which port is in use, and how to choose another", async () => {
    const second = start();
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain(`Port ${port} is in use. PORT chooses another`);
  });

  test("leaves secrets alone that were there", async () => {
    const secrets = await readFile(SECRETS_FILE, "utf8");
    expect(secrets).toMatch(/^SIGNING_KEY=/m);
    if (secretsBefore?.includes("SIGNING_KEY=")) expect(secrets).toBe(secretsBefore);
  });
});

describe("npm start with a state folder that it cannot use", () => {
  test.each([
    ["a folder that cannot be made", "/dev/null/state", "cannot be made: ENOTDIR"],
    ["a file", join(PROJECT_FOLDER, "package.json"), "cannot be made: ENOTDIR"],
  ])("says so in a sentence: %s", async (_, folder, reason) => {
    const run = start({ STATE_DIR: folder, PORT: String(await findFreePort()) });
    expect(await run.exit).toBe(1);
    expect(run.output()).toContain(`The state folder ${folder} ${reason}`);
    expect(run.output().trim().split("\n")).toHaveLength(1);
  });

  test("says so in a sentence: a database that is none", async () => {
    const folder = await mkdtemp(join(tmpdir(), "broken-"));
    const database = await withLocalDatabase(folder, async (db) => db.location() ?? "");
    await Promise.all(["-wal", "-shm"].map((end) => rm(database + end, { force: true })));
    await writeFile(database, "no database at all, but some text that is long enough".repeat(100));
    const run = start({ STATE_DIR: folder, PORT: String(await findFreePort()) });
    expect(await run.exit).toBe(1);
    expect(run.output()).toContain(`The local database ${database} cannot be used: file is not a database`);
    expect(run.output()).not.toContain("    at ");
    await rm(folder, { recursive: true });
  });
});

describe("npm start on a database of before", () => {
  test("ends on Ctrl-C, then starts with the same demo and makes nothing anew", async () => {
    const { exitCode } = await first.stop();
    expect(exitCode).toBe(0);
    await untilNobodyListens(port);
    const before = await countRows();
    const secrets = await readFile(SECRETS_FILE, "utf8");

    const second = start();
    try {
      await second.untilReady();
      expect(findToken(second.output())).toBe(findToken(first.output()));
      expect(listLinks(second.output())).toEqual(listLinks(first.output()));
      expect((await get("go.localhost", "/docs")).location).toBe(`${pages}/documentation`);
    } finally {
      await second.stop();
    }
    await untilNobodyListens(port);
    expect(await countRows()).toEqual(before);
    expect(await readFile(SECRETS_FILE, "utf8")).toBe(secrets);
  });

  test("leaves nothing that runs when it is killed, and follows its pages to another port", async () => {
    const second = start();
    await second.untilReady();
    second.kill();
    await second.exit;
    await untilNobodyListens(port);

    // The folder is free as well, and the pages have to move where their port is taken.
    const taken = createServer().listen(Number(new URL(pages).port), "127.0.0.1");
    const third = start();
    try {
      await third.untilReady();
      const moved = findPages(third.output());
      expect(moved).not.toBe(pages);
      expect((await get("go.localhost", "/docs")).location).toBe(`${moved}/documentation`);
      expect((await get("go.localhost", "/app?from=poster")).location).toBe(`${moved}/welcome`);
      expect((await get("go.localhost", "/offer")).location).toBe(`${moved}/next-offer`);
    } finally {
      taken.close();
      await third.stop();
    }
    await untilNobodyListens(port);
  });

  test("makes no demo where only others have workspaces", async () => {
    await writeFile(join(stateDir, "demo-token"), "");
    const before = await countRows();
    const third = start();
    try {
      await third.untilReady();
      expect(third.output()).toContain("there is no demo in it");
      expect(listLinks(third.output())).toEqual([]);
    } finally {
      await third.stop();
    }
    await untilNobodyListens(port);
    expect(await countRows()).toEqual(before);
  });
});

const start = (env: Record<string, string> = {}) =>
  spawnStart({ STATE_DIR: stateDir, PORT: String(port), ...env });

const get = (host: string, path: string, headers: Record<string, string> = {}) =>
  request(port, host, path, headers);

/** Host and target of each link that can be clicked, in order. */
function listLinks(output: string): string[] {
  return [...output.matchAll(/^ +(http:\/\/(?:go|old)\.localhost:\S+)/gm)].map(([, link = ""]) => {
    const url = new URL(link);
    expect(url.port).toBe(String(port));
    return `${url.hostname}${url.pathname}${url.search}`;
  });
}

function findToken(output: string): string {
  return /\bsp_[0-9A-Za-z]{40}\b/.exec(output)?.[0] ?? "";
}

async function callApi(token: string | null): Promise<number> {
  const headers = token === null ? undefined : { Authorization: `Bearer ${token}` };
  const { status } = await get("localhost", "/v1/link/01890000-0000-7000-8000-000000000000", headers);
  return status;
}

function makeWorkspace(): Promise<string> {
  const options = { cwd: PROJECT_FOLDER, env: { ...process.env, STATE_DIR: stateDir } };
  return new Promise((resolve, reject) => {
    const args = ["scripts/workspace.ts", "create", "--name", "Beside the demo"];
    execFile(process.execPath, args, options, (error, stdout) =>
      error ? reject(error) : resolve(stdout.trim()),
    );
  });
}

function countRows(): Promise<Record<string, unknown>> {
  const count = (table: string) => `(SELECT count(*) FROM ${table}) AS ${table}`;
  const sql = `SELECT ${["workspaces", "tokens", "hosts", "records", "pages", "history"].map(count).join(", ")}`;
  return withLocalDatabase(stateDir, async (db) => ({ ...db.prepare(sql).get() }));
}
