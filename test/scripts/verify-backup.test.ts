import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newestOf, toBackupName } from "../../scripts/backup/backup-name.ts";
import { parseBackupOptions, parseRestoreOptions } from "../../scripts/backup/option.ts";
import { withLocalDatabase } from "../../scripts/support/local-database.ts";
import { runScript, type Ended } from "../support/run-script.ts";
import { SMALL_INSTALLATION } from "../support/small-installation.ts";

/** The drill of `npm run backup -- --verify` with files. */

test("[26.8] --verify takes a file or none, and no database", () => {
  expect(parseBackupOptions(["--verify"], 0)).toEqual({ verified: null, isRemote: false });
  expect(parseBackupOptions(["--verify", "x", "--remote"], 0)).toEqual({ verified: "x", isRemote: true });
  expect(() => parseBackupOptions(["--verify", "x", "y"], 0)).toThrow("there is also y");
  expect(() => parseBackupOptions(["--verify", "--remote", "--database", "other"], 0)).toThrow("--database");
  expect(() => parseRestoreOptions(["x", "--verify"])).toThrow("--verify");
});

describe("[26.8] the newest backup", () => {
  test("is found by names that backups get by themselves", () => {
    const own = toBackupName(Date.UTC(2026, 10, 22, 2, 59, 59));
    const later = toBackupName(Date.UTC(2026, 10, 22, 3, 0, 1));
    const night = "signpost-2026-11-22.ndjson";
    expect(newestOf([night, own])).toBe(night);
    expect(newestOf([own, later, night])).toBe(later);
    expect(newestOf(["signpost-2026-09-30.ndjson", "signpost-2026-10-01.ndjson"])).toBe(
      "signpost-2026-10-01.ndjson",
    );
  });

  test("is none of other files", () => {
    const others = [
      "backup.ndjson.gz",
      `${toBackupName(0)}.part`,
      "signpost-2026-13-45.ndjson",
      "signpost.jsonc",
    ];
    expect(newestOf(others)).toBeNull();
    expect(newestOf([])).toBeNull();
  });
});

let folder: string;
/** A backup without compression. */
let text: string;

const inFolder = (...names: string[]) => join(folder, ...names);

/** Runs the drill in the folder `drill`, which then has the same files as before, with an empty place for temporary ones. */
async function verify(...args: string[]): Promise<Ended> {
  vi.stubEnv("TMPDIR", inFolder("temporary"));
  const place = { stateDir: inFolder("no-state"), cwd: inFolder("drill") };
  const before = await readdir(place.cwd);
  const ended = await runScript("backup", ["--verify", ...args], place);
  vi.unstubAllEnvs();
  expect(await readdir(inFolder("temporary"))).toEqual([]);
  expect(await readdir(place.cwd)).toEqual(before);
  expect(await readdir(folder)).not.toContain("no-state");
  return ended;
}

async function refuse(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await verify(...args);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  return stderr;
}

const store = (name: string, content: string | Uint8Array) => writeFile(inFolder("drill", name), content);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "verify-"));
  await mkdir(inFolder("temporary"));
  await withLocalDatabase(inFolder("state"), async (db) => db.exec(SMALL_INSTALLATION));
  const place = { stateDir: inFolder("state"), cwd: folder };
  expect((await runScript("backup", ["backup.gz"], place)).exitCode).toBe(0);
  text = gunzipSync(await readFile(inFolder("backup.gz"))).toString();
});

beforeEach(async () => {
  await rm(inFolder("drill"), { recursive: true, force: true });
  await mkdir(inFolder("drill"));
});

afterAll(() => rm(folder, { recursive: true }));

