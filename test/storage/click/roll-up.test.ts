import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import type { Env } from "../../../src/env.ts";
import { dayOf, mondayOf } from "../../../src/domain/calendar.ts";
import { DAY_MS, HOUR_MS } from "../../../src/domain/time.ts";
import { chunk } from "../../../src/runtime/chunk.ts";
import { startRun } from "../../../src/storage/backup/run.ts";
import { cutOldMonths } from "../../../src/storage/click/cut.ts";
import { deleteOldClicks } from "../../../src/storage/click/prune.ts";
import { selectClicks } from "../../../src/storage/click/read-stats.ts";
import { rollUpDays } from "../../../src/storage/click/roll-up.ts";
import { BOT, clickOn, clicksOn, deliver, fold, messageOf, resetFolder, store } from "../../support/click.ts";
import { dyingDatabase } from "../../support/dying-database.ts";
import { proxyOf } from "../../support/proxy-of.ts";
import { seededRandom } from "../../support/random.ts";
import { meterDatabase } from "../../support/rows-read.ts";
import { runCron } from "../../support/run-cron.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";

/** Days whose hours are no longer shown become months, and no answer changes. */

let site: Site;
let ids: string[];

const nowMs = Date.now();
const today = dayOf(nowMs);
const ageMs = (days: number) => nowMs - days * DAY_MS;
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString();

beforeEach(async () => {
  await resetFolder();
  await env.DB.batch([
    env.DB.prepare("DELETE FROM click_sheets"),
    env.DB.prepare("DELETE FROM click_months"),
    env.DB.prepare("UPDATE click_folder SET rolls_at = 0"),
  ]);
  site = await createSite();
  ids = [];
  for (let n = 0; n < 3; n++)
    ids.push((await site.createLink({ destination: "https://example.com/", tags: ["t"] })).id);
});

async function rollUp(bindings: Env = env): Promise<void> {
  await env.DB.prepare("UPDATE click_folder SET rolls_at = 0").run();
  while (await rollUpDays(bindings.DB, nowMs)) continue;
}

