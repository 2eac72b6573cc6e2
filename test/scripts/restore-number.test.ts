import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import type { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  withExistingDatabase,
  withLocalDatabase,
  withLocalDatabases,
} from "../../scripts/support/local-database.ts";
import { MERGED } from "../../src/storage/backup/merge.ts";
import { BACKED_UP } from "../../src/storage/backup/table.ts";
import { LEFT_OUT } from "../support/left-out.ts";
import { runScript } from "../support/run-script.ts";
import { smallWorkspace } from "../support/small-installation.ts";
import {
  fillFirst,
  fillSecond,
  FIRST_HOST,
  FIRST_WORKSPACE,
  HALF_ADDED,
  MISSED,
  SECOND_HOST,
  SECOND_WORKSPACE,
  STORED,
} from "../support/two-filled-databases.ts";

/** A backup of some databases is restored into another number of databases. */

let folder: string;

const inFolder = (...names: string[]) => join(folder, ...names);
const run = (state: string, name: string, ...args: string[]) =>
  runScript(name, args, {
    stateDir: inFolder(state),
    cwd: folder,
    env: { DATABASES: "", TMPDIR: inFolder("tmp") },
  });

const make = (state: string, ...fillings: ((db: DatabaseSync) => void)[]) =>
  withLocalDatabases(
    inFolder(state),
    withLocalDatabase,
    async (databases) => fillings.forEach((fill, index) => fill(databases[index]!.db)),
    fillings.length,
  );

const inDatabases = <T>(state: string, work: (db: DatabaseSync) => T): Promise<T[]> =>
  withLocalDatabases(inFolder(state), withExistingDatabase, async (databases) =>
    databases.map(({ db }) => work(db)),
  );

const select = (db: DatabaseSync, sql: string) =>
  db
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }));

const listTables = (db: DatabaseSync) =>
  select(
    db,
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'record_search_*'",
  ).map(({ name }) => String(name));

/** What one database has for itself. */
const OWN = new Set([
  "sequence",
  "slots",
  "pending",
  "reprojections",
  "key_sweeps",
  "installation",
  "d1_migrations",
  "hosts_elsewhere",
  "click_folder",
  "public_suffixes",
  "threat_round",
]);
/** Of these, two databases may have rows with one key. */
const SHARED = new Set([
  ...BACKED_UP.map(({ name }) => name).filter((name) => MERGED[name] !== "apart"),
  "miss_totals",
]);

/** Reads the rows of workspaces, without when a restore was. */
function readRows(db: DatabaseSync): Record<string, string[]> {
  const tables = listTables(db).filter((table) => !OWN.has(table) && !SHARED.has(table));
  return Object.fromEntries(
    tables.map((table) => {
      const rows = select(db, `SELECT * FROM ${table}`).map(
        ({ behind_since: _, slots_put_at: __, refilled_at: ___, ...row }) =>
          JSON.stringify(row, (_key, value: unknown) => (value instanceof Uint8Array ? [...value] : value)),
      );
      return [table, rows.toSorted()];
    }),
  );
}

const readHosts = (db: DatabaseSync) => ({
  hosts: select(db, "SELECT host FROM hosts WHERE waiting_since IS NULL ORDER BY host").map(
    ({ host }) => host,
  ),
  elsewhere: select(db, "SELECT host, database FROM hosts_elsewhere ORDER BY host"),
});

const EMPTY = { hosts: [], elsewhere: [] };

const small = (name: string, number: number) => (db: DatabaseSync) => db.exec(smallWorkspace(name, number));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "restore-number-"));
  await mkdir(inFolder("tmp"));
  await make("two", fillFirst, fillSecond);
  await make("three", small("a", 3), small("b", 512_001), small("c", 528_001));
  await make("solo", small("solo", 4));
  for (const [state, name] of [
    ["two", "two-set"],
    ["three", "three-set"],
    ["solo", "solo.ndjson.gz"],
  ] as const) {
    expect(await run(state, "backup", name)).toMatchObject({ exitCode: 0 });
  }
});

afterAll(() => rm(folder, { recursive: true }));

test("[26.9] each table of the schema is left out of backups, or said how it is merged", async () => {
  const names = BACKED_UP.map(({ name }) => name);
  expect(Object.keys(MERGED).toSorted()).toEqual(names.toSorted());
  const [tables] = await inDatabases("solo", listTables);
  expect(tables!.filter((table) => !names.includes(table) && !(table in LEFT_OUT))).toEqual([]);
});