describe("npm run backup -- --verify", () => {
  test("[26.8] restores the newest backup of the folder and says in one line that it is good", async () => {
    await store("signpost-2026-11-20T10-00-00.ndjson.gz", "damaged");
    await store("signpost-2026-11-21T10-00-00.ndjson.gz", gzipSync(text));
    await store("other.ndjson.gz", "no backup");
    const { exitCode, stdout } = await verify();
    const moment = /"created_at":"([^"]+)"/.exec(text)?.[1];
    const rows = text.split("\n").filter((line) => line.startsWith("[")).length;
    expect(stdout).toBe(
      `signpost-2026-11-21T10-00-00.ndjson.gz, begun at ${moment}: restored ${rows} rows. Every checksum is the same.\n`,
    );
    expect(exitCode).toBe(0);
  });

  test("[26.8] takes the file that is named, also where a newer one is", async () => {
    await store("signpost-2026-11-21T10-00-00.ndjson.gz", "damaged");
    await store("copy", text);
    expect(await verify("copy")).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("copy, begun at"),
    });
  });

  test("[26.8] refuses where there is no backup", async () => {
    await store("signpost-2026-11-21T10-00-00.ndjson.gz.part", text);
    expect(await refuse()).toContain("has no backup");
    expect(await refuse("missing.gz")).toContain("missing.gz");
  });

  test("[26.8] refuses a backup of which a byte was changed, compressed or not", async () => {
    await store("changed", text.replace("Ada", "Adb"));
    expect(await refuse("changed")).toContain("rows of users do not match");
    const bytes = gzipSync(text);
    bytes[bytes.length >> 1]! ^= 1;
    await store("changed.gz", bytes);
    expect(await refuse("changed.gz")).toContain("changed.gz is ");
  });

  test("[26.8] refuses a nightly backup without one of its parts", async () => {
    // A part ends with a line, and line feeds fill it.
    const lines = text.trimEnd().split("\n");
    const row = lines.findIndex((line) => line.includes('"p/1"'));
    const parts = [lines.slice(0, row), lines.slice(row, row + 1), lines.slice(row + 1)].map(
      (part) => `${part.join("\n")}\n\n\n`,
    );
    await store("whole", parts.join(""));
    expect(await verify("whole")).toMatchObject({ exitCode: 0 });
    const without = async (missing: number) => {
      await store("rest", parts.filter((_, index) => index !== missing).join(""));
      return await refuse("rest");
    };
    expect(await without(0)).toContain("rest is no backup");
    expect(await without(1)).toContain("rows of records do not match");
    expect(await without(2)).toContain("rest is cut off");
  });

  test("[26.8] refuses a backup of a later migration, and names the column", async () => {
    await store("column", text.replace('"is_notify"', '"is_new"'));
    expect(await refuse("column")).toContain("has no records.is_new, which the backup has");
    const [opening, ...rest] = text.split("\n");
    await store("table", [opening, '{"table":"rockets","columns":["id"]}', ...rest].join("\n"));
    expect(await refuse("table")).toContain("rockets");
    await store("format", text.replace('"signpost_backup":1', '"signpost_backup":2'));
    expect(await refuse("format")).toContain("later version");
  });

  test("[26.8] refuses a backup of nothing, which restores exactly", async () => {
    const empty = `{"signpost_backup":1,"created_at":"2026-11-22T03:00:00Z","is_snapshot":true}\n{"end":true,"tables":{}}\n`;
    await store("signpost-2026-11-22.ndjson", empty);
    expect(await refuse()).toContain("a backup of nothing");
  });

  test("[26.8] says which rows it left out of a backup that was written under writes", async () => {
    const lines = text.trimEnd().split("\n");
    const end = JSON.parse(lines.at(-1)!) as { tables: Record<string, object> };
    end.tables["records"] = { count: 0, sum: "0".repeat(32) };
    // The record went while its history was in the file.
    const moved = [...lines.slice(0, -1).filter((line) => !line.includes('"p/1"')), JSON.stringify(end)];
    await store("moved", moved.join("\n").replace('"is_snapshot":true', '"is_snapshot":false'));
    const { exitCode, stdout } = await verify("moved");
    expect(stdout).toContain("Left out rows that changed while it was written: history (1). Every other");
    expect(exitCode).toBe(0);
  });
});
