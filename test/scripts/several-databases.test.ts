import { join } from "node:path";
import { expect, test } from "vitest";
import { requireDatabaseCount } from "../../scripts/support/local-config.ts";
import { countLocalDatabases, type LocalDatabase } from "../../scripts/support/local-database.ts";
import { useTwoLocalDatabases } from "../support/two-local-databases.ts";

/** The commands of operators on a local installation with two databases. */

const { stateDir, run, inDatabases } = useTwoLocalDatabases();

const listNumbers = (db: LocalDatabase["db"]) =>
  db
    .prepare("SELECT number FROM workspaces ORDER BY number")
    .all()
    .map(({ number }) => Number(number));

test("[25.1] a local installation keeps as many databases as it has", async () => {
  expect(await countLocalDatabases(stateDir)).toBe(2);
  expect(await requireDatabaseCount(undefined, stateDir)).toBe(2);
  expect(await requireDatabaseCount("3", stateDir)).toBe(3);
  await expect(requireDatabaseCount("1", stateDir)).rejects.toThrow("DATABASES must be 2 or more");
  for (const text of ["0", "101", "two", "1.5"]) {
    await expect(requireDatabaseCount(text, stateDir)).rejects.toThrow(
      `must be an integer from 1 to 100, not "${text}"`,
    );
  }
  expect(await requireDatabaseCount("", join(stateDir, "none"))).toBe(1);
});

test("[25.1] workspaces are made in the database that is named or the emptiest, and found in any", async () => {
  for (const [name, ...options] of [
    ["One", "--database", "DB"],
    ["Two", "--database", "db_01"],
  ]) {
    expect(await run("workspace", "create", "--name", name!, ...options)).toMatchObject({ exitCode: 0 });
  }
  const placed = (await run("workspace", "list")).stdout
    .split("\n")
    .slice(1, -1)
    .map((line) => [line.split(/ {2,}/)[1], line.split(/ {2,}/).at(-1)]);
  expect(placed).toContainEqual(["One", "DB"]);
  expect(placed).toContainEqual(["Two", "DB_01"]);
  expect((await run("workspace", "create", "--name", "Two")).stderr).toContain("a workspace Two already");
  expect((await run("workspace", "create", "--name", "Four", "--database", "DB_02")).stderr).toContain(
    "There is no database DB_02. There is DB, DB_01.",
  );
  expect(await run("workspace", "suspend", "Two")).toMatchObject({ exitCode: 0 });
  expect(await run("workspace", "plan", "Two", "pro")).toMatchObject({ exitCode: 0 });
  const second = await inDatabases((_, db) => ({
    ...db.prepare("SELECT plan, suspended_at > 0 AS suspended FROM workspaces WHERE name = 'Two'").get(),
  }));
  expect(second).toEqual({ plan: "pro", suspended: 1 });
  expect(await run("workspace", "create", "--name", "Two", "--database", "DB", "--force")).toMatchObject({
    exitCode: 0,
  });
  expect((await run("workspace", "delete", "Two", "--yes")).stderr).toContain(
    "Several workspaces are called Two",
  );
});

test("[39.8] a workspace that two databases have, after a restore of one, is left alone", async () => {
  const copy = (name: string) =>
    inDatabases((first, second) => {
      const { id, number } = second.prepare("SELECT id, number FROM workspaces WHERE name = ?").get(name)!;
      first
        .prepare(
          "INSERT INTO workspaces (id, name, plan, number, created_at, updated_at) VALUES (?, ?, 'pro', ?, 0, 0)",
        )
        .run(id!, name, number!);
      return String(id);
    });
  await run("workspace", "create", "--name", "Twice", "--database", "DB_01");
  const id = await copy("Twice");
  for (const name of ["Twice", id]) {
    expect((await run("workspace", "delete", name, "--yes")).stderr).toContain(
      `The workspace ${name} is in several databases: DB, DB_01.`,
    );
  }
  await inDatabases((first) => first.exec("DELETE FROM workspaces WHERE name = 'Twice'"));
});

