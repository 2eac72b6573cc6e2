import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import type { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  withExistingDatabase,
  withLocalDatabase,
  withLocalDatabases,
} from "../../scripts/support/local-database.ts";
import { writeBackupSet } from "../../scripts/backup/backup-set.ts";
import type { BoundDatabase } from "../../scripts/backup/database.ts";
import type { RunQuery } from "../../src/storage/backup/read.ts";
import { runScript } from "../support/run-script.ts";
import { SMALL_INSTALLATION } from "../support/small-installation.ts";

/** Backups of an installation with two databases. */

let folder: string;

const inFolder = (...names: string[]) => join(folder, ...names);
const run = (state: string, name: string, ...args: string[]) =>
  runScript(name, args, { stateDir: inFolder(state), cwd: folder });

const inDatabases = <T>(state: string, work: (db: DatabaseSync) => T): Promise<T[]> =>
  withLocalDatabases(inFolder(state), withExistingDatabase, async (databases) =>
    databases.map(({ db }) => work(db)),
  );

const readNames = (db: DatabaseSync) => ({
  workspaces: db
    .prepare("SELECT name FROM workspaces")
    .all()
    .map(({ name }) => name),
  hosts: db
    .prepare("SELECT host FROM hosts")
    .all()
    .map(({ host }) => host),
  elsewhere: db
    .prepare("SELECT host, database FROM hosts_elsewhere")
    .all()
    .map((row) => ({ ...row })),
  sweeps: db.prepare("SELECT writes_tombstones FROM key_sweeps").all().length,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "backup-set-"));
  const other = SMALL_INSTALLATION.replaceAll("go.example.com", "far.example.com")
    .replaceAll("Acme", "Other")
    .replaceAll("'w'", "'w2'");
  await withLocalDatabases(
    inFolder("state"),
    withLocalDatabase,
    async ([first, second]) => {
      first!.db.exec(SMALL_INSTALLATION);
      second!.db.exec(other);
    },
    2,
  );
  expect(await run("state", "backup", "set.ndjson.gz")).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(`Wrote ${inFolder("set")}, with 2 databases and manifest.json.`),
  });
});

afterAll(() => rm(folder, { recursive: true }));

test.each([
  ["DB is leaving", 0, "copying"],
  ["DB_01 is arriving", 1, "arriving"],
  ["DB has old rows", 0, "left"],
])("[39.8] there is no backup while a workspace of %s", async (_, index, state) => {
  let left = index;
  await inDatabases("state", (db) => {
    if (left-- === 0)
      db.exec(
        `INSERT INTO moves (workspace_id, id, state, other, created_at, seen_at) VALUES ('w', 'm', '${state}', 'DB', 0, 0)`,
      );
  });
  const { exitCode, stderr } = await run("state", "backup", "moving.ndjson.gz");
  await inDatabases("state", (db) => db.exec("DELETE FROM moves"));
  expect(exitCode).toBe(1);
  expect(stderr).toContain("There is no backup while a workspace moves: w is ");
  expect((await readdir(folder)).filter((name) => name.startsWith("moving"))).toEqual([]);
});

test("[39.8] a backup in whose time a workspace moved has no manifest", async () => {
  const columns = [{ name: "id", type: "", pk: 1, hidden: 0 }];
  const databases = ["DB", "DB_01"].map((binding): BoundDatabase => {
    let looks = 0;
    const query: RunQuery = async ({ sql }) => {
      if (sql.includes("pragma")) return columns;
      if (sql.includes("FROM moves"))
        return binding !== "DB" && looks++ > 0 ? [{ id: "m", state: "arrived" }] : [];
      return sql.includes("has_rows") ? [{ has_rows: 1 }] : [];
    };
    return { binding, db: { title: "It", query, run: async () => {}, readTogether: (read) => read(true) } };
  });
  const set = inFolder("overtaken");
  await expect(writeBackupSet(databases, set, 0, () => {})).rejects.toThrow("is no backup: make it again");
  expect(await readdir(set)).not.toContain("manifest.json");
});

test("[26.8] a backup of several databases is a folder of its owner with a file for each and a manifest", async () => {
  expect((await readdir(inFolder("set"))).toSorted()).toEqual([
    "DB.ndjson.gz",
    "DB_01.ndjson.gz",
    "manifest.json",
  ]);
  expect((await stat(inFolder("set"))).mode & 0o077).toBe(0);
  const { databases } = JSON.parse(await readFile(inFolder("set/manifest.json"), "utf8"));
  expect(databases).toEqual([
    {
      binding: "DB",
      file: "DB.ndjson.gz",
      bytes: (await stat(inFolder("set/DB.ndjson.gz"))).size,
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
    },
    expect.objectContaining({ binding: "DB_01" }),
  ]);
  const again = await run("state", "backup", "set");
  expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("exists already") });
});

test("[26.8] each part is restored into the database of its name, and its hostnames are entered in the first", async () => {
  expect(await run("restored", "restore", "set")).toMatchObject({ exitCode: 0 });
  expect(await inDatabases("restored", readNames)).toEqual([
    {
      workspaces: ["Acme"],
      hosts: ["go.example.com"],
      elsewhere: [{ host: "far.example.com", database: "DB_01" }],
      sweeps: 1,
    },
    { workspaces: ["Other"], hosts: ["far.example.com"], elsewhere: [], sweeps: 1 },
  ]);
  const again = await run("restored", "restore", "set/manifest.json");
  expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("The database is not empty") });
});

test("[26.8] a folder is verified part by part, and refused if a part or the manifest is not whole", async () => {
  const good = await run("none", "backup", "--verify", "set");
  expect(good.stdout).toMatch(
    /^DB of set, begun at .* Every checksum is the same\.\nDB_01 of set, .* is the same\.\n$/,
  );
  const databases = ["DB", "DB_01"].map((binding) => ({ binding, file: `${binding}.ndjson.gz` }));
  await cp(inFolder("set"), inFolder("night"), { recursive: true });
  await writeFile(inFolder("night/manifest.json"), JSON.stringify({ signpost_backup_set: 1, databases }));
  expect(await run("none", "backup", "--verify", "night/manifest.json")).toMatchObject({ exitCode: 0 });
  const twice = JSON.stringify({ signpost_backup_set: 1, databases: [databases[0], databases[0]] });
  await writeFile(inFolder("night/manifest.json"), twice);
  expect((await run("none", "restore", "night")).stderr).toContain("is no manifest of a backup");
  await cp(inFolder("set"), inFolder("bad"), { recursive: true });
  await appendFile(inFolder("bad/DB_01.ndjson.gz"), "x");
  expect((await run("none", "backup", "--verify", "bad")).stderr).toContain("DB_01.ndjson.gz is damaged");
  await rm(inFolder("bad/DB_01.ndjson.gz"));
  expect((await run("none", "restore", "bad")).stderr).toContain("DB_01.ndjson.gz is missing");
  await rm(inFolder("bad/manifest.json"));
  expect((await run("none", "restore", "bad")).stderr).toContain("has no manifest.json");
  expect(await readdir(folder)).not.toContain("none");
});
