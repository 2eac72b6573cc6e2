import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readSettings } from "../../scripts/deploy/settings-file.ts";
import { readUntil } from "../../scripts/lab/testbed/until.ts";
import type { SettingsDraft } from "../../scripts/deploy/settings.ts";
import { expectDone, OWN, usePlatform } from "../support/cloudflare/use-platform.ts";

/** An installation that gets further databases. The tests follow each other on one account. */

const platform = usePlatform();

async function readDraft(): Promise<SettingsDraft> {
  return (await readSettings(platform.settingsFile())) ?? {};
}

async function change(settings: SettingsDraft): Promise<void> {
  await writeFile(platform.settingsFile(), JSON.stringify({ ...(await readDraft()), ...settings }));
}

let beforeSeveral = "";

const names = () => [...platform.account.databases.values()].map(({ name }) => name);

const bound = () =>
  platform
    .bindings()
    .filter(({ name }) => name.startsWith("DB"))
    .map(({ name }) => name);

test("one database is the default, and no variable counts it", async () => {
  expectDone(await platform.deploy(...OWN, "--location", "weur"), platform);
  beforeSeveral = platform.account.requireScript("signpost").versions.newest;
  expect(names()).toEqual(["signpost"]);
  expect(bound()).toEqual(["DB"]);
  expect(platform.bindings().some(({ name }) => name === "DATABASES")).toBe(false);
  expect(await readDraft()).not.toHaveProperty("further_database_ids");
});

test("further ones are made at the place of the first, get all migrations before it, and are bound", async () => {
  await change({ databases: 3 });
  platform.account.calls.length = 0;
  const run = await platform.deploy();
  expectDone(run, platform);
  expect(names()).toEqual(["signpost", "signpost_01", "signpost_02"]);
  const databases = [...platform.account.databases.values()];
  expect(databases.map(({ region }) => region)).toEqual(["weur", "weur", "weur"]);
  expect(bound()).toEqual(["DB", "DB_01", "DB_02"]);
  expect(platform.bindings().find(({ name }) => name === "DATABASES")?.text).toBe("3");
  const ids = databases.map(({ uuid }) => uuid);
  expect(await readDraft()).toMatchObject({ databases: 3, further_database_ids: ids.slice(1) });
  const applied = await Promise.all(
    databases.map(async ({ runs }) => {
      const [answer] = await runs.query("SELECT name FROM d1_migrations ORDER BY name");
      return answer?.results;
    }),
  );
  expect(applied[0]).not.toEqual([]);
  expect(applied.slice(1)).toEqual([applied[0], applied[0]]);
  const { calls } = platform.account;
  const uploaded = calls.findIndex((call) => /^P(?:UT|OST) .*\/scripts\/signpost(?:\/versions)?$/.test(call));
  expect(uploaded).toBeGreaterThan(0);
  const queried = calls
    .slice(0, uploaded)
    .flatMap((call) => ids.filter((id) => call.endsWith(`${id}/query`)));
  const [first, second, third] = ids;
  expect(queried.lastIndexOf(third ?? "")).toBeLessThan(queried.lastIndexOf(second ?? ""));
  // Until the others have their migrations, the first was only asked: for its place, and whether a workspace moves.
  const before = queried.slice(0, queried.lastIndexOf(second ?? ""));
  expect(before.filter((id) => id === first)).toEqual([first, first]);
});

test("[39.8] a workspace of one moves to another by a command", async () => {
  const workspace = (...args: string[]) => platform.run("workspace.ts", {}, ...args, "--remote");
  const [, source, target] = [...platform.account.databases.values()];
  expectDone(await workspace("create", "--name", "Acme", "--database", "DB_01"), platform);
  await target?.runs.query("INSERT INTO installation (one, database_id, heartbeat_at) VALUES (1, 'far', 1)");
  const moved = workspace("move", "Acme", "--to", "DB_02");
  // In the place of the Worker, which does the rest.
  const hasBegun = async () => (await source?.runs.query("SELECT id FROM moves"))?.[0]?.results?.[0];
  const { id } = (await readUntil(hasBegun, (row) => row !== undefined, { everyMs: 500 })) as { id: string };
  await target?.runs.query(
    `INSERT INTO moves (workspace_id, id, state, other, created_at, seen_at) VALUES ('w', '${id}', 'arrived', 'DB_01', 0, 0)`,
  );
  await source?.runs.query("UPDATE moves SET state = 'left'");
  expectDone(await moved, platform);
  expect((await moved).stderr).toContain("Acme is in DB_02 now.");
  for (const one of [source, target]) await one?.runs.query("DELETE FROM moves");
  await target?.runs.query("DELETE FROM installation");
  expectDone(await workspace("delete", "Acme", "--yes"), platform);
});

