import { env } from "cloudflare:workers";
import { beforeEach, expect, it, vi } from "vitest";
import { batchIdPrefix } from "../../../src/clicks/batch-id.ts";
import type { Env } from "../../../src/env.ts";
import { foldClicks } from "../../../src/jobs/fold-clicks.ts";
import { hasUnfoldedClicks } from "../../../src/storage/click/fold.ts";
import { selectFacts } from "../../../src/storage/installation/installation.ts";
import { isTrue } from "../../../src/storage/statement.ts";
import { dayOf } from "../../../src/domain/calendar.ts";
import { MINUTE_MS } from "../../../src/domain/time.ts";
import { clicksOn, daysOf, messageOf, resetFolder, store, totalOf, valuesOf } from "../../support/click.ts";
import { dyingDatabase } from "../../support/dying-database.ts";
import { jobRun } from "../../support/job-run.ts";
import { meterDatabase } from "../../support/rows-read.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";

/** [8.12] Clicks of workspaces with more than a thousand clicked records wait, and nothing else does. */

const NOW_MS = Date.now();
let busy: Site;
let quiet: Site;
let ofBusy: string;
let ofQuiet: string;

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await resetFolder();
  [busy, quiet] = [await createSite(), await createSite()];
  ofBusy = (await busy.createLink({ destination: "https://example.com/" })).id;
  ofQuiet = (await quiet.createLink({ destination: "https://example.com/" })).id;
});

/** A stored message with a click for each of so many records of a workspace, and of one more. */
async function storeBusy(records = 1_000): Promise<string> {
  const id = `${batchIdPrefix(Date.now())}-${crypto.randomUUID()}`;
  const one = { days: { [dayOf(NOW_MS)]: { h: { "9": [1, 0] }, v: { country: { DE: 1 } } } } };
  const names = Array.from({ length: records }, (_, index) => `gone-${index}`);
  const body = { v: 1, of: { [busy.id]: Object.fromEntries([...names, ofBusy].map((name) => [name, one])) } };
  await env.DB.batch([
    env.DB.prepare("INSERT INTO click_batches (id, body) VALUES (?1, ?2)").bind(id, JSON.stringify(body)),
    env.DB.prepare("UPDATE click_folder SET unfolded_from = ''"),
  ]);
  return id;
}

const foldAt = (minute: number, bindings: Env = env) =>
  foldClicks(jobRun(bindings, NOW_MS + minute * MINUTE_MS));
const isDueAt = (minute: number) => {
  const nowMs = NOW_MS + minute * MINUTE_MS;
  return isTrue(env.DB, { sql: hasUnfoldedClicks(nowMs), parameters: [nowMs] });
};
const totals = async () => [await totalOf(ofBusy), await totalOf(ofQuiet)];
const told = async (site: Site, path = "/stats"): Promise<number> =>
  requireOk(await site.call("GET", path)).body.clicks;

it("for fifteen minutes, though statistics show them at once", async () => {
  await storeBusy();
  await store([
    messageOf(...clicksOn(ofBusy, 2, { atMs: NOW_MS }), ...clicksOn(ofQuiet, 3, { atMs: NOW_MS })),
  ]);
  expect(await isDueAt(0)).toBe(true);
  await foldAt(0);
  expect(await totals()).toEqual([0, 3]);
  expect([await told(busy), await told(busy, `/links/${ofBusy}/stats`), await told(quiet)]).toEqual([
    1_003, 3, 3,
  ]);
  expect(await isDueAt(14)).toBe(false);
  await foldAt(14);
  expect(await totals()).toEqual([0, 3]);
  expect(await isDueAt(16)).toBe(true);
  await foldAt(16);
  expect(await totals()).toEqual([3, 3]);
  expect([await told(busy), await told(busy, `/links/${ofBusy}/stats`), await told(quiet)]).toEqual([
    1_003, 3, 3,
  ]);
  expect(await daysOf(busy.id)).toEqual([[dayOf(NOW_MS), 1_003, 0]]);
  await foldAt(17);
  expect(await isDueAt(18)).toBe(false);
});

it("together with what comes while they wait, in one batch that writes a sheet once", async () => {
  for (let minute = 0; minute < 15; minute++) {
    await storeBusy();
    await foldAt(minute);
    expect(await totalOf(ofBusy)).toBe(0);
  }
  await storeBusy();
  const { env: bindings, rows } = meterDatabase();
  await foldAt(16, bindings);
  expect(await totalOf(ofBusy)).toBe(16);
  // Two sheets, a total with its index, the bodies, and what finds those that wait; the other records are gone.
  expect(rows.written).toBeLessThan(60);
  expect(await valuesOf(ofBusy, "country")).toEqual({ DE: 16 });
});

