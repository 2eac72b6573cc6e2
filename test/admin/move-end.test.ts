import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Env } from "../../src/env.ts";
import { cancelMove } from "../../src/storage/operator/move.ts";
import { bindPlain } from "../../src/storage/statement.ts";
import { clickOn, IPHONE, messageOf } from "../support/click.ts";
import {
  COPIES_ONLY,
  endMove,
  hookedInstallation,
  KEPT_MS,
  moveTo,
  runMove,
  runMoveUntil,
  startMove,
  stateOf,
} from "../support/move.ts";
import { hasPassing } from "../support/move-witness.ts";
import { addUp, createLeaving, Mover, UNLIMITED } from "../support/mover.ts";
import { migrateDatabases, severalDatabases, type Installation } from "../support/several-databases.ts";

/** How moves end, and what they leave. */

let installation: Installation;
let source: Env;
let target: Env;
let mover: Mover;

beforeAll(migrateDatabases);
beforeEach(async () => {
  ({ installation, source, target, mover } = await createLeaving());
});

/** In how many tables a database has rows of the workspace, or triggers and notes of a move. */
async function traces({ DB }: Env): Promise<string[]> {
  const { results } = await DB.prepare(
    `SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'workspace_id' WHERE m.type = 'table' AND m.name NOT LIKE '\\_cf%' ESCAPE '\\'`,
  ).all<{ name: string }>();
  const found: string[] = [];
  for (const { name } of results) {
    const sql = `SELECT 1 FROM ${name} WHERE workspace_id = ?1`;
    if (
      name !== "moves" &&
      name !== "count_cache" &&
      (await DB.prepare(sql).bind(mover.workspace.id).first()) !== null
    )
      found.push(name);
  }
  const further = {
    triggers: "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'moving_%'",
    notes: "SELECT 1 FROM move_notes",
    slots: `SELECT 1 FROM slots WHERE host LIKE '%${mover.hosts[0]}'`,
    workspaces: `SELECT 1 FROM workspaces WHERE id = '${mover.workspace.id}'`,
    users: `SELECT 1 FROM users WHERE id = '${mover.workspace.userId}'`,
  };
  for (const [name, sql] of Object.entries(further))
    if ((await DB.prepare(sql).first()) !== null) found.push(name);
  return found;
}

it("[39.8] a workspace moves, moves back, and another one after it", async () => {
  await mover.fill();
  await addUp(source);
  const before = await mover.read();
  for (const [from, to] of [
    [source, "DB_02"],
    [target, "DB_01"],
    [source, "DB_02"],
  ] as const) {
    await moveTo(from, mover.workspace.id, to);
    expect(await mover.read()).toEqual(before);
    expect(await traces(from)).toEqual([]);
  }
  const another = await Mover.create(installation, "DB_01");
  await another.fill();
  await addUp(source);
  const ofAnother = await another.read();
  await moveTo(source, another.workspace.id, "DB_02");
  expect(await another.read()).toEqual(ofAnother);
  expect(await mover.read()).toEqual(before);
});

it.each(["copying", "closed"] as const)(
  "[39.8] a move is cancelled while it is %s, and made later",
  async (state) => {
    await startMove(source, mover.workspace.id, "DB_02");
    await runMove(source, Date.now(), COPIES_ONLY);
    await mover.createLink("meanwhile");
    if (state === "closed") await runMoveUntil(source, "closed");
    await bindPlain(source.DB, cancelMove(mover.workspace.id)).run();
    await endMove(source);
    expect(await source.DB.prepare("SELECT state FROM moves").first("state")).toBe("cancelled");
    expect(await traces(target)).toEqual([]);
    expect((await traces(source)).filter((name) => /^(?:triggers|notes)$/.test(name))).toEqual([]);
    expect(await target.DB.prepare("SELECT 1 FROM moves").first()).toBe(null);
    expect(await hasPassing()).toBe(false);
    await mover.createLink("later");
    const before = await mover.read();
    await moveTo(source, mover.workspace.id, "DB_02");
    expect(await mover.read()).toEqual(before);
    expect(await traces(source)).toEqual([]);
  },
);

it("[39.8] a move that is cancelled in the middle of a run goes no further", async () => {
  await startMove(source, mover.workspace.id, "DB_02");
  const hooked = hookedInstallation(async (call, sql) => {
    if (/INSERT INTO hosts_elsewhere/.test(sql))
      await bindPlain(source.DB, cancelMove(mover.workspace.id)).run();
    return call();
  });
  for (let runs = 0; runs < 3; runs++) await runMove(hooked.envs[1]);
  await endMove(source);
  expect(await source.DB.prepare("SELECT state FROM moves").first("state")).toBe("cancelled");
  expect(await traces(target)).toEqual([]);
});

it("[39.8] a move that fails ten times is taken back as soon as the other database answers", async () => {
  await startMove(source, mover.workspace.id, "DB_02");
  await runMove(source, Date.now(), COPIES_ONLY);
  await mover.createLink("later");
  const failing = hookedInstallation(async (call, sql) => {
    if (/defer_foreign_keys/.test(sql)) throw new Error("D1_ERROR: the database is down");
    return call();
  }).envs[1];
  for (let runs = 0; runs < 10; runs++) await runMove(failing).catch(() => {});
  expect(await stateOf(source)).toBe("cancelling");
  await mover.createLink("meanwhile");
  await endMove(source);
  expect(await traces(target)).toEqual([]);
  expect(await source.DB.prepare("SELECT error FROM moves").first("error")).toContain("is down");
});