test("none is left out by the next deployment", async () => {
  for (const databases of [2, 1]) {
    await change({ databases });
    const run = await platform.deploy();
    expect(run).toMatchObject({ exitCode: 2 });
    expect(run.stderr).toContain("databases must be 3 or more, because there are 3 already");
  }
  const { databases: _, ...without } = await readDraft();
  await writeFile(platform.settingsFile(), JSON.stringify(without));
  expect((await platform.deploy()).stderr).toContain("databases must be 3 or more");
});

test("a further one that the account lost stops the deployment: a new one would be empty", async () => {
  await change({ databases: 3 });
  const [, lost] = [...platform.account.databases.values()];
  platform.account.databases.delete(lost?.uuid ?? "");
  const run = await platform.deploy();
  expect(run).toMatchObject({ exitCode: 1 });
  expect(run.stderr).toContain(`The settings name the D1 database ${lost?.uuid}`);
  if (lost) platform.account.databases.set(lost.uuid, lost);
});

test("settings that are lost do not come back while the Worker lacks one of them", async () => {
  const held = await readDraft();
  await writeFile(platform.settingsFile(), "{}");
  const binding = platform.bindings().find(({ name }) => name === "DB_01");
  if (binding) binding.name = "OTHER";
  const run = await platform.deploy();
  expect(run).toMatchObject({ exitCode: 1 });
  expect(run.stderr).toContain("has further databases, but no DB_01");
  if (binding) binding.name = "DB_01";
  await writeFile(platform.settingsFile(), JSON.stringify(held));
});

test("settings that are lost come back with all of them", async () => {
  const { further_database_ids: ids } = await readDraft();
  await writeFile(platform.settingsFile(), "{}");
  platform.account.calls.length = 0;
  expectDone(await platform.deploy(), platform);
  expect(platform.made()).toEqual([]);
  expect(await readDraft()).toMatchObject({ databases: 3, further_database_ids: ids });
});

test("a database with workspaces stays bound: neither settings without it nor a rollback take it away", async () => {
  const held = await readDraft();
  const find = (name: string) => [...platform.account.databases.values()].find((one) => one.name === name);
  const third = find("signpost_02");
  const insertFar =
    "INSERT INTO workspaces (id, name, plan, number, created_at, updated_at) VALUES ('f', 'Far', 'pro', 528001, 0, 0)";
  await third?.runs.query(insertFar);
  const less = { ...held, databases: 2, further_database_ids: [find("signpost_01")!.uuid] };
  const write = (settings: SettingsDraft) => writeFile(platform.settingsFile(), JSON.stringify(settings));
  await write(less);
  const refused = await platform.deploy();
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain("the Worker would lose the database DB_02, in which workspaces are: Far.");
  expect(bound()).toEqual(["DB", "DB_01", "DB_02"]);
  expect(await readDraft()).toEqual(less);
  // As after a restore into fewer.
  const second = find("signpost_01");
  await second?.runs.query(insertFar);
  expectDone(await platform.deploy(), platform);
  expect(bound()).toEqual(["DB", "DB_01"]);
  await second?.runs.query("DELETE FROM workspaces");
  await write(held);
  expectDone(await platform.deploy(), platform);
  const { newest } = platform.account.requireScript("signpost").versions;
  const goBack = () =>
    platform.run("wrangler.ts", {}, "rollback", beforeSeveral, "--message", "back", "--yes");
  const stopped = await goBack();
  expect(stopped.exitCode).toBe(1);
  expect(stopped.stderr).toContain("would lose the database DB_02, in which workspaces are: Far.");
  const active = () =>
    JSON.stringify(platform.account.requireScript("signpost").versions.listDeployments()[0]);
  expect(active()).toContain(newest);
  await third?.runs.query("DELETE FROM workspaces WHERE id = 'f'");
  expect(await goBack()).toMatchObject({ exitCode: 0 });
  expect(active()).toContain(beforeSeveral);
});