describe("two databases that are filled in every table", () => {
  beforeAll(async () => {
    expect(await run("again", "restore", "two-set")).toMatchObject({ exitCode: 0 });
    await make("merged", () => {});
  });

  test("[26.9] become one with every row, every total and one directory", async () => {
    const { exitCode, stdout, stderr } = await run("merged", "restore", "two-set");
    expect(stderr).toContain("DB: Merging 2 files");
    expect(stdout).toContain("DB takes DB (DB.ndjson.gz), DB_01 (DB_01.ndjson.gz).\n");
    expect(stdout).toContain("Every checksum is the same.");
    expect(exitCode).toBe(0);

    const [merged] = await inDatabases("merged", readRows);
    const apart = await inDatabases("again", readRows);
    const union = Object.fromEntries(
      Object.keys(merged!).map((table) => [table, apart.flatMap((rows) => rows[table]!).toSorted()]),
    );
    expect(merged).toEqual(union);
    const empty = BACKED_UP.filter(
      ({ name }) => MERGED[name] === "apart" && apart.some((rows) => rows[name]!.length === 0),
    );
    expect(empty).toEqual([]);

    const [hosts] = await inDatabases("merged", readHosts);
    expect(hosts).toEqual({ hosts: [SECOND_HOST, FIRST_HOST], elsewhere: [] });
    const sequences = async (state: string) =>
      (await inDatabases(state, (db) => select(db, "SELECT value FROM sequence")))
        .flat()
        .map(({ value }) => Number(value));
    expect((await sequences("merged"))[0]).toBeGreaterThan(Math.max(...(await sequences("two"))));
    const slots = (db: DatabaseSync) => select(db, "SELECT host, slot FROM slots ORDER BY host, slot");
    const [all] = await inDatabases("merged", slots);
    expect(all).toEqual(
      (await inDatabases("again", slots)).flat().toSorted((a, b) => (a.host! < b.host! ? -1 : 1)),
    );
    const [found] = await inDatabases("merged", (db) =>
      select(db, "SELECT rowid FROM record_search WHERE record_search MATCH '\"spring\"'"),
    );
    expect(found).toHaveLength(2);
  });

  test("[26.9] become one in which what both knew is known once", async () => {
    const [tables] = await inDatabases("merged", (db) =>
      Object.fromEntries([...SHARED].map((table) => [table, select(db, `SELECT * FROM ${table}`)])),
    );
    const [before] = await inDatabases("two", (db) => select(db, "SELECT * FROM cname_targets"));
    expect(tables).toMatchObject({
      installation_blocklist: [{ hosts: '["later.example"]' }],
      dead_letters: [{ id: "0123456789abcdef", received_at: 1_769_851_800_000 }],
      orphaned_certificates: [{ id: "certificate", hostname: "was.example.com" }],
      cname_targets: [{ ...before![0], seen_at: Number(before![0]!.seen_at) + 5 }],
    });
    expect(tables!["users"]!.map(({ id }) => id).toSorted()).toEqual([
      ...["0198c0de", "0298c0de"].map((start) => `${start}-7a10-7000-8000-000000000002`),
      "😀",
      "！",
    ]);
    expect(tables!["miss_totals"]).toContainEqual({ scope_id: "", paths: 2 });
    const bodies = (table: string) =>
      Object.fromEntries(
        tables![table]!.map(({ id, body }) => [
          id,
          Object.keys((JSON.parse(String(body)) as { of: object }).of),
        ]),
      );
    expect(bodies("click_batches")).toEqual({
      [HALF_ADDED]: [SECOND_WORKSPACE],
      [STORED]: [FIRST_WORKSPACE, SECOND_WORKSPACE],
    });
    expect(bodies("miss_batches")).toEqual({ [MISSED]: [FIRST_HOST, SECOND_HOST] });
    expect(tables!["click_batches"]!.find(({ id }) => id === STORED)).toMatchObject({
      ids: '["0mkv0abce-0198c0e0","other"]',
      waits_until: null,
    });
  });
});

