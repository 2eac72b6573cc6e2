import { mkdtemp, rm } from "node:fs/promises";
import type { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parsePruneOptions } from "../../scripts/support/prune-option.ts";
import { withLocalDatabase } from "../../scripts/support/local-database.ts";
import { runScript } from "../support/run-script.ts";

const DAY_MS = 86_400_000;
let stateDir: string;

const run = (...args: string[]) => runScript("prune", args, { stateDir, cwd: tmpdir() });
const inDatabase = <T>(work: (db: DatabaseSync) => T): Promise<T> =>
  withLocalDatabase(stateDir, async (db) => work(db));

const dateOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
const idOf = (daysAgo: number, tail: string) => {
  const hex = (Math.floor(Date.now() / DAY_MS) * DAY_MS - daysAgo * DAY_MS).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${tail.padStart(12, "0")}`;
};

/** Two workspaces with a record each, clicks and history of the days before today. */
function fill(db: DatabaseSync, days: number): void {
  const today = Math.floor(Date.now() / DAY_MS);
  for (const table of [
    "click_sheets",
    "click_months",
    "history",
    "host_history",
    "activity",
    "records",
    "hosts",
    "workspaces",
    "users",
    "backup_runs",
  ]) {
    db.exec(`DELETE FROM ${table}`);
  }
  db.exec("INSERT INTO users (id, name, created_at) VALUES ('u', 'U', 0)");
  for (const [number, id] of ["v", "w"].entries()) {
    db.exec(`
      INSERT INTO workspaces (id, name, plan, number, created_at, updated_at) VALUES ('${id}', 'Work ${id}', 'pro', ${number + 1}, 0, 0);
      INSERT INTO hosts (host, workspace_id, domain, tld, connected_via, connected_at, created_by, created_at, updated_at)
        VALUES ('${id}.example', '${id}', '${id}.example', 'example', 'api', 0, 'u', 0, 0);`);
    db.exec(`INSERT INTO records (id, workspace_id, host, slot, source, source_kind, runtime, handler, type, created_at, updated_at, created_by, created_via)
        VALUES ('r${id}', '${id}', '${id}.example', 'p/a', '/a', 'exact', 'link', 'short-url', '302', 0, 0, 'u', 'api')`);
    for (let ago = 0; ago < days; ago++) {
      db.exec(`
        INSERT INTO click_sheets VALUES ('r${id}', ${today - ago}, '${id}', 1, 0, 's', '{}');
        INSERT INTO history (id, record_id, old, new, actor_id, actor_name, source, created_at)
          VALUES ('${idOf(ago, id === "v" ? "1" : "2")}', 'r${id}', '{}', '{}', 'u', 'U', 'api', 0);
        INSERT INTO host_history (id, workspace_id, host, held, reason, actor_id, actor_name, source, created_at)
          VALUES ('${idOf(ago, id === "v" ? "3" : "4")}', '${id}', '${id}.example', 1, 'proof', 'u', 'U', 'api', 0);`);
    }
  }
}

const counts = () =>
  inDatabase((db) =>
    ["click_sheets", "history", "host_history", "activity"].map(
      (table) => (db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n,
    ),
  );

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), "prune-"));
});
beforeEach(() => inDatabase((db) => fill(db, 60)));
afterAll(() => rm(stateDir, { recursive: true }));

describe("[25.19] npm run prune", () => {
  it("only shows what it would free", async () => {
    const ended = await run("--clicks-before", dateOf(40));
    expect(ended).toEqual({
      exitCode: 0,
      stdout: `Would delete 38 days and months of clicks before ${dateOf(40)}, which frees about 0.0 MB. --yes does it.\n`,
      stderr: "",
    });
    expect(await counts()).toEqual([120, 120, 120, 120]);
  });

  it("deletes nothing without a backup of the last day", async () => {
    expect(await run("--clicks-before", dateOf(40), "--yes")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("Nothing was deleted. There is no nightly backup."),
    });
    await inDatabase((db) =>
      db.exec(`INSERT INTO backup_runs (one, name, upload_id, started_at, restarts, progress, written_at)
        VALUES (1, 'x', 'y', 0, 0, '{}', ${Date.now() - 2 * DAY_MS})`),
    );
    expect(await run("--clicks-before", dateOf(40), "--yes")).toMatchObject({ exitCode: 1 });
    expect(await counts()).toEqual([120, 120, 120, 120]);
    await inDatabase((db) => db.exec(`UPDATE backup_runs SET written_at = ${Date.now()}`));
    expect(await run("--clicks-before", dateOf(40), "--yes")).toMatchObject({ exitCode: 0 });
    expect(await counts()).toEqual([82, 120, 120, 120]);
  });

  it("deletes history of records and hostnames, of one workspace if it is named", async () => {
    const ended = await run("--history-before", dateOf(40), "--workspace", "Work v", "--yes", "--no-backup");
    expect(ended.stdout).toContain(`Deleted 57 entries of the history before ${dateOf(40)} of Work v`);
    expect(await counts()).toEqual([120, 101, 101, 101]);
    expect(await run("--history-before", dateOf(40), "--yes", "--no-backup")).toMatchObject({ exitCode: 0 });
    expect(await counts()).toEqual([120, 82, 82, 82]);
    expect(await run("--history-before", dateOf(40))).toMatchObject({ exitCode: 1 });
  });

  it("refuses an unknown workspace", async () => {
    const ended = await run("--clicks-before", dateOf(40), "--workspace", "nobody", "--yes", "--no-backup");
    expect(ended).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("No workspace has the name or id nobody"),
    });
    expect(await counts()).toEqual([120, 120, 120, 120]);
  });

  it("deletes many rows in steps", async () => {
    await inDatabase((db) =>
      db.exec(`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
        INSERT INTO click_sheets SELECT 'many ' || i, 1, 'v', 1, 0, 's', '{}' FROM n`),
    );
    const ended = await run("--clicks-before", "1970-01-03", "--yes", "--no-backup");
    expect(ended.stdout).toBe(
      "Deleted 5000 days and months of clicks before 1970-01-03, which freed about 2.8 MB.\n",
    );
    expect((await counts())[0]).toBe(120);
  });
});

it.each([
  [[], "Pass --clicks-before DATE or --history-before DATE."],
  [["--clicks-before", "2020-01-01", "--history-before", "2020-01-01"], "Pass --clicks-before DATE or"],
  [["--clicks-before", "yesterday"], "--clicks-before takes a date such as 2026-01-31, not yesterday."],
  [["--clicks-before", "2026-02-30"], "takes a date such as"],
  [
    ["--history-before", "2026-11-01"],
    "--history-before must be 30 days ago or earlier: 2026-10-27 at the latest.",
  ],
  [["--clicks-before", "2027-01-01"], "must be 30 days ago or earlier"],
])("[25.19] npm run prune %j is wrong usage", (args, message) => {
  expect(() => parsePruneOptions(args, Date.UTC(2026, 10, 26, 12))).toThrow(message);
});
