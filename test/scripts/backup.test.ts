import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wranglerWriter } from "../../scripts/backup/database.ts";
import { readWrangler } from "../../scripts/support/wrangler.ts";
import { parseBackupOptions, parseRestoreOptions } from "../../scripts/backup/option.ts";
import { CREATE_PIECES, DROP_PIECES, insertPiece } from "../../src/storage/backup/restore.ts";
import { withLocalDatabase } from "../../scripts/support/local-database.ts";
import { runScript } from "../support/run-script.ts";

describe("the options", () => {
  test("of a backup name the moment in its file unless told", () => {
    expect(parseBackupOptions([], Date.UTC(2026, 0, 2, 3, 4, 5))).toEqual({
      file: "signpost-2026-01-02T03-04-05.ndjson.gz",
      isRemote: false,
      name: null,
    });
    expect(parseBackupOptions(["x", "--remote", "--database", "other"], 0)).toEqual({
      file: "x",
      isRemote: true,
      name: "other",
    });
  });

  test("of a restore need a file", () => {
    expect(parseRestoreOptions(["x"])).toMatchObject({ file: "x", isRemote: false });
    expect(() => parseRestoreOptions([])).toThrow("Missing the FILE");
    expect(() => parseRestoreOptions(["x", "y"])).toThrow("there is also y");
    expect(() => parseRestoreOptions(["x", "--database", "other"])).toThrow("only with --remote");
    expect(() => parseRestoreOptions(["x", "--force"])).toThrow("--force");
    expect(parseRestoreOptions(["--help"])).toBeNull();
  });
});

let folder: string;
/** The backup of the database, without compression. */
let text: string;

const inFolder = (name: string) => join(folder, name);

const run = (command: "backup" | "restore", stateDir: string, ...args: string[]) =>
  runScript(command, args, { stateDir: inFolder(stateDir), cwd: folder });

/** A page whose row does not fit into one statement, and quotes and lines that have to survive. */
const HTML = "'é🎉\u2028\n\"\\".repeat(12_000);

const ROWS = `
  INSERT INTO workspaces (id, name, plan, number, created_at, updated_at) VALUES ('w', 'W', 'pro', 3, 1, 2);
  INSERT INTO users (id, name, created_at) VALUES ('u', 'It''s me', 1);
  INSERT INTO memberships (workspace_id, user_id, role, created_at) VALUES ('w', 'u', 'owner', 1);
  INSERT INTO hosts (host, workspace_id, domain, tld, connected_via, connected_at, created_by, created_at, updated_at)
    VALUES ('go.example.com', 'w', 'example.com', 'com', 'api', 0, 'u', 0, 0);
  INSERT INTO records (row, id, workspace_id, handler, runtime, host, source_kind, source, slot, type, tags, created_by,
      created_via, created_at, updated_at)
    SELECT (3 << 32) + value, 'r' || value, 'w', 'short-url', 'link', 'go.example.com', iif(value = 3, 'query', 'exact'),
      iif(value = 3, '/ask?x=1', '/' || value), iif(value = 3, 'q/ask?x=1', 'p/' || value),
      '302', '["Ünï"]', 'u', 'api', 0, 0 FROM json_each('[1,2,3,400]');`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "backup-command-"));
  await withLocalDatabase(inFolder("from"), async (db) => {
    db.exec(ROWS);
    db.prepare(
      "INSERT INTO pages (workspace_id, name, html, created_at, updated_at) VALUES ('w', 'p', ?, 0, 0)",
    ).run(HTML);
  });
  expect((await run("backup", "from", "backup.gz")).exitCode).toBe(0);
  text = gunzipSync(await readFile(inFolder("backup.gz"))).toString();
  await withLocalDatabase(inFolder("empty"), async () => {});
});

afterAll(() => rm(folder, { recursive: true }));

