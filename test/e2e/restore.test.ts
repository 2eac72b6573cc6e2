import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withLocalDatabase, withLocalDatabases } from "../../scripts/support/local-database.ts";
import { startPlatform, type Platform, type Run } from "../support/cloudflare/platform.ts";

/** The restore into another account, as docs/operating.md describes it, with the real wrangler against a fake API. */

const ROWS = `
  INSERT INTO workspaces (id, name, plan, number, created_at, updated_at) VALUES ('w', 'Acme', 'pro', 1, 1, 2);
  INSERT INTO users (id, name, created_at) VALUES ('u', 'U', 1);
  INSERT INTO memberships (workspace_id, user_id, role, created_at) VALUES ('w', 'u', 'owner', 1);
  INSERT INTO hosts (host, workspace_id, domain, tld, connected_via, connected_at, created_by, created_at, updated_at)
    VALUES ('go.acme.example', 'w', 'acme.example', 'example', 'api', 0, 'u', 0, 0);`;

/** The settings of the lost account, without what is written below. */
const SETTINGS = {
  name: "signpost",
  plan: "paid",
  admin_hosts: ["admin.acme.example"],
  link_hosts: ["go.acme.example"],
  cname_target: "edge.acme.example",
  a_targets: [],
};

let platform: Platform;
let backup: string;

beforeAll(async () => {
  platform = await startPlatform();
  platform.account.addZone("acme.example");
  platform.account.reached.unshift({ id: "b".repeat(32), name: "Lost account" });
  backup = join(platform.folder, "backup.ndjson.gz");
  const local = { STATE_DIR: join(platform.folder, "state") };
  await withLocalDatabase(local.STATE_DIR, async (db) => db.exec(ROWS));
  expectDone(await platform.run("backup.ts", local, backup));
});

afterAll(() => platform.close());

const write = (settings: object) =>
  writeFile(join(platform.folder, "signpost.jsonc"), JSON.stringify({ ...SETTINGS, ...settings }));

function expectDone(run: Run): Run {
  expect(platform.api.unknown).toEqual([]);
  expect(run.exitCode, run.stdout + run.stderr).toBe(0);
  return run;
}

/** Writes the id of a database into the settings, and applies the migrations to it. */
async function migrate(uuid: string): Promise<void> {
  await write({ account_id: platform.account.id, d1_database_id: uuid });
  expectDone(await platform.run("wrangler.ts", {}, "d1", "migrations", "apply", "DB", "--remote"));
}

async function expectRestored(database: string): Promise<void> {
  const { runs } = platform.account.requireDatabase(database);
  const [answer] = await runs.query("SELECT name FROM workspaces");
  expect(answer?.results).toEqual([{ name: "Acme" }]);
}

test("[26.5] names the setting that is missing, and advises no deployment, which would make a workspace", async () => {
  await write({ d1_database_id: crypto.randomUUID() });
  const run = await platform.run("restore.ts", {}, backup, "--remote");
  expect(run).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("lacks account_id") });
  expect(run.stderr).not.toContain("npm run deploy");
});

test("[26.4] refuses to back up a deployed database without workspaces, and writes no file", async () => {
  const { account } = platform;
  await migrate(account.createDatabase({ name: "fresh" }).uuid);
  account.createDatabase({ name: "foreign" });
  const file = join(platform.folder, "refused.gz");
  for (const name of ["fresh", "foreign"]) {
    const run = await platform.run("backup.ts", {}, file, "--remote", "--database", name);
    expect(run).toMatchObject({ exitCode: 1, stdout: "" });
    expect(run.stderr).toContain(`The D1 database ${name} has no workspaces`);
  }
  expect((await readdir(platform.folder)).filter((name) => name.startsWith("refused"))).toEqual([]);
});

test("[26.5, 26.6] restores into another account, and the deployment then makes what it lacks", async () => {
  const { account } = platform;
  await write({ account_id: account.id, d1_database_id: crypto.randomUUID() });
  expectDone(await platform.run("wrangler.ts", {}, "d1", "create", "signpost-restored"));
  await migrate(account.requireDatabase("signpost-restored").uuid);

  const { stdout } = expectDone(await platform.run("restore.ts", {}, backup, "--remote"));
  expect(stdout).toContain("npm run project -- --all --tombstones --remote");

  const { stdout: report } = expectDone(await platform.deploy());
  expect(report).not.toContain("Made the workspace");
  await expectRestored("signpost-restored");
  const settings = await readFile(join(platform.folder, "signpost.jsonc"), "utf8");
  expect(settings).toContain([...account.namespaces.keys()][0]);
});

test("[26.5] restores into the database of another name, in the account of the settings", async () => {
  const { account } = platform;
  await migrate(account.createDatabase({ name: "drill" }).uuid);
  await write({ account_id: account.id, d1_database_id: crypto.randomUUID() });
  expectDone(await platform.run("restore.ts", {}, backup, "--remote", "--database", "drill"));
  await expectRestored("drill");
});

test("[26.9] restores into another number of databases: two into one, and one into two", async () => {
  const { account, folder } = platform;
  const STATE_DIR = join(folder, "several");
  const other = ROWS.replaceAll("acme", "far")
    .replaceAll("Acme", "Far")
    .replaceAll("'w'", "'w2'")
    .replaceAll("'u'", "'u2'");
  const fill = [ROWS, other.replace("'pro', 1", "'pro', 512000")];
  await withLocalDatabases(
    STATE_DIR,
    withLocalDatabase,
    async (databases) => databases.forEach(({ db }, index) => db.exec(fill[index]!)),
    2,
  );
  const set = join(folder, "set");
  expectDone(await platform.run("backup.ts", { STATE_DIR }, set));
  const names = async (database: string) => {
    const { runs } = account.requireDatabase(database);
    const [workspaces] = await runs.query("SELECT name FROM workspaces ORDER BY name");
    const [elsewhere] = await runs.query("SELECT host, database FROM hosts_elsewhere");
    return [workspaces?.results, elsewhere?.results];
  };

  await migrate(account.createDatabase({ name: "only" }).uuid);
  const { stdout } = expectDone(await platform.run("restore.ts", {}, set, "--remote"));
  expect(stdout).toContain("DB takes DB (DB.ndjson.gz), DB_01 (DB_01.ndjson.gz).");
  expect(await names("only")).toEqual([[{ name: "Acme" }, { name: "Far" }], []]);

  const [first, second] = ["first", "second"].map((name) => account.createDatabase({ name }).uuid);
  for (const uuid of [first, second]) await migrate(uuid!);
  const ids = { d1_database_id: first, databases: 2, further_database_ids: [second] };
  await write({ account_id: account.id, ...ids });
  const file = join(set, "DB_01.ndjson.gz");
  expectDone(await platform.run("restore.ts", {}, file, "--into", "DB=DB_01", "--remote"));
  expect(await names("first")).toEqual([[], [{ host: "go.far.example", database: "DB_01" }]]);
  expect(await names("second")).toEqual([[{ name: "Far" }], []]);
});
