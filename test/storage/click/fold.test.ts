import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { batchIdPrefix } from "../../../src/clicks/batch-id.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/domain/time.ts";
import { foldClicks, moveClicksOfOldTables } from "../../../src/jobs/fold-clicks.ts";
import { runJobs } from "../../../src/jobs/run-jobs.ts";
import { readUnfolded, takeFolderLease } from "../../../src/storage/click/fold.ts";
import { deleteOldClicks } from "../../../src/storage/click/prune.ts";
import {
  BOT,
  clickOn,
  clicksOn,
  daysOf,
  fold,
  hoursOf,
  messageOf,
  resetFolder,
  store,
  totalOf,
  valuesOf,
} from "../../support/click.ts";
import { dyingDatabase } from "../../support/dying-database.ts";
import { meterDatabase } from "../../support/rows-read.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";
import type { ClickMessage } from "../../../src/queue-messages.ts";
import { jobRun } from "../../support/job-run.ts";

/** Messages that are stored are added to sheets, each once. */

let site: Site;
let id: string;
let second: string;

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await resetFolder();
  site = await createSite();
  id = (await site.createLink({ destination: "https://example.com/" })).id;
  second = (await site.createLink({ destination: "https://example.com/" })).id;
});

const sumOf = (counts: [number, number, number][]) => counts.reduce((sum, [, clicks]) => sum + clicks, 0);
const unfolded = async () =>
  env.DB.prepare("SELECT count(*) AS n FROM click_batches WHERE body IS NOT NULL").first<number>("n");
const start = async () => env.DB.prepare("SELECT unfolded_from AS id FROM click_folder").first<string>("id");

/** Everything that is kept of a record and the workspace agrees on so many clicks. */
async function expectCounted(clicks: number, ofWorkspace = clicks): Promise<void> {
  expect(await totalOf(id)).toBe(clicks);
  for (const [scope, expected] of [
    [id, clicks],
    [site.id, ofWorkspace],
  ] as const) {
    expect(sumOf(await daysOf(scope))).toBe(expected);
    expect(sumOf(await hoursOf(scope))).toBe(expected);
    const countries = Object.values(await valuesOf(scope, "country"));
    expect(countries.reduce((sum, count) => sum + count, 0)).toBe(expected);
  }
}

/** The clicks that the API tells, whether they are in sheets or not. */
async function told(path: string): Promise<number> {
  return requireOk(await site.call("GET", path)).body.clicks;
}

