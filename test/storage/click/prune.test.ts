import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { batchIdPrefix } from "../../../src/clicks/batch-id.ts";
import { firstDayKept, firstHourKept } from "../../../src/domain/stats.ts";
import { deleteOldClicks } from "../../../src/storage/click/prune.ts";
import { meterDatabase } from "../../support/rows-read.ts";
import { createWorkspace } from "../../support/workspace.ts";
import { DAY_MS } from "../../../src/domain/time.ts";
import { runCron } from "../../support/run-cron.ts";

const NOW_MS = Date.UTC(2026, 0, 31, 12, 34, 56);
const TABLES = ["click_sheets", "clicks_hourly", "clicks_daily", "clicks_by_value", "click_batches"] as const;
const MAX_ROWS = 5_000;

let workspaceId: string;

beforeAll(async () => {
  workspaceId = (await createWorkspace()).id;
});

beforeEach(async () => {
  await env.DB.batch(TABLES.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
});

const hour = (scope: string, at: number) =>
  env.DB.prepare("INSERT INTO clicks_hourly (scope_id, hour, clicks, bots) VALUES (?1, ?2, 1, 0)").bind(
    scope,
    at,
  );
const day = (scope: string, at: number) =>
  env.DB.prepare("INSERT INTO clicks_daily (scope_id, day, clicks, bots) VALUES (?1, ?2, 1, 0)").bind(
    scope,
    at,
  );
const value = (scope: string, at: number) =>
  env.DB.prepare(
    "INSERT INTO clicks_by_value (scope_id, dimension, day, value, clicks) VALUES (?1, 'country', ?2, 'DE', 1)",
  ).bind(scope, at);
const INSERT_SHEET = "INSERT INTO click_sheets (scope_id, day, workspace_id, clicks, bots, stamp, body)";
const sheet = (scope: string, at: number) =>
  env.DB.prepare(`${INSERT_SHEET} VALUES (?1, ?2, ?3, 1, 0, '', '{"h":{},"v":{}}')`).bind(
    scope,
    at,
    workspaceId,
  );
const batch = (atMs: number) =>
  env.DB.prepare("INSERT INTO click_batches (id) VALUES (?1)").bind(`${batchIdPrefix(atMs)}-0198c0de`);

async function rows(table: (typeof TABLES)[number]): Promise<number> {
  return (await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n")) ?? -1;
}

const left = async () =>
  Object.fromEntries(await Promise.all(TABLES.map(async (table) => [table, await rows(table)])));

const expected = (rows: number) => Object.fromEntries(TABLES.map((table) => [table, rows]));

/** Many rows of one table with what stands in front of it. */
async function fill(count: number): Promise<void> {
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`;
  await env.DB.batch([
    env.DB.prepare(`${numbers} ${INSERT_SHEET} SELECT 's' || i, i % 100, ?1, 1, 0, '', '{}' FROM n`).bind(
      workspaceId,
    ),
    env.DB.prepare(`${numbers} INSERT INTO clicks_hourly SELECT 's' || i, i % 100, 1, 0 FROM n`),
    env.DB.prepare(`${numbers} INSERT INTO clicks_daily SELECT 's' || i, i % 100, 1, 0 FROM n`),
    env.DB.prepare(
      `${numbers} INSERT INTO clicks_by_value SELECT 's' || i, 'country', i % 100, 'DE', 1 FROM n`,
    ),
    env.DB.prepare(`${numbers} INSERT INTO click_batches (id) SELECT '000000000-' || i FROM n`),
  ]);
}

describe("old clicks", () => {
  it("[8.14] of a workspace with a retention of its own go when that has ended", async () => {
    const today = Math.floor(NOW_MS / DAY_MS);
    // 2026-01-31 is a Saturday: the Monday of the week that was 30 days before is 2025-12-29.
    const first = Date.UTC(2025, 11, 29) / DAY_MS;
    const { id: other } = await createWorkspace();
    await env.DB.prepare("UPDATE workspaces SET retention = '30d', retention_days = 30 WHERE id = ?1")
      .bind(workspaceId)
      .run();
    await env.DB.batch([
      sheet("a", first - 1),
      sheet("a", first),
      sheet("a", today),
      env.DB.prepare(`${INSERT_SHEET} VALUES ('b', ?1, ?2, 1, 0, '', '{}')`).bind(first - 1, other),
    ]);
    await deleteOldClicks(env.DB, NOW_MS);
    const { results } = await env.DB.prepare(
      "SELECT scope_id, day FROM click_sheets ORDER BY scope_id, day",
    ).all();
    expect(results).toEqual([
      { scope_id: "a", day: first },
      { scope_id: "a", day: today },
      { scope_id: "b", day: first - 1 },
    ]);
    await env.DB.prepare("UPDATE workspaces SET retention = NULL, retention_days = 397").run();
  });

  it("[8.11] go when nothing shows them any more, and not a moment earlier", async () => {
    const [firstHour, firstDay, firstBatchMs] = [
      firstHourKept(NOW_MS),
      firstDayKept(NOW_MS),
      NOW_MS - 15 * DAY_MS,
    ];
    const around = (write: typeof hour, first: number) => [
      write("a", first),
      write("a", first - 1),
      write("b", first - 1),
      write("a", first + 1),
    ];
    const batches = [firstBatchMs, firstBatchMs - 1, 0, NOW_MS].map(batch);
    await env.DB.batch([
      ...around(sheet, firstDay),
      ...around(hour, firstHour),
      ...around(day, firstDay),
      ...around(value, firstDay),
      ...batches,
    ]);
    await deleteOldClicks(env.DB, NOW_MS);
    expect(await left()).toEqual(expected(2));
    const oldest = await env.DB.batch<{ oldest: number | string }>([
      env.DB.prepare("SELECT min(day) AS oldest FROM click_sheets"),
      env.DB.prepare("SELECT min(hour) AS oldest FROM clicks_hourly"),
      env.DB.prepare("SELECT min(day) AS oldest FROM clicks_daily"),
      env.DB.prepare("SELECT min(day) AS oldest FROM clicks_by_value"),
      env.DB.prepare("SELECT min(id) AS oldest FROM click_batches"),
    ]);
    expect(oldest.map(({ results }) => results[0]?.oldest)).toEqual([
      firstDay,
      firstHour,
      firstDay,
      firstDay,
      `${batchIdPrefix(firstBatchMs)}-0198c0de`,
    ]);
  });

  it("[8.11] go with what cron runs each minute", async () => {
    await fill(3);
    await runCron(env, NOW_MS);
    expect(await left()).toEqual(expected(0));
  });

  it("go in bounded numbers, the rest with the next runs", async () => {
    await fill(2 * MAX_ROWS + 1);
    for (const rows of [MAX_ROWS + 1, 1, 0]) {
      const metered = meterDatabase();
      await deleteOldClicks(metered.env.DB, NOW_MS);
      expect(await left()).toEqual(expected(rows));
      expect(metered.rows.read).toBeLessThanOrEqual(5 * TABLES.length * MAX_ROWS);
    }
  });

  it("go as fast as 40 million messages a day come, in one run of a minute", async () => {
    const aMinute = Math.ceil(40_000_000 / 1_440);
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${2 * aMinute})
       INSERT INTO click_batches (id) SELECT '000000000-' || i FROM n`,
    ).run();
    await runCron(env, NOW_MS);
    expect(await rows("click_batches")).toBe(0);
  });

  it("cost nothing to look for where there are none, however many rows there are", async () => {
    await fill(2_000);
    await env.DB.batch([
      env.DB.prepare("UPDATE click_sheets SET day = day + 1000000"),
      env.DB.prepare("UPDATE clicks_hourly SET hour = hour + 1000000"),
      env.DB.prepare("UPDATE clicks_daily SET day = day + 1000000"),
      env.DB.prepare("UPDATE clicks_by_value SET day = day + 1000000"),
      env.DB.prepare("UPDATE click_batches SET id = 'z' || id"),
    ]);
    const metered = meterDatabase();
    await deleteOldClicks(metered.env.DB, NOW_MS);
    expect(metered.rows.written).toBe(0);
    // Of months as well.
    expect(metered.rows.read).toBeLessThanOrEqual(4 * (TABLES.length + 1));
  });
});