describe("npm run backup", () => {
  test("[26.4] writes a file that only its owner reads, and a checksum for each table", async () => {
    expect((await stat(inFolder("backup.gz"))).mode & 0o777).toBe(0o600);
    const last = JSON.parse(text.trimEnd().split("\n").at(-1)!) as {
      tables: Record<string, { count: number }>;
    };
    expect(last.tables["records"]?.count).toBe(4);
    expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test.each([
    ["missing", "does not exist"],
    ["no-database", "has no database"],
    ["empty", "has no workspaces"],
  ])("[26.4] refuses the state folder %s, names it, and creates nothing", async (name, problem) => {
    await mkdir(inFolder("no-database"), { recursive: true });
    const before = await readdir(folder, { recursive: true });
    const { exitCode, stdout, stderr } = await run("backup", name, "refused.gz");
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toContain(inFolder(name));
    expect(stderr).toContain(problem);
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });

  test("[26.4] writes through no link", async () => {
    await writeFile(inFolder("victim"), "victim");
    for (const name of ["linked.gz", "linked.gz.part"]) await symlink(inFolder("victim"), inFolder(name));
    expect((await run("backup", "from", "linked.gz")).exitCode).toBe(0);
    expect(await readFile(inFolder("victim"), "utf8")).toBe("victim");
    expect((await lstat(inFolder("linked.gz"))).isFile()).toBe(true);
  });
});

describe("npm run restore", () => {
  const refuse = async (name: string, content: string | Uint8Array) => {
    await writeFile(inFolder(name), content);
    const { exitCode, stderr } = await run("restore", "empty", name);
    expect(exitCode).toBe(1);
    const rows = await withLocalDatabase(inFolder("empty"), async (db) =>
      db
        .prepare(
          "SELECT (SELECT count(*) FROM workspaces) + (SELECT count(*) FROM sqlite_master WHERE name = 'restore_pieces') AS rows",
        )
        .get(),
    );
    expect(rows).toEqual({ rows: 0 });
    return stderr;
  };

  test("[26.5] refuses a file that is cut off, wherever it is", async () => {
    const lines = text.split("\n");
    expect(await refuse("no-end", lines.slice(0, -2).join("\n"))).toContain("cut off");
    expect(await refuse("half-a-line", text.slice(0, -20))).toContain("cut off");
    expect(await refuse("nothing", "")).toContain("cut off");
    const compressed = await readFile(inFolder("backup.gz"));
    expect(await refuse("cut.gz", compressed.subarray(0, compressed.length - 40))).toContain(
      "cut off or damaged",
    );
  });

  test("[26.5] refuses a file that is no backup, or in which a row was changed, left out or doubled", async () => {
    expect(await refuse("changed", text.replace("It's me", "It's you"))).toContain(
      "rows of users do not match",
    );
    const row = text.split("\n").find((line) => line.includes('"r2"'))!;
    expect(await refuse("fewer", text.replace(`${row}\n`, ""))).toContain("rows of records do not match");
    expect(await refuse("more", text.replace(row, `${row}\n${row}`))).toContain(
      "rows of records do not match",
    );
    expect(await refuse("other", "a,b\n")).toContain("is no backup");
    expect(await refuse("later", text.replace('"signpost_backup":1', '"signpost_backup":2'))).toContain(
      "later version",
    );
  });

  test("[26.5] refuses a column that the database does not have", async () => {
    expect(await refuse("column", text.replace('"is_notify"', '"is_new"'))).toContain(
      "has no records.is_new",
    );
  });

  test("[26.5] restores every row and counter, and refuses a database with rows", async () => {
    const { exitCode, stdout, stderr } = await run("restore", "to", "backup.gz");
    expect(stderr).toContain("100 %");
    expect(stdout).toContain("Every checksum is the same");
    expect(exitCode).toBe(0);
    const found = await withLocalDatabase(inFolder("to"), async (database) => ({
      ...database
        .prepare(
          "SELECT record_count, host_count, last_row, (SELECT html FROM pages) AS html FROM workspaces",
        )
        .get(),
      ...database.prepare("SELECT short_urls FROM hosts").get(),
      tags: database.prepare("SELECT count FROM record_counts WHERE kind = 'tag' AND value = 'ünï'").get(),
      slots: database
        .prepare("SELECT slot FROM slots ORDER BY slot")
        .all()
        .map(({ slot }) => slot),
      jobs: database.prepare("SELECT host FROM reprojections").get(),
      sweeps: database.prepare("SELECT writes_tombstones FROM key_sweeps").get(),
    }));
    expect(found).toEqual({
      record_count: 4,
      host_count: 1,
      last_row: 400,
      html: HTML,
      short_urls: 4,
      tags: { count: 4 },
      // The exact slot of a path with a query tells that there is such a source.
      slots: ["h", "p/1", "p/2", "p/400", "p/ask", "q/ask?x=1"],
      jobs: { host: "go.example.com" },
      sweeps: { writes_tombstones: 1 },
    });
    const again = await run("restore", "to", "backup.gz");
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining("is not empty")]);
  });

  test("[26.5] restores a suspended workspace whose records are not paused yet", async () => {
    await withLocalDatabase(inFolder("suspended"), async (db) => {
      db.exec(ROWS);
      db.exec("UPDATE workspaces SET suspended_at = 5");
    });
    expect((await run("backup", "suspended", "suspended.gz")).exitCode).toBe(0);
    const { exitCode, stdout } = await run("restore", "suspended-to", "suspended.gz");
    expect(stdout).toContain("Every checksum is the same");
    expect(exitCode).toBe(0);
    const found = await withLocalDatabase(inFolder("suspended-to"), async (db) =>
      db
        .prepare(
          "SELECT suspended_at, (SELECT sum(paused_by_suspension) FROM records) AS paused FROM workspaces",
        )
        .get(),
    );
    expect(found).toEqual({ suspended_at: 5, paused: 0 });
  });

  test("leaves out of a backup of a moving database what fits no other row, and says so", async () => {
    await withLocalDatabase(inFolder("moving"), async (db) => {
      db.exec(ROWS.replace("'[1,2,3,400]'", "'[1]'"));
      db.exec("INSERT INTO history VALUES ('h', 'r1', '{}', '{}', '', '', 'api', 0, NULL)");
    });
    expect((await run("backup", "moving", "moving.ndjson")).exitCode).toBe(0);
    const moving = (await readFile(inFolder("moving.ndjson"), "utf8")).replace(
      '"is_snapshot":true',
      '"is_snapshot":false',
    );
    // The record goes while its history is in the file.
    const record = moving.split("\n").find((line) => line.includes('"p/1"'))!;
    const end = JSON.parse(moving.trimEnd().split("\n").at(-1)!) as { tables: Record<string, object> };
    end.tables["records"] = { count: 0, sum: "0".repeat(32) };
    const changed = moving.replace(`${record}\n`, "").replace(/\{"end".*/, JSON.stringify(end));
    await writeFile(inFolder("moved.ndjson"), changed);
    const { exitCode, stdout } = await run("restore", "moved-to", "moved.ndjson");
    expect(stdout).toContain("Left out 1 rows of history");
    expect(exitCode).toBe(0);
  });
});

test("a database that wrangler reaches runs files of statements", async () => {
  const target = ["signpost", "--local", "--persist-to", inFolder("empty")];
  const write = wranglerWriter(target);
  const text = 'it\'s; a "piece" 🎉';
  await write([CREATE_PIECES, insertPiece(text), insertPiece(text)]);
  const sql = "SELECT piece FROM restore_pieces";
  const { stdout } = await readWrangler(["d1", "execute", ...target, "--json", "--command", sql]);
  await write([DROP_PIECES]);
  expect(JSON.parse(stdout)).toMatchObject([{ results: [{ piece: text }, { piece: text }] }]);
});
