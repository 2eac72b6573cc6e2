import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { batchIdPrefix } from "../../../src/clicks/batch-id.ts";
import { DAY_MS } from "../../../src/domain/time.ts";
import { storeClicks } from "../../../src/storage/click/store.ts";
import {
  BOT,
  clickOn,
  clicksOn,
  daysOf,
  deliver,
  failingDatabase,
  fold,
  hoursOf,
  messageOf,
  store,
  totalOf,
  valuesOf,
} from "../../support/click.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";

/** A queue delivers at least once, in any order and company: each batch counts once. */

let site: Site;
let id: string;

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  site = await createSite();
  id = (await site.createLink({ destination: "https://example.com/" })).id;
});

/** Everything that is kept of the record agrees on so many clicks. */
async function expectCounted(clicks: number): Promise<void> {
  expect(await totalOf(id)).toBe(clicks);
  for (const scope of [id, site.id]) {
    for (const counts of [await hoursOf(scope), await daysOf(scope)]) {
      expect(counts.reduce((sum, [, clicks]) => sum + clicks, 0)).toBe(clicks);
    }
    expect(Object.values(await valuesOf(scope, "country")).reduce((sum, clicks) => sum + clicks, 0)).toBe(
      clicks,
    );
  }
}

describe("a batch counts once", () => {
  it("delivered twice in one delivery", async () => {
    const message = messageOf(...clicksOn(id, 3));
    expect(await deliver([message, message])).toEqual(["ack", "ack"]);
    await expectCounted(3);
  });

  it("delivered again later", async () => {
    const message = messageOf(...clicksOn(id, 3));
    expect(await deliver([message])).toEqual(["ack"]);
    expect(await deliver([message])).toEqual(["ack"]);
    await expectCounted(3);
  });

  it("delivered again among others, which count", async () => {
    const [first, second, third] = [1, 2, 4].map((count) => messageOf(...clicksOn(id, count)));
    expect(await deliver([first])).toEqual(["ack"]);
    expect(await deliver([second, first, third])).toEqual(["ack", "ack", "ack"]);
    await expectCounted(7);
  });

  describe("[8.12] and shares a row with others", () => {
    /** Messages whose first clicks are a second apart, all within the part of time that a row may have. */
    const START_MS = Date.UTC(2026, 4, 5, 6) - (Date.UTC(2026, 4, 5, 6) % 36 ** 3);
    const messagesOf = (...counts: number[]) =>
      counts.map((count, index) => messageOf(...clicksOn(id, count, { atMs: START_MS + index * 1_000 })));
    const rowsOf = async () =>
      (
        await env.DB.prepare(
          "SELECT id, ids, body IS NULL AS isEmpty FROM click_batches WHERE id >= ?1 AND id < ?2 ORDER BY id",
        )
          .bind(batchIdPrefix(START_MS), batchIdPrefix(START_MS + DAY_MS))
          .all<{ id: string; ids: string | null; isEmpty: number }>()
      ).results;

    beforeEach(() => env.DB.prepare("DELETE FROM click_batches").run());

    it("of up to 250 clicks", async () => {
      const messages = messagesOf(3, 4, 240, 5);
      await storeClicks(env.DB, messages.toReversed());
      const [first, second, third, fourth] = messages.map((message) => message.id);
      expect(await rowsOf()).toEqual([
        { id: first, ids: JSON.stringify([second, third]), isEmpty: 0 },
        { id: fourth, ids: null, isEmpty: 0 },
      ]);
      await fold();
      await expectCounted(252);
    });

    it("of the same part of time", async () => {
      const late = messageOf(clickOn(id, { atMs: START_MS + 36 ** 3 }));
      await storeClicks(env.DB, [...messagesOf(1, 1), late]);
      expect((await rowsOf()).map((row) => JSON.parse(row.ids ?? "[]").length)).toEqual([1, 0]);
    });

    it("by which it is recognized, whether its clicks are added or not, in any company", async () => {
      const [first, second, third, fourth] = messagesOf(1, 2, 4, 8);
      await storeClicks(env.DB, [first!, second!, third!]);
      for (const again of [[second!], [third!, fourth!], [fourth!, first!, second!], [third!]]) {
        expect(await store(again)).toEqual(again.map(() => "ack"));
        if (again.length === 3) await fold();
      }
      await fold();
      await expectCounted(15);
    });

    it.each([
      ["as long as an upgrade can be taken back", Date.now() + DAY_MS],
      ["until cron has run after an upgrade", null],
    ])("and has a row of its own %s", async (_, until) => {
      await env.DB.prepare("UPDATE click_folder SET way_back_until = ?1").bind(until).run();
      const messages = messagesOf(1, 2, 4);
      await storeClicks(env.DB, messages);
      expect((await rowsOf()).map((row) => [row.id, row.isEmpty])).toEqual(
        messages.map((message, index) => [message.id, index === 0 ? 0 : 1]),
      );
      await env.DB.prepare("UPDATE click_folder SET way_back_until = 0").run();
      expect(await deliver(messages)).toEqual(["ack", "ack", "ack"]);
      await expectCounted(7);
    });
  });

  it("[8.6] delivered ten times at once", async () => {
    const messages = [messageOf(...clicksOn(id, 3)), messageOf(...clicksOn(id, 5))];
    const deliveries = await Promise.all(Array.from({ length: 10 }, () => deliver(messages)));
    expect(deliveries).toEqual(deliveries.map(() => ["ack", "ack"]));
    await expectCounted(8);
  });

  it("[8.6] that was committed though the answer got lost", async () => {
    const lost = failingDatabase(() => false);
    const batch = lost.env.DB.batch.bind(lost.env.DB);
    const commit = vi.spyOn(lost.env.DB, "batch").mockImplementationOnce(async (statements) => {
      await batch(statements);
      throw new Error("D1_ERROR: Network connection lost.");
    });
    const message = messageOf(...clicksOn(id, 3));
    expect(await deliver([message], lost.env)).toEqual(["retry"]);
    expect(await deliver([message], lost.env)).toEqual(["ack"]);
    expect(commit).toHaveBeenCalledTimes(2);
    await expectCounted(3);
  });
});