describe("an installation with another number of databases", () => {
  const restore = async (state: string, databases: number, ...args: string[]) => {
    await make(state, ...Array.from({ length: databases }, () => () => {}));
    return await run(state, "restore", ...args);
  };

  test("[26.9] with more of them has empty ones, which belong to it and can take a workspace", async () => {
    const { exitCode, stdout } = await restore("more", 3, "solo.ndjson.gz");
    expect(stdout).toContain("DB takes DB (solo.ndjson.gz).\nDB_01 stays empty.\nDB_02 stays empty.\n");
    expect(exitCode).toBe(0);
    expect(await inDatabases("more", readHosts)).toEqual([
      { hosts: ["solo.example"], elsewhere: [] },
      EMPTY,
      EMPTY,
    ]);
    const adopted = await inDatabases("more", (db) => select(db, "SELECT is_adopted FROM installation"));
    expect(adopted.flat()).toEqual([{ is_adopted: 1 }, { is_adopted: 1 }, { is_adopted: 1 }]);
    const created = await run("more", "workspace", "create", "--name", "New", "--database", "DB_02");
    expect(created).toMatchObject({ exitCode: 0 });
  });

  test("[26.9] is made with as many as DATABASES says", async () => {
    const place = { stateDir: inFolder("made"), cwd: folder, env: { DATABASES: "4" } };
    expect(await runScript("restore", ["three-set"], place)).toMatchObject({ exitCode: 0 });
    expect((await inDatabases("made", readHosts)).map(({ hosts }) => hosts)).toEqual([
      ["a.example"],
      ["b.example"],
      ["c.example"],
      [],
    ]);
  });

  test("[26.9] with fewer has the others in those that take the least, or where --into says", async () => {
    expect(await restore("fewer", 2, "three-set")).toMatchObject({ exitCode: 0 });
    const [first, second] = await inDatabases("fewer", readHosts);
    expect([...first!.hosts, ...second!.hosts].toSorted()).toEqual(["a.example", "b.example", "c.example"]);
    expect(first!.elsewhere).toEqual(second!.hosts.map((host) => ({ host, database: "DB_01" })));

    const { stdout, exitCode } = await restore(
      "named",
      2,
      "three-set",
      "--into",
      "DB_02=DB_01",
      "--into",
      "db=db_01",
    );
    expect(stdout).toContain(
      "DB stays empty.\nDB_01 takes DB_01 (DB_01.ndjson.gz), DB (DB.ndjson.gz), DB_02 (DB_02.ndjson.gz).\n",
    );
    expect(exitCode).toBe(0);
    const hosts = ["a.example", "b.example", "c.example"];
    expect(await inDatabases("named", readHosts)).toEqual([
      { hosts: [], elsewhere: hosts.map((host) => ({ host, database: "DB_01" })) },
      { hosts, elsewhere: [] },
    ]);
    const counts = await inDatabases("named", (db) =>
      select(db, "SELECT record_count, host_count, last_row FROM workspaces"),
    );
    const one = { record_count: 1, host_count: 1, last_row: 1 };
    expect(counts).toEqual([[], [one, one, one]]);
    const tags = await inDatabases("named", (db) =>
      select(db, "SELECT workspace_id, count FROM record_counts WHERE kind = 'tag' ORDER BY workspace_id"),
    );
    expect(tags[1]).toEqual(["a", "b", "c"].map((id) => ({ workspace_id: id, count: 1 })));
    // No merged file is left behind.
    expect(await readdir(inFolder("tmp"))).toEqual([]);
  });

  const refuse = async (state: string, ...args: string[]) => {
    const { exitCode, stderr } = await restore(state, 2, ...args);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Nothing was restored.");
    const rows = await inDatabases(state, (db) =>
      [...BACKED_UP.map(({ name }) => name), "installation", "hosts_elsewhere"].filter(
        (table) => select(db, `SELECT 1 FROM ${table}`).length > 0,
      ),
    );
    expect(rows).toEqual([[], []]);
    return stderr;
  };

  test("[26.9] refuses --into for a database that is not there", async () => {
    expect(await refuse("nowhere", "three-set", "--into", "DB_05=DB", "--into", "DB_02=DB_02")).toContain(
      "--into: the backup has no DB_05; the installation has no DB_02. The backup is of DB, DB_01, DB_02, and the installation has DB, DB_01.",
    );
  });

  test("[26.9] refuses a workspace that two files have, before it restores anything", async () => {
    await make("from-same", small("a", 3), () => {}, small("a", 512_001));
    expect(await run("from-same", "backup", "same-set")).toMatchObject({ exitCode: 0 });
    expect(await refuse("same", "same-set", "--into", "DB_02=DB")).toMatch(
      /DB\.ndjson\.gz and .*DB_02\.ndjson\.gz both have a row of hosts with the key a\.example/,
    );
  });

  test("[26.9] refuses a file that is damaged, or of another version than the one that it is merged with", async () => {
    const databases = ["DB", "DB_01", "DB_02"].map((binding) => ({ binding, file: `${binding}.ndjson` }));
    await mkdir(inFolder("night"));
    const texts = await Promise.all(
      databases.map(async ({ binding }) =>
        gunzipSync(await readFile(inFolder("three-set", `${binding}.ndjson.gz`))).toString(),
      ),
    );
    const write = async (third: string) => {
      const files = [texts[0]!, texts[1]!, third];
      for (const [index, { file }] of databases.entries())
        await writeFile(inFolder("night", file), files[index]!);
      await writeFile(inFolder("night/manifest.json"), JSON.stringify({ signpost_backup_set: 1, databases }));
    };
    await write(texts[2]!.replace('"News', '"Olds'));
    expect(await refuse("damaged", "night")).toContain(
      "DB_02.ndjson is damaged: the rows of records do not match",
    );
    await write(texts[2]!.replace(',"left_workspace"]', ',"left"]'));
    expect(await refuse("older", "night")).toContain("were written by different versions of Signpost");
  });
});
