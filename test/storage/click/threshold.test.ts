import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { dayOf } from "../../../src/domain/calendar.ts";
import { DAY_MS } from "../../../src/domain/time.ts";
import { BOT, clickOn, clicksOn, deliver, fold, messageOf, store } from "../../support/click.ts";
import { dyingDatabase } from "../../support/dying-database.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";

/** A workspace is told once when a record passes a number of clicks in a day. */

let site: Site;
let id: string;
let url: string;

let nowMs: number;
const setThresholds = (value: string) => site.call("POST", "/workspace/update/click_thresholds", { value });

beforeEach(async () => {
  nowMs = Date.now();
  site = await createSite();
  ({ id, url } = await site.createLink({ destination: "https://example.com/" }));
  await env.DB.batch([
    env.DB.prepare("UPDATE workspaces SET notify_url = 'https://hooks.example/' WHERE id = ?1").bind(site.id),
    env.DB.prepare("DELETE FROM notifications"),
  ]);
});

/** What was told: record, day, threshold and clicks. */
async function told() {
  const { results } = await env.DB.prepare(
    `SELECT payload ->> '$.data.id' AS id, payload ->> '$.data.url' AS url, payload ->> '$.data.day' AS day,
       payload ->> '$.data.threshold' AS threshold, payload ->> '$.data.clicks' AS clicks
     FROM notifications WHERE payload ->> 'type' = 'clicks.threshold' ORDER BY threshold, day`,
  ).all<{ id: string; url: string; day: string; threshold: number; clicks: number }>();
  return results;
}

const dateOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

describe("[8.15] a threshold of clicks", () => {
  it("is told when a record passes it, once a day", async () => {
    requireOk(await setThresholds(" 10,3 ,10"));
    await deliver([
      messageOf(...clicksOn(id, 2, { atMs: nowMs }), ...clicksOn(id, 5, { atMs: nowMs, agent: BOT })),
    ]);
    expect(await told()).toEqual([]);
    await deliver([messageOf(clickOn(id, { atMs: nowMs }))]);
    const first = { id, url, day: dateOf(nowMs), threshold: 3, clicks: 3 };
    expect(await told()).toEqual([first]);
    await deliver([messageOf(...clicksOn(id, 6, { atMs: nowMs }))]);
    expect(await told()).toEqual([first]);
    await deliver([messageOf(...clicksOn(id, 4, { atMs: nowMs }))]);
    expect(await told()).toEqual([first, { ...first, threshold: 10, clicks: 13 }]);
  });

  it("is told of each that is passed at once, of yesterday as well, and of no day before", async () => {
    requireOk(await setThresholds("2,4"));
    for (const age of [0, 1, 2])
      await deliver([messageOf(...clicksOn(id, 5, { atMs: (dayOf(nowMs) - age) * DAY_MS }))]);
    expect((await told()).map(({ threshold, day }) => [threshold, day])).toEqual([
      [2, dateOf(nowMs - DAY_MS)],
      [2, dateOf(nowMs)],
      [4, dateOf(nowMs - DAY_MS)],
      [4, dateOf(nowMs)],
    ]);
  });

  it("is told once, wherever the folder dies", async () => {
    requireOk(await setThresholds("3"));
    await store([messageOf(...clicksOn(id, 3, { atMs: nowMs }))]);
    for (const diesAfter of [false, true]) {
      for (let turn = 1, isDead = true; isDead; turn++) {
        const dying = dyingDatabase(turn, diesAfter);
        await fold(dying.env).catch(() => {});
        isDead = dying.isDead();
        expect((await told()).length).toBeLessThanOrEqual(1);
      }
    }
    expect(await told()).toHaveLength(1);
  });

  it.each([
    ["without thresholds", "UPDATE workspaces SET click_thresholds = NULL"],
    ["without a URL", "UPDATE workspaces SET notify_url = NULL"],
  ])("is not told %s", async (_, sql) => {
    requireOk(await setThresholds("1"));
    await env.DB.prepare(sql).run();
    await deliver([messageOf(clickOn(id, { atMs: nowMs }))]);
    expect(await told()).toEqual([]);
  });

  it.each(["0", "1.5", "-1", "1,", "a", "1 000", "1,2,3,4,5,6", "1000000000"])("is not %j", async (value) => {
    expect(await setThresholds(value)).toMatchObject({
      status: 422,
      body: { errors: { value: [expect.stringContaining("whole numbers")] } },
    });
  });

  it("is part of the workspace's settings, and cleared by the empty text", async () => {
    const meta = async () => (await site.call("GET", "/workspace/current")).body.meta as string[];
    requireOk(await setThresholds("1000, 100"));
    expect(await meta()).toContain("click_thresholds=100,1000");
    requireOk(await setThresholds(""));
    expect((await meta()).filter((line) => line.startsWith("click_thresholds"))).toEqual([]);
  });
});