async function rows(table: "click_sheets" | "click_months"): Promise<number> {
  return (await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n")) ?? -1;
}

/** The days of clicks in an export. */
async function exported(): Promise<string[]> {
  const headers = { Authorization: `Bearer ${site.token}` };
  const lines: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const url: string = `http://localhost:8787/v1/export?include=clicks${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const text: string = await (await exports.default.fetch(new Request(url, { headers }))).text();
    const read: string[] = text.trim().split("\n");
    cursor = (JSON.parse(read.pop() ?? "") as { next: string | null }).next;
    lines.push(...read.filter((line) => line.startsWith('{"kind":"clicks"')));
  }
  expect(lines.length).toBeGreaterThan(0);
  return lines;
}

/** What the API tells of all, in whole and in cut periods. */
async function answers(count = Infinity): Promise<unknown[]> {
  const periods = [
    "",
    `?interval=week&from=${dateOf(mondayOf(today - 380))}&include=hosts,tags,records`,
    `?interval=day&from=${dateOf(today - 75)}&to=${dateOf(today - 33)}&previous=true`,
    "?interval=hour",
    `?interval=day&from=${dateOf(today - 300)}&filter[tags]=t`,
  ];
  const paths = [
    ...periods.map((period) => `/stats${period}`),
    ...ids.flatMap((id) =>
      periods.slice(0, 4).map((period) => `/links/${id}/stats${period.replace(/&include.*/, "")}`),
    ),
    "/bulk/summary",
  ];
  const told: unknown[] = [];
  for (const path of paths.slice(0, count)) {
    const method = path.startsWith("/bulk") ? "POST" : "GET";
    told.push(
      requireOk(await site.call(method, path, method === "POST" ? { filter: { tags: "t" } } : undefined))
        .body,
    );
  }
  return [...told, await exported()];
}

const NAMES = ["DE", "FR", "__proto__", "AT", "constructor"];

/** A message with clicks of all ages, the first and last days of months among them. */
function variousClicks(random: () => number, count: number) {
  const pick = (most: number) => Math.floor(random() * most);
  return Array.from({ length: count }, () =>
    clickOn(ids[pick(3)]!, {
      atMs: ageMs(pick(8) === 0 ? pick(3) : pick(380)) - pick(24) * HOUR_MS,
      country: NAMES[pick(NAMES.length)]!,
      referrer: `page-${pick(12)}.example`,
      ...(pick(6) === 0 && { agent: BOT }),
    }),
  );
}

/** Bindings of a run that something else overtakes before its first batch. */
function interrupted(work: () => Promise<unknown>) {
  let isFirst = true;
  const batch = async (statements: D1PreparedStatement[]) => {
    if (isFirst) await work();
    isFirst = false;
    return env.DB.batch(statements);
  };
  return { ...env, DB: proxyOf(env.DB, { batch }) };
}

describe("[8.12] rolling up", () => {
  it("changes no answer, whatever the ages of the clicks are, and keeps sheets of two weeks", async () => {
    const random = seededRandom(33);
    for (let round = 0; round < 3; round++) {
      await deliver([messageOf(...variousClicks(random, 200))]);
      const before = await answers();
      await rollUp();
      expect(await answers()).toEqual(before);
    }
    const oldest = await env.DB.prepare("SELECT min(day) AS day FROM click_sheets").first<number>("day");
    expect(oldest).toBeGreaterThanOrEqual(today - 15);
    expect(await rows("click_months")).toBeGreaterThan(40);
  });

  it("neither loses nor doubles a click if it dies at any statement", async () => {
    const random = seededRandom(34);
    await deliver([messageOf(...variousClicks(random, 60))]);
    // The rate limit allows a few for each statement.
    const few = () => answers(2);
    const before = await few();
    for (const diesAfter of [false, true]) {
      for (let turn = 1, isDead = true; isDead; turn++) {
        const dying = dyingDatabase(turn, diesAfter);
        await rollUp(dying.env).catch(() => {});
        isDead = dying.isDead();
        expect(await few(), `${turn}`).toEqual(before);
        // A late click for the next turn.
        if (isDead && turn % 3 === 0) {
          await deliver([messageOf(clickOn(ids[0]!, { atMs: ageMs(40 + turn) }))]);
          before.splice(0, before.length, ...(await few()));
        }
      }
    }
  });

  it("adds a click that comes late, and counts a message that comes again once", async () => {
    const message = messageOf(...clicksOn(ids[0]!, 2, { atMs: ageMs(50), country: "DE" }));
    await deliver([message]);
    await rollUp();
    const late = messageOf(clickOn(ids[0]!, { atMs: ageMs(50), country: "FR" }));
    await deliver([message, late]);
    expect(await rows("click_sheets")).toBe(2);
    await rollUp();
    expect([await rows("click_sheets"), await rows("click_months")]).toEqual([0, 2]);
    const { body } = await site.call("GET", `/links/${ids[0]}/stats?interval=day&from=${dateOf(today - 60)}`);
    expect(body).toMatchObject({ clicks: 3, breakdowns: { countries: [{ clicks: 2 }, { clicks: 1 }] } });
  });

  it("does not undo what a folder or a deletion wrote meanwhile", async () => {
    await deliver([
      messageOf(...clicksOn(ids[0]!, 2, { atMs: ageMs(50) }), clickOn(ids[1]!, { atMs: ageMs(50) })),
    ]);
    await store([messageOf(clickOn(ids[0]!, { atMs: ageMs(50) }))]);
    await rollUp(interrupted(() => fold()));
    await rollUp(interrupted(() => site.call("DELETE", `/links/${ids[1]}/stats`)));
    await rollUp();
    expect(await rows("click_sheets")).toBe(0);
    const { results } = await env.DB.prepare(
      "SELECT scope_id, clicks ->> '$[#-1]' AS clicks FROM click_months",
    ).all();
    expect(results).toEqual(
      expect.arrayContaining([
        { scope_id: ids[0], clicks: 3 },
        { scope_id: site.id, clicks: 4 },
      ]),
    );
    expect(results).toHaveLength(2);
  });

  it("[8.14] deletes the months of a record with its clicks, and of a record that is deleted", async () => {
    await deliver([messageOf(...ids.map((id) => clickOn(id, { atMs: ageMs(50) })))]);
    await rollUp();
    expect(await rows("click_months")).toBe(4);
    requireOk(await site.call("DELETE", `/links/${ids[0]}/stats`));
    expect(await rows("click_months")).toBe(3);
    requireOk(await site.call("DELETE", `/link/${ids[1]}`));
    expect(await rows("click_months")).toBe(2);
  });

  it("[8.11, 8.14] cuts a month where its workspace's retention begins, within an hour", async () => {
    const first = mondayOf(today - 45);
    await deliver([
      messageOf(
        ...[-2, -1, 0, 1].map((n) => clickOn(ids[0]!, { atMs: (first + n) * DAY_MS, country: `C${n + 2}` })),
      ),
    ]);
    await rollUp();
    requireOk(await site.call("POST", "/workspace/update/retention", { value: "45d" }));
    // A late click overtakes the first attempt.
    const late = async () => {
      await deliver([messageOf(clickOn(ids[0]!, { atMs: (first + 1) * DAY_MS, country: "C3" }))]);
      await rollUp();
    };
    expect(await cutOldMonths(interrupted(late).DB, nowMs)).toBe(false);
    await deleteOldClicks(env.DB, nowMs);
    const { results } = await env.DB.prepare(
      "SELECT from_day, first_day, clicks FROM click_months ORDER BY from_day",
    ).all<{
      from_day: number;
      first_day: number;
      clicks: string;
    }>();
    const days = results.flatMap(({ first_day, clicks }) =>
      (JSON.parse(clicks) as number[]).flatMap((count, index) => (count > 0 ? [first_day + index] : [])),
    );
    expect(days.toSorted()).toEqual([first, first, first + 1, first + 1]);
    expect(results.every(({ from_day }) => from_day >= first)).toBe(true);
    const { body } = await site.call("GET", `/links/${ids[0]}/stats?interval=week&from=${dateOf(first)}`);
    expect(body).toMatchObject({
      clicks: 3,
      breakdowns: { countries: [{ value: "C3", clicks: 2 }, { value: "C2" }] },
    });
  });

  it("waits for a week after the first run of an upgrade", async () => {
    await deliver([messageOf(clickOn(ids[0]!, { atMs: ageMs(50) }))]);
    await env.DB.prepare("UPDATE click_folder SET way_back_until = NULL").run();
    for (const days of [0, 1, 6.9]) {
      await runCron(env, nowMs + days * DAY_MS);
      await rollUpDays(env.DB, nowMs + days * DAY_MS).catch(() => {});
      expect(await rows("click_months")).toBe(0);
    }
    await runCron(env, nowMs + 7 * DAY_MS);
    expect([await rows("click_sheets"), await rows("click_months")]).toEqual([0, 2]);
  });

  it("waits for a backup, and for the next day once nothing is left", async () => {
    await deliver([messageOf(clickOn(ids[0]!, { atMs: ageMs(50) }))]);
    await startRun(env.DB, { name: "n", uploadId: "u", restarts: 0 }, null, nowMs);
    await runCron(env, nowMs + 5 * HOUR_MS);
    await rollUpDays(env.DB, nowMs + 5 * HOUR_MS).catch(() => {});
    expect(await rows("click_months")).toBe(0);
    await runCron(env, nowMs + 6 * HOUR_MS);
    expect([await rows("click_sheets"), await rows("click_months")]).toEqual([0, 2]);
    const next = await env.DB.prepare("SELECT rolls_at FROM click_folder").first<number>("rolls_at");
    expect((next ?? 0) % DAY_MS).toBe(HOUR_MS);
    expect(next).toBeGreaterThan(nowMs + 6 * HOUR_MS);
    expect(next).toBeLessThanOrEqual(nowMs + 6 * HOUR_MS + DAY_MS);
    await env.DB.prepare("DELETE FROM backup_runs").run();
  });

  it("takes a month that has two megabytes, which somebody may make of random names", async () => {
    const random = seededRandom(35);
    const label = () =>
      Array.from(
        { length: 60 },
        () => "abcdefghijklmnopqrstuvwxyz0123456789"[Math.floor(random() * 36)],
      ).join("");
    for (let age = 20; age < 50; age++) {
      const clicks = Array.from({ length: 200 }, () =>
        clickOn(ids[0]!, {
          atMs: ageMs(age),
          referrer: `${label()}.${label()}.${label()}.${label()}.example`,
        }),
      );
      await deliver([messageOf(...clicks)]);
    }
    await rollUp();
    expect(await rows("click_sheets")).toBe(0);
    const largest = await env.DB.prepare("SELECT max(length(body)) AS bytes FROM click_months").first<number>(
      "bytes",
    );
    expect(largest).toBeGreaterThan(300_000);
    const { body } = await site.call("GET", `/links/${ids[0]}/stats?interval=day&from=${dateOf(today - 60)}`);
    expect(body.clicks).toBe(6_000);
  });

  it("[8.12] lets thirteen months of a record be read in 30 rows", async () => {
    const clicks = Array.from({ length: 390 }, (_, age) =>
      clickOn(ids[0]!, { atMs: ageMs(age), country: NAMES[age % 5]! }),
    );
    for (const part of chunk(clicks, 250)) await deliver([messageOf(...part)]);
    await rollUp();
    const range = { interval: "day", fromMs: ageMs(389), toMs: nowMs } as const;
    const read = async (id: string) => {
      const metered = meterDatabase();
      const scope = { workspaceId: site.id, recordIds: [id] };
      const { points } = await selectClicks(metered.env.DB, scope, range, { valueCount: 20 });
      return { clicks: points.reduce((sum, point) => sum + point.clicks, 0), rows: metered.rows.read };
    };
    const [daily, never] = [await read(ids[0]!), await read(ids[1]!)];
    expect([daily.clicks, never.clicks]).toEqual([390, 0]);
    expect(daily.rows - never.rows).toBeLessThanOrEqual(30);
  });
});
