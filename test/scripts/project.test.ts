import { mkdtemp, rm } from "node:fs/promises";
import type { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withLocalDatabase } from "../../scripts/support/local-database.ts";
import { runScript } from "../support/run-script.ts";
import { parseProjectOptions } from "../../scripts/support/project-option.ts";

describe("parseProjectOptions", () => {
  test("takes all hostnames, and waits unless told otherwise", () => {
    expect(parseProjectOptions(["--all"])).toEqual({
      host: null,
      isRemote: false,
      writesTombstones: false,
      adopts: false,
      waits: true,
    });
  });

  test("takes one hostname in any spelling, and every switch", () => {
    expect(parseProjectOptions(["--host", "*.BÜCHER.example", "--remote", "--no-wait"])).toEqual({
      host: "*.xn--bcher-kva.example",
      isRemote: true,
      writesTombstones: false,
      adopts: false,
      waits: false,
    });
    expect(parseProjectOptions(["--all", "--tombstones"])).toMatchObject({ writesTombstones: true });
    expect(parseProjectOptions(["--all", "--adopt"])).toMatchObject({ adopts: true });
    expect(() => parseProjectOptions(["--host", "a.example", "--adopt"])).toThrow(
      "--adopt works only with --all",
    );
  });

  test("asks for help before it looks at anything else", () => {
    expect(parseProjectOptions(["--help"])).toBeNull();
  });
});

let stateDir: string;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), "project-"));
  // The first to open it has it made.
  await withLocalDatabase(stateDir, async () => {});
});

afterAll(() => rm(stateDir, { recursive: true }));

const run = (...args: string[]) => runScript("project", args, { stateDir, cwd: tmpdir() });

const inDatabase = <T>(work: (db: DatabaseSync) => T): Promise<T> =>
  withLocalDatabase(stateDir, async (db) => work(db));

/** `one` and `two` are connected, `gone` once was. */
const HOSTNAMES = `
  DELETE FROM hosts; DELETE FROM slots; DELETE FROM reprojections; DELETE FROM key_sweeps; DELETE FROM pending;
  INSERT OR IGNORE INTO workspaces (id, name, plan, number, created_at, updated_at) VALUES ('w', 'W', 'pro', 1, 0, 0);
  INSERT OR IGNORE INTO users (id, name, created_at) VALUES ('u', 'U', 0);
  INSERT INTO slots (host, slot, seq) VALUES ('one.example', 'h', 1), ('gone.example', 'h', 2);`;

const CONNECT = `
  INSERT INTO hosts (host, workspace_id, domain, tld, connected_via, connected_at, created_by, created_at, updated_at)
  SELECT value, 'w', value, 'example', 'api', 0, 'u', 0, 0 FROM json_each('["one.example", "two.example"]');`;

async function filed() {
  return await inDatabase((db) => ({
    hosts: db
      .prepare("SELECT host FROM reprojections ORDER BY host")
      .all()
      .map(({ host }) => host),
    behind: db
      .prepare("SELECT host FROM hosts WHERE behind_since IS NOT NULL AND slots_put_at > 0 ORDER BY host")
      .all()
      .map(({ host }) => host),
    walks: db
      .prepare("SELECT writes_tombstones, finished_at FROM key_sweeps")
      .all()
      .map((row) => ({ ...row })),
  }));
}

describe("the project command", () => {
  beforeEach(() => inDatabase((db) => db.exec(HOSTNAMES + CONNECT)));

  test("files all hostnames, those as well that are connected no more", async () => {
    const { exitCode, stderr } = await run("--all", "--no-wait");
    expect(exitCode).toBe(0);
    expect(stderr).toContain("The job is filed");
    expect(await filed()).toEqual({
      hosts: ["gone.example", "one.example", "two.example"],
      behind: ["one.example", "two.example"],
      walks: [],
    });
  });

  test("files one hostname and no other", async () => {
    await run("--host", "two.example", "--no-wait");
    expect(await filed()).toEqual({ hosts: ["two.example"], behind: ["two.example"], walks: [] });
    await run("--host", "gone.example", "--no-wait");
    expect((await filed()).hosts).toEqual(["gone.example", "two.example"]);
  });

  test("files a walk over the keys that writes tombstones, in place of one that is done", async () => {
    await inDatabase((db) =>
      db.exec(
        "INSERT INTO key_sweeps (one, writes_tombstones, cursor, created_at, finished_at) VALUES (1, 0, 'x', 1, 2)",
      ),
    );
    expect((await run("--all", "--tombstones", "--no-wait")).exitCode).toBe(0);
    expect((await filed()).walks).toEqual([{ writes_tombstones: 1, finished_at: null }]);
  });

  test("files nothing where an empty database would take every key for unknown", async () => {
    await inDatabase((db) => db.exec("DELETE FROM hosts"));
    const { exitCode, stderr } = await run("--all", "--tombstones", "--no-wait");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("The database has no hostname");
    expect(await filed()).toEqual({ hosts: [], behind: [], walks: [] });
  });

  test("waits until the database says that all is written", async () => {
    await inDatabase((db) =>
      db.exec("INSERT INTO pending (seq, host, slot, created_at) VALUES (1, 'one.example', 'h', 0)"),
    );
    const waiting = run("--host", "one.example");
    await expect.poll(async () => (await filed()).hosts).toEqual(["one.example"]);
    await inDatabase((db) => db.exec("DELETE FROM pending; DELETE FROM reprojections"));
    const { exitCode, stdout } = await waiting;
    expect(exitCode).toBe(0);
    expect(stdout).toContain("KV has every snapshot of one.example");
  });

  test("shows its help", async () => {
    const { exitCode, stdout } = await run("--help");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("--tombstones");
  });

  test.each([
    ["neither all nor a hostname", [], "Pass either --all or --host"],
    ["both", ["--all", "--host", "one.example"], "Pass either --all or --host"],
    ["tombstones for one hostname", ["--host", "one.example", "--tombstones"], "works only with --all"],
    ["what is no hostname", ["--host", "https://one.example/"], "--host takes a hostname"],
    [
      "a hostname that it does not know",
      ["--host", "else.example"],
      "does not know the hostname else.example",
    ],
    ["an unknown option", ["--al"], "Unknown option '--al'"],
  ])("exits with 2 and a clear message for %s", async (_, args, message) => {
    const { exitCode, stdout, stderr } = await run(...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(await filed()).toEqual({ hosts: [], behind: [], walks: [] });
  });
});