describe("[8.12] a folder", () => {
  it("adds stored messages, and does not change the API's numbers", async () => {
    await store([messageOf(...clicksOn(id, 3), ...clicksOn(second, 2), clickOn(id, { agent: BOT }))]);
    expect(await totalOf(id)).toBe(0);
    for (const isFolded of [false, true]) {
      if (isFolded) await fold();
      for (const interval of ["hour", "day", "week"]) {
        expect(await told(`/links/${id}/stats?interval=${interval}`), interval).toBe(3);
        expect(await told(`/stats?interval=${interval}`), interval).toBe(5);
      }
      const { body } = await site.call("GET", `/links/${id}/stats`);
      expect(body).toMatchObject({ bots: 1, breakdowns: { countries: [{ value: "", clicks: 3 }] } });
    }
    await expectCounted(3, 5);
  });

  it("adds several messages of one record, several days and the same day again", async () => {
    const atMs = Date.now();
    for (const age of [0, 1, 0, 30]) {
      await store([messageOf(...clicksOn(id, 2, { atMs: atMs - age * DAY_MS }))]);
      if (age === 1) await fold();
    }
    await fold();
    await expectCounted(8);
    expect((await daysOf(id)).map(([, clicks]) => clicks)).toEqual([2, 2, 4]);
  });

  it("runs each minute with what cron runs", async () => {
    await store([messageOf(clickOn(id))]);
    await runJobs(env, Date.now());
    await expectCounted(1);
  });

  it("adds more than one batch holds, under a lease that it gives back", async () => {
    // Each stored alone: messages of one delivery have one body.
    for (let n = 0; n < 450; n++) await store([messageOf(clickOn(id))]);
    await fold();
    await expectCounted(450);
    expect(await unfolded()).toBe(0);
    const state = await env.DB.prepare("SELECT leased_until FROM click_folder").first("leased_until");
    expect(state).toBe(0);
  });

  it("adds nothing while another has the lease, and goes on when the lease has ended", async () => {
    const nowMs = Date.now();
    await store([messageOf(clickOn(id))]);
    expect(await takeFolderLease(env.DB, { holder: "another", nowMs }, MINUTE_MS)).toBe(true);
    expect(await takeFolderLease(env.DB, { holder: "third", nowMs }, MINUTE_MS)).toBe(false);
    await foldClicks(jobRun(env, nowMs));
    expect(await unfolded()).toBe(1);
    await foldClicks(jobRun(env, nowMs + MINUTE_MS));
    await expectCounted(1);
  });

  it("adds each message once when several run", async () => {
    const messages = Array.from({ length: 60 }, (_, index) =>
      messageOf(...clicksOn(index % 2 === 0 ? id : second, 1 + (index % 3))),
    );
    await Promise.all([
      ...Array.from({ length: 5 }, async () => {
        for (let round = 0; round < 10; round++) await fold();
      }),
      ...messages.map(async (message) => {
        await store([message]);
        await store([message]);
      }),
    ]);
    await fold();
    const all = messages.flatMap(({ clicks }) => clicks);
    await expectCounted(all.filter(([record]) => record === id).length, all.length);
  });

  it("keeps what another adds to the same sheets between its reads and its batch", async () => {
    await store([messageOf(...clicksOn(id, 2))]);
    const slow = meterDatabase();
    const batch = slow.env.DB.batch.bind(slow.env.DB);
    vi.spyOn(slow.env.DB, "batch").mockImplementationOnce(async (statements) => {
      // Of a message that the other one has read alone.
      await store([{ ...messageOf(...clicksOn(id, 3)), id: "000000000-early" }]);
      const other = await readUnfolded(
        env.DB,
        { holder: "other", nowMs: Date.now() },
        { sheets: 500, bytes: 1_000_000, waitMs: 0 },
        [],
        1,
      );
      await other.add();
      return batch(statements);
    });
    await foldClicks(jobRun(slow.env, Date.now()));
    await expectCounted(3);
    await fold();
    await expectCounted(5);
  });

  it("goes past a message that cannot be added, which is told and tried again", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const poison = messageOf(clickOn(id));
    for (const message of [messageOf(clickOn(id)), poison, messageOf(clickOn(second))])
      await store([message]);
    const { body } = (await env.DB.prepare("SELECT body FROM click_batches WHERE id = ?1")
      .bind(poison.id)
      .first<{ body: string }>())!;
    const write = (text: string) =>
      env.DB.prepare("UPDATE click_batches SET body = ?2 WHERE id = ?1").bind(poison.id, text).run();
    await write('{"v":1,"of":{"w":{"r":{"days":{"0":{"h":null}}}}}}');
    await fold();
    await expectCounted(1, 2);
    expect(log).toHaveBeenCalledWith(expect.stringContaining("clicks_not_added"));
    await write(body);
    await fold();
    await expectCounted(2, 3);
  });

  it("goes past several messages in a row that cannot be added", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    await env.DB.prepare(
      `INSERT INTO click_batches (id, body)
       SELECT '0-' || value, '{"v":1,"of":{"w":{"r":{"days":{"0":{"h":null}}}}}}' FROM json_each('[1,2,3,4,5]')`,
    ).run();
    await store([messageOf(clickOn(id))]);
    await fold();
    await expectCounted(1);
    expect(log).toHaveBeenCalledTimes(5);
  });

  it("leaves a message of a later release alone", async () => {
    await env.DB.prepare("INSERT INTO click_batches (id, body) VALUES ('later', '{\"v\":2}')").run();
    await store([messageOf(clickOn(id))]);
    await fold();
    await expectCounted(1);
    expect(await told("/stats")).toBe(1);
    expect(await unfolded()).toBe(1);
  });

  it("has nothing to add to a record that was deleted since, and adds to its workspace", async () => {
    await store([messageOf(clickOn(id), clickOn(second))]);
    requireOk(await site.call("DELETE", `/link/${second}`));
    expect(await told("/stats")).toBe(2);
    await fold();
    await expectCounted(1, 2);
    expect(await daysOf(second)).toEqual([]);
  });
});