test("[25.1] a number is never given again, also not to a workspace of a database that another one has left or come to", async () => {
  const add = (name: string, database: string) =>
    run("workspace", "create", "--name", name, "--force", "--database", database);
  await add("Mover", "DB_01");
  const moved = await inDatabases((first, second) => {
    const row = second.prepare("SELECT id, number, label FROM workspaces WHERE name = 'Mover'").get()!;
    first
      .prepare(
        "INSERT INTO workspaces (id, name, plan, number, label, created_at, updated_at) VALUES (?, 'Mover', 'pro', ?, ?, 0, 0)",
      )
      .run(row["id"]!, row["number"]!, row["label"]!);
    const isOfMover = "workspace_id = (SELECT id FROM workspaces WHERE name = 'Mover')";
    for (const table of ["tokens", "memberships"]) second.exec(`DELETE FROM ${table} WHERE ${isOfMover}`);
    second.exec("DELETE FROM workspaces WHERE name = 'Mover'");
    return Number(row["number"]);
  });
  expect(await add("Stayer", "DB_01")).toMatchObject({ exitCode: 0 });
  expect(await add("Native", "DB")).toMatchObject({ exitCode: 0 });
  const [first, second] = await inDatabases((one, two) => [listNumbers(one), listNumbers(two)] as const);
  expect(second).toContain(moved + 1);
  expect(first.filter((number) => number !== moved).every((number) => number < 512_000)).toBe(true);
  expect(new Set([...first, ...second]).size).toBe(first.length + second.length);
  const labels = await inDatabases((...dbs) =>
    dbs.flatMap((db) =>
      db
        .prepare("SELECT label FROM workspaces")
        .all()
        .map(({ label }) => label),
    ),
  );
  expect(new Set(labels).size).toBe(labels.length);
});

test("[25.3] a workspace of a further database is deleted there, and nothing elsewhere", async () => {
  const before = await inDatabases((one, two) => [listNumbers(one).length, listNumbers(two).length]);
  expect(await run("workspace", "delete", "Stayer", "--yes")).toMatchObject({ exitCode: 0 });
  const after = await inDatabases((one, two) => [listNumbers(one).length, listNumbers(two).length]);
  expect(after).toEqual([before[0], before[1]! - 1]);
});

const HOSTNAME = (host: string) => `
  INSERT INTO workspaces (id, name, plan, number, created_at, updated_at) VALUES ('w-${host}', 'W', 'pro', 500000, 0, 0);
  INSERT INTO users (id, name, created_at) VALUES ('u-${host}', 'U', 0);
  INSERT INTO hosts (host, workspace_id, domain, tld, connected_via, connected_at, created_by, created_at, updated_at)
  VALUES ('${host}', 'w-${host}', '${host}', 'example', 'api', 0, 'u-${host}', 0, 0);`;

test("[25.5] the blocklist is written to every database, and a list that differs is told and copied", async () => {
  await inDatabases((first, second) => {
    first.exec(HOSTNAME("one.example"));
    second.exec(HOSTNAME("two.example"));
    second.exec(
      `INSERT INTO installation_blocklist (one, hosts, updated_at) VALUES (1, '["old.example"]', 0)`,
    );
  });
  expect((await run("blocklist", "list")).stderr).toContain("The list of DB_01 is another one.");
  expect(await run("blocklist", "add", "evil.example")).toMatchObject({
    exitCode: 0,
    stdout: "The blocklist has 1 hostname now.\n",
  });
  const read = (db: LocalDatabase["db"]) => ({
    list: db.prepare("SELECT hosts FROM installation_blocklist").get()?.["hosts"],
    noted: db
      .prepare("SELECT host FROM pending")
      .all()
      .map(({ host }) => host),
  });
  expect(await inDatabases((...dbs) => dbs.map(read))).toEqual([
    { list: '["evil.example"]', noted: ["one.example"] },
    { list: '["evil.example"]', noted: ["two.example"] },
  ]);
});

test("[25.5] the first workspace of a further database finds the blocklist there", async () => {
  await inDatabases((_, second) => second.exec("DELETE FROM installation_blocklist"));
  expect(await run("workspace", "create", "--name", "Listed", "--database", "DB_01")).toMatchObject({
    exitCode: 0,
  });
  expect(await run("blocklist", "list")).toMatchObject({ stdout: "evil.example\n", stderr: "" });
});

test("snapshots are written again from each database, or from the one that knows the hostname", async () => {
  const listReprojected = () =>
    inDatabases((...dbs) =>
      dbs.map((db) =>
        db
          .prepare("SELECT host FROM reprojections")
          .all()
          .map(({ host }) => host),
      ),
    );
  expect(await run("project", "--host", "two.example", "--no-wait")).toMatchObject({ exitCode: 0 });
  expect(await listReprojected()).toEqual([[], ["two.example"]]);
  expect((await run("project", "--host", "six.example", "--no-wait")).stderr).toContain(
    "does not know the hostname six.example",
  );
  await inDatabases((first) => first.exec("DELETE FROM hosts"));
  const all = await run("project", "--all", "--tombstones", "--no-wait");
  expect(all.stderr).toContain("DB has no hostname, so it writes no tombstones.");
  expect(
    await inDatabases((...dbs) =>
      dbs.map((db) => db.prepare("SELECT count(*) AS n FROM key_sweeps").get()?.["n"]),
    ),
  ).toEqual([0, 1]);
});