describe("an obstacle to counting", () => {
  beforeAll(async () => {
    await env.DB.prepare(
      `CREATE TRIGGER poison BEFORE INSERT ON click_batches WHEN NEW.id = 'poison'
       BEGIN SELECT RAISE(ABORT, 'no row for this one'); END`,
    ).run();
  });

  it("[8.6] a message that cannot be counted is tried again, alone", async () => {
    const [first, second] = [messageOf(...clicksOn(id, 1)), messageOf(...clicksOn(id, 2))];
    expect(await deliver([first, { ...messageOf(clickOn(id)), id: "poison" }, second])).toEqual([
      "ack",
      "retry",
      "ack",
    ]);
    await expectCounted(3);
  });

  it.each([
    ["of no kind", {}],
    ["of an unknown kind", { kind: "clock" }],
    ["that is nothing", null],
    ["of clicks that are none", { kind: "clicks", id: "x", clicks: [["record"]] }],
  ])("a message %s is tried again, alone", async (_, body) => {
    expect(await deliver([messageOf(...clicksOn(id, 2)), body])).toEqual(["ack", "retry"]);
    await expectCounted(2);
  });

  it("a database that fails once has the messages tried one by one", async () => {
    const messages = [1, 2, 4].map((count) => messageOf(...clicksOn(id, count)));
    const once = failingDatabase((batch) => batch === 1);
    expect(await deliver(messages, once.env)).toEqual(["ack", "ack", "ack"]);
    expect(once.batches()).toBe(4);
    await expectCounted(7);
  });

  it("a database that is down is not asked for each message, and all are tried again", async () => {
    const messages = Array.from({ length: 100 }, () => messageOf(clickOn(id)));
    const down = failingDatabase(() => true);
    expect(await deliver(messages, down.env)).toEqual(messages.map(() => "retry"));
    expect(down.batches()).toBe(4);
    await expectCounted(0);
    expect(await deliver(messages)).toEqual(messages.map(() => "ack"));
    await expectCounted(100);
  });

  it("a database that fails here and there loses nothing and counts nothing twice", async () => {
    const messages = Array.from({ length: 30 }, () => messageOf(clickOn(id)));
    const shaky = failingDatabase((batch) => batch % 3 === 1);
    const outcomes = await deliver(messages, shaky.env);
    await expectCounted(outcomes.filter((outcome) => outcome === "ack").length);
    expect(await deliver(messages)).toEqual(messages.map(() => "ack"));
    await expectCounted(30);
  });
});

describe("records that are gone", () => {
  it("count no more, and hold up no other", async () => {
    const { id: gone } = await site.createLink({ destination: "https://example.com/" });
    requireOk(await site.call("DELETE", `/link/${gone}`));
    expect(await deliver([messageOf(clickOn(gone), clickOn(id), clickOn("no-record"))])).toEqual(["ack"]);
    await expectCounted(1);
    expect(await daysOf(gone)).toEqual([]);
    expect(await valuesOf(gone, "country")).toEqual({});
  });

  it("leave their earlier clicks with the workspace", async () => {
    const { id: gone } = await site.createLink({ destination: "https://example.com/" });
    await deliver([messageOf(...clicksOn(gone, 5))]);
    requireOk(await site.call("DELETE", `/link/${gone}`));
    expect((await daysOf(site.id)).map(([, clicks]) => clicks)).toEqual([5]);
    expect(await daysOf(gone)).toEqual([]);
  });
});

it("an empty delivery asks nothing of the database", async () => {
  const database = failingDatabase(() => true);
  expect(await storeClicks(database.env.DB, [])).toEqual([]);
  expect(database.batches()).toBe(0);
});

it("[8.3] bots count apart, and make no total", async () => {
  await deliver([messageOf(clickOn(id), clickOn(id, { agent: BOT }), clickOn(id, { agent: BOT }))]);
  expect(await totalOf(id)).toBe(1);
  expect((await daysOf(id)).map(([, ...counts]) => counts)).toEqual([[1, 2]]);
  expect(await valuesOf(id, "country")).toEqual({ "": 1 });
});

it("hours and days end at midnight and on the hour in UTC, months too", async () => {
  const moments = [
    "2026-01-31T23:59:59.999Z",
    "2026-02-01T00:00:00.000Z",
    "2026-02-01T00:59:59.999Z",
    "2026-02-01T01:00:00.000Z",
  ];
  await deliver([messageOf(...moments.map((moment) => clickOn(id, { atMs: Date.parse(moment) })))]);
  const hour = Date.parse("2026-02-01T00:00:00.000Z") / 3_600_000;
  for (const scope of [id, site.id]) {
    expect(await hoursOf(scope)).toEqual([
      [hour - 1, 1, 0],
      [hour, 2, 0],
      [hour + 1, 1, 0],
    ]);
    expect(await daysOf(scope)).toEqual([
      [hour / 24 - 1, 1, 0],
      [hour / 24, 3, 0],
    ]);
  }
});

it("counts no clicks of one workspace for another", async () => {
  const other = await createSite();
  await deliver([messageOf(...clicksOn(id, 3))]);
  expect(await daysOf(other.id)).toEqual([]);
  expect(await env.DB.prepare("SELECT count(*) AS n FROM click_batches").first("n")).toBeGreaterThan(0);
});