describe("[8.6] nothing is lost and nothing is doubled", () => {
  /** What arrives: several records and days, and days of the previous release. */
  async function prepare(): Promise<ClickMessage[]> {
    const day = Math.floor(Date.now() / DAY_MS) - 3;
    await env.DB.batch(
      [id, site.id].flatMap((scope) => [
        env.DB.prepare("INSERT INTO clicks_daily VALUES (?1, ?2, 7, 2)").bind(scope, day),
        env.DB.prepare("INSERT INTO clicks_hourly VALUES (?1, ?2, 7, 2)").bind(scope, day * 24 + 5),
        env.DB.prepare("INSERT INTO clicks_by_value VALUES (?1, 'country', ?2, 'DE', 7)").bind(scope, day),
      ]),
    );
    await env.DB.prepare("UPDATE records SET total_clicks = 7 WHERE id = ?1").bind(id).run();
    return [
      messageOf(...clicksOn(id, 2), clickOn(second)),
      messageOf(clickOn(id, { atMs: Date.now() - DAY_MS })),
      messageOf(...clicksOn(id, 3, { country: "FR" })),
    ];
  }

  it.each([
    ["in front of", false],
    ["behind", true],
  ])("though whoever stores and adds dies %s any statement", { timeout: 600_000 }, async (_, diesAfter) => {
    let [turn, hasDied] = [0, true];
    while (hasDied) {
      turn++;
      site = await createSite();
      id = (await site.createLink({ destination: "https://example.com/" })).id;
      second = (await site.createLink({ destination: "https://example.com/" })).id;
      const messages = await prepare();
      const dying = dyingDatabase(turn, diesAfter);
      const outcomes = await store(messages, dying.env);
      // What was seen between a death and the next run is right, too.
      if (outcomes.every((outcome) => outcome === "ack")) expect(await told("/stats"), `${turn}`).toBe(14);
      const run = jobRun(dying.env, Date.now());
      await foldClicks(run).catch(() => {});
      await moveClicksOfOldTables(run).catch(() => {});
      if (outcomes.every((outcome) => outcome === "ack")) expect(await told("/stats"), `${turn}`).toBe(14);
      hasDied = dying.isDead();
      // The queue delivers again what was not acknowledged, and at times what was.
      await store(messages);
      expect(await told("/stats"), `after ${turn}`).toBe(14);
      expect(await told(`/links/${id}/stats?interval=hour&from=${since()}`), `after ${turn}`).toBe(13);
      // The lease of who died has to end.
      const nextRun = jobRun(env, Date.now() + 2 * MINUTE_MS);
      await foldClicks(nextRun);
      await moveClicksOfOldTables(nextRun);
      await expectCounted(13, 14);
      expect(await env.DB.prepare("SELECT count(*) AS n FROM clicks_daily").first("n")).toBe(0);
    }
    expect(turn).toBeGreaterThan(20);
  });

  const since = () => new Date(Date.now() - 7 * DAY_MS).toISOString();
});

describe("the start of unfolded messages", () => {
  const aged = (ageMs: number, message = messageOf(clickOn(id))) => ({
    ...message,
    id: `${batchIdPrefix(Date.now() - ageMs)}-${crypto.randomUUID()}`,
  });
  const fill = (count: number, ageMs: number) =>
    env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       INSERT INTO click_batches (id) SELECT ?1 || i FROM n`,
    )
      .bind(`${batchIdPrefix(Date.now() - ageMs)}-`, count - 1)
      .run();

  it("moves on when many were added, so that a run reads no more than it has to", async () => {
    await fill(3_000, HOUR_MS);
    expect(await start()).toBe("");
    await fold();
    expect(await start()).not.toBe("");
    const metered = meterDatabase();
    await foldClicks(jobRun(metered.env, Date.now()));
    expect(metered.rows.read).toBeLessThanOrEqual(20);
  });

  it("moves back for a message that comes late, which is told and added", async () => {
    await fill(3_000, HOUR_MS);
    await fold();
    expect(await store([aged(13 * DAY_MS)])).toEqual(["ack"]);
    expect(await told("/stats")).toBe(1);
    await fold();
    await expectCounted(1);
  });

  it("stays in front of a message that cannot be added yet", async () => {
    await env.DB.prepare("INSERT INTO click_batches (id, body) VALUES (?1, '{\"v\":2}')")
      .bind(aged(DAY_MS).id)
      .run();
    await fill(3_000, HOUR_MS);
    await fold();
    const first = await env.DB.prepare("SELECT min(id) AS id FROM click_batches").first<string>("id");
    expect((await start())! <= first!).toBe(true);
  });

  it("leaves no message to the clean-up that was not added", async () => {
    await store([aged(20 * DAY_MS)]);
    await deleteOldClicks(env.DB, Date.now());
    await fold();
    await expectCounted(1);
    await deleteOldClicks(env.DB, Date.now());
    expect(await env.DB.prepare("SELECT count(*) AS n FROM click_batches").first("n")).toBe(0);
  });
});
