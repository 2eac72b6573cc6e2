import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import type { Env } from "../../src/env.ts";
import { foldClicks } from "../../src/jobs/fold-clicks.ts";
import { foldMisses } from "../../src/jobs/fold-misses.ts";
import { runWithQueues } from "../../src/jobs/run-job.ts";
import { hashToken } from "../../src/services/token/token.ts";
import { readShapes, type Shape } from "../../src/storage/move/shape.ts";
import { movedTables } from "../../src/storage/move/table.ts";
import { dropEverything } from "../support/drop-everything.ts";
import { CHANGE_ID, fillingOf, TOKEN, tokenIdOf, WORKSPACE_ID } from "../support/filling.ts";
import { copyAll, endMove, moveTo, startMove } from "../support/move.ts";
import { recount } from "../support/recount.ts";
import { migrateDatabases, severalDatabases, type Installation } from "../support/several-databases.ts";

/** A workspace with rows in every table moves to another database (docs/databases.md). */

/** The tables that stay, with the reasons. */
const STAYS: Record<string, string> = {
  backup_runs: "concerns the backup of one database",
  click_folder: "where one database adds clicks",
  clicks_by_value: "of 0.1.0: a move waits until it is empty",
  clicks_daily: "of 0.1.0: a move waits until it is empty",
  clicks_hourly: "of 0.1.0: a move waits until it is empty",
  count_cache: "a cache",
  crawler_lists: "the installation's, fetched by one database",
  d1_migrations: "says what the migrations have done",
  dead_letters: "the installation's",
  hosts_elsewhere: "the directory, in the first database",
  installation: "names one database",
  installation_blocklist: "the installation's, in each database",
  job_leases: "concerns messages of one database",
  key_sweeps: "concerns one database",
  miss_batches: "added up before",
  miss_totals: "kept by triggers",
  move_notes: "of the move itself",
  moves: "of the move itself",
  orphaned_certificates: "whoever orphaned them deletes them, after asking all databases",
  orphaned_values: "wait to be deleted in R2",
  pending: "written before",
  public_suffixes: "comes with the migrations",
  record_search: "kept by triggers",
  reprojections: "done before",
  sequence: "raised to that of the other database",
  slots: "copied with their hostnames",
  threat_round: "of one database",
};

type Rows = Record<string, unknown[]>;

let installation: Installation;
let before: Rows;

beforeAll(async () => {
  for (const db of [env.DB_01, env.DB_02]) await dropEverything(db);
  const filling = fillingOf(await hashToken(TOKEN), tokenIdOf(1));
  for (const migration of env.TEST_MIGRATIONS) {
    await applyD1Migrations(env.DB_01, [migration]);
    for (const sql of filling[Number.parseInt(migration.name, 10)] ?? []) await env.DB_01.prepare(sql).run();
  }
  await recount(env.DB_01);
  await migrateDatabases();
  installation = severalDatabases({ CLICKS_WAIT_MINUTES: "0" });
  await settle(env.DB_01);
  before = await readRows(env.DB_01);
});

/** Ends what would hold a move up, or change rows while it goes on. */
async function settle(db: D1Database): Promise<void> {
  await db.batch(
    [
      "DELETE FROM clicks_daily",
      "DELETE FROM pending",
      "UPDATE checks SET state = 'done'",
      `UPDATE changes SET state = 'applied' WHERE state = 'planning' AND id <> '${CHANGE_ID}'`,
      "UPDATE click_batches SET waits_until = NULL",
      // The filling has keys of calls for tokens of its own.
      "UPDATE idempotency_keys SET token_id = (SELECT id FROM tokens)",
    ].map((sql) => db.prepare(sql)),
  );
  const run = runWithQueues(
    installation.envs[1],
    { statements: 900, subrequests: 900, ms: 50_000 },
    Date.now(),
  );
  await foldClicks(run);
  await foldMisses(run);
}

async function readTables(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all<{ name: string }>();
  return results.map(({ name }) => name).filter((name) => !/^(?:_cf|sqlite_)|^record_search_/.test(name));
}

async function readRows(db: D1Database): Promise<Rows> {
  const rows: Rows = {};
  for (const name of (await readTables(db)).filter((one) => STAYS[one] === undefined || one === "slots")) {
    // What a database has counted itself has other names where the workspace moves. Both stay.
    if (name === "click_batches" || name === "cname_targets") continue;
    rows[name] = (await db.prepare(`SELECT * FROM ${name} ORDER BY 1, 2, 3`).all()).results;
  }
  return rows;
}

it("[39.8] every table is moved, or stays for a reason", async () => {
  const moved = movedTables(WORKSPACE_ID, 0).map(({ name }) => name);
  expect([...moved, ...Object.keys(STAYS)].toSorted()).toEqual((await readTables(env.DB)).toSorted());
});

it("[39.8] every row of a workspace moves, and none is left", async () => {
  const empty = Object.values(before).filter((rows) => rows.length === 0);
  expect(empty.length).toBeLessThan(3);
  const triggers = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name";
  const { results: schema } = await env.DB.prepare(triggers).all();
  await moveTo(installation.envs[1], WORKSPACE_ID, "DB_02");
  expect(await readRows(env.DB_02)).toEqual(before);
  const left = Object.entries(await readRows(env.DB_01)).filter(([, rows]) => rows.length > 0);
  expect(left).toEqual([]);
  expect((await env.DB_01.prepare("SELECT * FROM moves").all()).results).toEqual([]);
  for (const db of [env.DB_01, env.DB_02]) expect((await db.prepare(triggers).all()).results).toEqual(schema);
});

type Write = (db: D1Database, shapes: Shape[]) => D1PreparedStatement[];

const deleteAll: Write = (db, shapes) => shapes.map(({ name }) => db.prepare(`DELETE FROM ${name}`));

/** Triggers may have written before it what they count. */
const insertAll: Write = (db, shapes) =>
  shapes.flatMap(({ name, columns }) => {
    const names = columns.map((column) => column.name).join(", ");
    const sql = `INSERT OR REPLACE INTO ${name} (${names}) VALUES (${columns.map(() => "?").join(", ")})`;
    return (before[name] as Record<string, unknown>[]).map((row) => {
      const values = columns.map((column) => row[column.name]);
      // D1 returns bytes as a list of numbers.
      return db.prepare(sql).bind(...values.map((one) => (Array.isArray(one) ? new Uint8Array(one) : one)));
    });
  });

it.each([
  { what: "deleted from", at: 2, write: deleteAll },
  { what: "inserted into", at: 1, write: insertAll },
])("[39.8] rows that are $what any table after they are copied are so in the end", async ({ at, write }) => {
  const [from, to] = [installation.envs[at], installation.envs[3 - at]] as [Env, Env];
  const shapes = await readShapes(from.DB, movedTables(WORKSPACE_ID, 0), WORKSPACE_ID);
  const noted = shapes.filter(({ name, when, isLog }) => !when && !isLog && name !== "workspaces");
  await startMove(from, WORKSPACE_ID, to.DATABASE ?? "");
  await copyAll(from);
  await from.DB.batch([from.DB.prepare("PRAGMA defer_foreign_keys = on"), ...write(from.DB, noted)]);
  const written = await readRows(from.DB);
  await endMove(from);
  expect(await readRows(to.DB)).toEqual(written);
});
