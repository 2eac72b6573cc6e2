import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { withLocalDatabase } from "../../scripts/support/local-database.ts";
import { startPlatform, type Platform, type Run } from "../support/cloudflare/platform.ts";
import { SMALL_INSTALLATION } from "../support/small-installation.ts";

/** The drill with nightly backups in a bucket of a fake account. */

const BUCKET = "signpost-backups";
const NIGHT = "signpost-2026-11-22.ndjson";

let platform: Platform;
let env: { TMPDIR: string; STATE_DIR: string };
let backup: Uint8Array;

const write = (settings: object) =>
  writeFile(join(platform.folder, "signpost.jsonc"), JSON.stringify({ name: "signpost", ...settings }));

async function verify(...args: string[]): Promise<Run> {
  platform.account.calls = [];
  const run = await platform.run("backup.ts", env, "--verify", "--remote", ...args);
  expect(platform.api.unknown).toEqual([]);
  expect(await readdir(env.TMPDIR)).toEqual([]);
  // The drill reads, and only that.
  expect(platform.account.calls.filter((call) => !call.startsWith("GET "))).toEqual([]);
  return run;
}

async function refuse(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await verify(...args);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  return stderr;
}

beforeAll(async () => {
  platform = await startPlatform();
  const inFolder = (name: string) => join(platform.folder, name);
  env = { TMPDIR: inFolder("temporary"), STATE_DIR: inFolder("no-state") };
  await mkdir(env.TMPDIR);
  const STATE_DIR = inFolder("state");
  await withLocalDatabase(STATE_DIR, async (db) => db.exec(SMALL_INSTALLATION));
  const { exitCode } = await platform.run("backup.ts", { STATE_DIR }, inFolder("backup"));
  expect(exitCode).toBe(0);
  backup = await readFile(inFolder("backup"));
  platform.account.createBucket(BUCKET);
});

beforeEach(async () => {
  platform.account.objects.clear();
  await write({ account_id: platform.account.id, backup_bucket: BUCKET });
});

afterAll(() => platform.close());

test("[26.8] restores the newest of many nightly backups, and changes nothing", async () => {
  const { objects } = platform.account;
  const damaged = () => Buffer.from("damaged");
  for (let day = 1; day < 30; day++)
    objects.put(BUCKET, `signpost-2026-10-${String(day).padStart(2, "0")}.ndjson`, damaged);
  objects.put(BUCKET, NIGHT, () => backup);
  objects.put(BUCKET, "signpost-zebra.ndjson", damaged);
  const { exitCode, stdout } = await verify();
  expect(stdout).toMatch(
    /^signpost-2026-11-22\.ndjson in signpost-backups, begun at .* Every checksum is the same\.\n$/,
  );
  expect(exitCode).toBe(0);
});

test("[26.8] takes the nightly backup that is named, and names one that is damaged", async () => {
  const { objects } = platform.account;
  const older = "signpost-2026-11-21.ndjson";
  objects.put(BUCKET, NIGHT, () => backup);
  objects.put(BUCKET, older, () => Buffer.from(backup.toString().replace("Ada", "Adb")));
  expect(await refuse(older)).toMatch(
    /^signpost-2026-11-21\.ndjson in signpost-backups is damaged: the rows of users/m,
  );
  expect(await verify(NIGHT)).toMatchObject({ exitCode: 0 });
});

test("[26.8] refuses a bucket without backups, a name that is not there, and settings without a bucket", async () => {
  expect(await refuse()).toContain(`The bucket ${BUCKET} has no backup.`);
  expect(await refuse(NIGHT)).toContain(`The bucket ${BUCKET} has no backup ${NIGHT}.`);
  await write({ account_id: platform.account.id, backup_bucket: "other" });
  expect(await refuse()).toContain("The specified bucket does not exist");
  await write({ account_id: platform.account.id });
  expect(await refuse()).toContain("lacks backup_bucket");
  await write({ backup_bucket: BUCKET });
  expect(await refuse()).toContain("lacks account_id");
});

test("[26.8] keeps what it restores to its owner, and removes it after Ctrl-C", async () => {
  const requested = Promise.withResolvers<void>();
  // The answer never comes.
  platform.account.objects.put(BUCKET, NIGHT, () => {
    requested.resolve();
    return new Promise(() => {});
  });
  const child = spawn(process.execPath, ["scripts/backup.ts", "--verify", "--remote"], {
    env: { ...process.env, ...platform.env, ...env },
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  await requested.promise;
  const [name = ""] = await readdir(env.TMPDIR);
  expect((await stat(join(env.TMPDIR, name))).mode & 0o777).toBe(0o700);
  child.kill("SIGINT");
  expect(await exited).toEqual([130, null]);
  expect(await readdir(env.TMPDIR)).toEqual([]);
});