it("[39.8] rows that do not fit together are deleted and copied again", async () => {
  await startMove(source, mover.workspace.id, "DB_02");
  await runMove(source, Date.now(), COPIES_ONLY);
  await mover.createLink("later");
  const failing = hookedInstallation(async (call, sql) => {
    if (/defer_foreign_keys/.test(sql)) throw new Error("D1_ERROR: UNIQUE constraint failed: records.slot");
    return call();
  }).envs[1];
  await runMove(failing).catch(() => {});
  expect(await stateOf(source)).toBe("clearing");
  const before = await mover.read();
  await endMove(source);
  expect(await mover.read()).toEqual(before);
});

it("[39.8] a database forgets what was copied if the other one was restored to a time before the move", async () => {
  await startMove(source, mover.workspace.id, "DB_02");
  await runMove(source, Date.now(), COPIES_ONLY);
  const { results } = await source.DB.prepare(
    "SELECT name FROM sqlite_master WHERE name LIKE 'moving_%'",
  ).all<{ name: string }>();
  await source.DB.batch(
    ["DELETE FROM moves", "DELETE FROM move_notes", ...results.map(({ name }) => `DROP TRIGGER ${name}`)].map(
      (sql) => source.DB.prepare(sql),
    ),
  );
  await runMove(target);
  expect((await traces(target)).length).toBeGreaterThan(0);
  for (let runs = 0; runs < 5; runs++) await runMove(target, Date.now() + 2 * KEPT_MS);
  expect(await traces(target)).toEqual([]);
  const before = await mover.read();
  await moveTo(source, mover.workspace.id, "DB_02");
  expect(await mover.read()).toEqual(before);
});

it("[39.8] large values are copied byte for byte", async () => {
  await mover.fill();
  const { id } = (await mover.must("POST", "/changes", { upload: true })).body;
  const headers = { "Content-Type": "application/x-ndjson" };
  for (let part = 1; part <= 3; part++) {
    const row = { host: mover.hosts[0], alias: `part${part}`, destination: `https://${part}.example/` };
    const lines = Array.from({ length: 900 }, (_, n) => ({
      ...row,
      alias: `${row.alias}-${n}`,
      description: "ü🦊".repeat(160),
    }));
    await mover.must(
      "PUT",
      `/changes/${id}/parts/${part}`,
      lines.map((line) => JSON.stringify(line)).join("\n"),
      headers,
    );
  }
  const large = `<p>\u0000"ü🦊\\${"x".repeat(600_000)}`;
  await setPage("wide", large);
  const values = async ({ DB }: Env) => {
    const pages = "SELECT name, hex(html) AS html FROM pages WHERE workspace_id = ?1 ORDER BY name";
    const inputs =
      "SELECT part, block, lines, hex(body) AS body FROM change_inputs WHERE change_id = ?1 ORDER BY 1, 2";
    return [
      (await DB.prepare(pages).bind(mover.workspace.id).all()).results,
      (await DB.prepare(inputs).bind(id).all()).results,
    ];
  };
  await startMove(source, mover.workspace.id, "DB_02");
  await runMove(source, Date.now(), COPIES_ONLY);
  await setPage("page", `${large}y`);
  const before = await values(source);
  expect(before.map((rows) => rows.length > 1)).toEqual([true, true]);
  await endMove(source);
  expect(await values(target)).toEqual(before);
  await mover.must("POST", `/changes/${id}/plan`);
});

async function setPage(name: string, html: string): Promise<void> {
  const update = "UPDATE pages SET html = ?1 WHERE name = ?2 AND workspace_id = ?3";
  await source.DB.prepare(update).bind(html, name, mover.workspace.id).run();
}

it("[39.8] each click counts once, whenever its message is delivered", async () => {
  const stays = await Mover.create(installation, "DB_01");
  const there = await Mover.create(installation, "DB_02");
  const movers = [mover, stays, there];
  const ofAll = () => messageOf(...movers.map((one) => clickOn(one.idOf("first"), { agent: IPHONE })));
  const sent = [ofAll()];
  const deliver = async () => {
    sent.push(ofAll());
    await installation.offer(sent);
  };
  /** One database fails: the others store what is theirs. */
  const deliverHalf = async (name: "DB_01" | "DB_02") => {
    sent.push(ofAll());
    const down = () => {
      throw new Error("D1_ERROR: the database is down");
    };
    await severalDatabases({ ...UNLIMITED, [name]: { prepare: down, batch: down } }).offer(sent);
  };
  await deliver();
  await deliverHalf("DB_01");
  await deliverHalf("DB_02");
  await startMove(source, mover.workspace.id, "DB_02");
  await runMove(source, Date.now(), COPIES_ONLY);
  await deliver();
  await deliverHalf("DB_01");
  await runMoveUntil(source, "closed");
  await deliver();
  await deliverHalf("DB_02");
  await runMoveUntil(source, "left");
  await deliver();
  await deliverHalf("DB_01");
  await deliverHalf("DB_02");
  await endMove(source);
  await deliver();
  expect(await installation.offer(sent)).toEqual([]);
  expect(await installation.offer(sent)).toEqual([]);
  for (const one of installation.envs) await addUp(one);
  for (const one of movers) {
    const { body } = await one.must("GET", `/links/${one.idOf("first")}/stats`);
    expect(body.clicks).toBe(sent.length);
  }
});