it("no longer than until a hundred messages wait", async () => {
  for (let message = 0; message < 99; message++) await storeBusy(message === 0 ? 1_000 : 0);
  await foldAt(0);
  expect(await totalOf(ofBusy)).toBe(0);
  expect(await isDueAt(1)).toBe(false);
  // A message alone does not wait, so it is one whose workspace is busy again.
  await storeBusy();
  await foldAt(1);
  expect(await totalOf(ofBusy)).toBe(0);
  expect(await isDueAt(1)).toBe(true);
  await foldAt(2);
  expect(await totalOf(ofBusy)).toBe(100);
});

it.each([
  ["a thousand records", 999, {}],
  ["the variable CLICKS_WAIT_MINUTES of 0", 1_000, { CLICKS_WAIT_MINUTES: "0" }],
  ["the free plan", 1_000, { PLAN: "free" }],
])("but not with %s", async (_, records, variables) => {
  await storeBusy(records);
  await foldAt(0, { ...env, ...variables });
  expect(await totalOf(ofBusy)).toBe(1);
});

it("for as long as the variable CLICKS_WAIT_MINUTES says", async () => {
  const bindings = { ...env, CLICKS_WAIT_MINUTES: "3" };
  await storeBusy();
  await foldAt(0, bindings);
  await foldAt(2, bindings);
  expect(await totalOf(ofBusy)).toBe(0);
  await foldAt(4, bindings);
  expect(await totalOf(ofBusy)).toBe(1);
});

it.each([null, NOW_MS + MINUTE_MS])("but not while an upgrade can be taken back (%j)", async (until) => {
  await env.DB.prepare("UPDATE click_folder SET way_back_until = ?1").bind(until).run();
  await storeBusy();
  await foldAt(0);
  expect(await totalOf(ofBusy)).toBe(1);
});

it("until the release before adds them, which knows no waiting", async () => {
  const id = await storeBusy();
  await foldAt(0);
  await env.DB.prepare("UPDATE click_batches SET body = NULL WHERE id = ?1").bind(id).run();
  await foldAt(16);
  await foldAt(17);
  expect(await isDueAt(18)).toBe(false);
  expect((await selectFacts(env.DB, NOW_MS + 30 * MINUTE_MS)).clicksSinceMs).toBeNull();
  await storeBusy();
  await foldAt(18);
  expect(await totalOf(ofBusy)).toBe(0);
});

it("and are told as waiting once their wait is over, even beside newer messages", async () => {
  await storeBusy();
  await foldAt(0);
  const since = async (minute: number) =>
    (await selectFacts(env.DB, NOW_MS + minute * MINUTE_MS)).clicksSinceMs ?? Infinity;
  expect(await since(14)).toBe(Infinity);
  await store([messageOf(...clicksOn(ofQuiet, 1, { atMs: NOW_MS + 40 * MINUTE_MS }))]);
  const waitedMs = (await since(41)) - NOW_MS;
  expect(Math.round(waitedMs / MINUTE_MS)).toBe(15);
});

it("and are forgotten with their record meanwhile", async () => {
  await storeBusy();
  await foldAt(0);
  requireOk(await busy.call("DELETE", `/links/${ofBusy}/stats`));
  await foldAt(16);
  expect(await totalOf(ofBusy)).toBe(0);
  expect(await daysOf(ofBusy)).toEqual([]);
  expect(await daysOf(busy.id)).toEqual([[dayOf(NOW_MS), 1_001, 0]]);
});

it.each([
  ["in front of", false],
  ["behind", true],
])("and count once though whoever adds them dies %s any statement", async (_, diesAfter) => {
  let [turn, hasDied] = [0, true];
  let expected = [0, 0];
  while (hasDied) {
    turn++;
    hasDied = false;
    await storeBusy();
    await store([messageOf(...clicksOn(ofBusy, 2), ...clicksOn(ofQuiet, 5))]);
    expected = [expected[0]! + 3, expected[1]! + 5];
    for (const minute of [0, 16]) {
      const dying = dyingDatabase(turn, diesAfter);
      const at = turn * 30 + minute;
      await foldAt(at, dying.env).catch(() => {});
      hasDied ||= dying.isDead();
      expect(await told(busy, `/links/${ofBusy}/stats`)).toBe(expected[0]);
      // The lease of who died has ended.
      await foldAt(at + 2);
      expect(await told(busy, `/links/${ofBusy}/stats`)).toBe(expected[0]);
    }
    expect(await totals()).toEqual(expected);
  }
  expect(turn).toBeGreaterThan(5);
});
