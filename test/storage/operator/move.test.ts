import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { readShapes } from "../../../src/storage/move/shape.ts";
import { movedTables } from "../../../src/storage/move/table.ts";
import {
  beginMove,
  cancelMove,
  hasHeartbeat,
  measureTables,
  selectMigrations,
  selectMoves,
  selectRunning,
} from "../../../src/storage/operator/move.ts";
import { bindPlain } from "../../../src/storage/statement.ts";
import { migrateDatabases, severalDatabases } from "../../support/several-databases.ts";
import type { TestWorkspace } from "../../support/workspace.ts";

/** What the operator's command asks, on D1 with its limits of statements. */

let workspace: TestWorkspace;

beforeAll(async () => {
  await migrateDatabases();
  workspace = await severalDatabases().createWorkspace("DB_01");
  await workspace.call("POST", "/host", { host: "go.example" });
  for (const alias of ["a", "b"]) {
    await workspace.call("POST", "/link", { host: "go.example", alias, destination: "https://a.example" });
  }
});

it("[39.8] the rows of a workspace are counted, and their bytes estimated", async () => {
  const shapes = await readShapes(env.DB_01, movedTables(workspace.id, Date.now()), workspace.id);
  const row = await bindPlain(env.DB_01, measureTables(shapes)).first<Record<string, string>>();
  const measured = Object.entries(row ?? {}).map(([name, pair]) => [name, JSON.parse(pair)] as const);
  expect(measured.map(([name]) => name)).toEqual(shapes.map(({ name }) => name));
  const rows = Object.fromEntries(measured.map(([name, [count]]) => [name, count]));
  expect(rows).toMatchObject({ workspaces: 1, memberships: 1, tokens: 1, hosts: 1, records: 2, pages: 0 });
  for (const [, [count, bytes]] of measured) expect(bytes > 0).toBe(count > 0);
});

it("[39.8] a move is noted once, read, and cancelled until the workspace has left", async () => {
  const read = () => selectMoves(env.DB_01);
  await bindPlain(env.DB_01, beginMove(workspace.id, "m", "DB_02", 5)).run();
  const { meta } = await bindPlain(env.DB_01, beginMove("another", "n", "DB_02", 6)).run();
  expect(meta.changes).toBe(0);
  const noted = { workspaceId: workspace.id, id: "m", state: "begun", other: "DB_02", table: 0, failures: 0 };
  expect(await read()).toEqual([{ ...noted, error: null, begunAtMs: 5, seenAtMs: 5 }]);
  await env.DB_01.prepare(`UPDATE moves SET state = 'left', progress = '{"table":3,"after":null}'`).run();
  await bindPlain(env.DB_01, cancelMove(workspace.id)).run();
  expect(await read()).toMatchObject([{ state: "left", table: 3 }]);
  await env.DB_01.prepare("UPDATE moves SET state = 'closed'").run();
  await bindPlain(env.DB_01, cancelMove(workspace.id)).run();
  expect(await read()).toMatchObject([{ state: "cancelling", table: 0 }]);
  await env.DB_01.prepare("DELETE FROM moves").run();
});

it("[39.8] what a move would wait for is found", async () => {
  const find = () => selectRunning(env.DB_01, workspace.id, Date.now());
  expect(await find()).toEqual({ change: false, check: false, oldClicks: false });
  await env.DB_01.prepare(
    "INSERT INTO clicks_daily (scope_id, day, clicks, bots) VALUES ('x', 1, 1, 0)",
  ).run();
  expect(await find()).toEqual({ change: false, check: false, oldClicks: true });
  await env.DB_01.prepare("DELETE FROM clicks_daily").run();
  expect(await selectMigrations(env.DB_01)).toContain(env.TEST_MIGRATIONS.at(-1)?.name);
  expect(await hasHeartbeat(env.DB_01)).toBe(false);
});
