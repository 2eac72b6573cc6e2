import { describe, expect, test } from "vitest";
import {
  busyOf,
  databasesByLoad,
  directoryQueries,
  loadOf,
  loadOfFirst,
  storingsOf,
  waitOf,
} from "../../../../../scripts/lab/simulate/databases/load.ts";
import { LARGE } from "./installation.ts";

describe("transactions that store messages", () => {
  test.each([
    ["of one database: one for each delivery of a hundred", 1_000, { databases: 1, queues: 1 }, 10],
    ["of few messages: one each", 0.1, { databases: 1, queues: 1 }, 0.1],
    ["of what two seconds bring", 10, { databases: 1, queues: 1 }, 0.5],
    // Of 200 messages a second each delivery of a hundred has messages of both.
    ["of two that share a queue: one for each delivery", 100, { databases: 2, queues: 1 }, 2],
    ["of two with queues of their own: as of one", 100, { databases: 2, queues: 2 }, 1],
    // A delivery of 100 has a message of this one of 10,000 with a probability of 0.995 %.
    [
      "of ten thousand that share a queue: nearly one for each message",
      1,
      { databases: 10_000, queues: 1 },
      0.995,
    ],
  ])("%s", (_, messages, layout, transactions) => {
    expect(storingsOf(messages, layout)).toBeCloseTo(transactions, 2);
  });
});

describe("a database that answers one query at a time", () => {
  test.each([
    ["is idle without queries", [], 0, 0],
    // Half of the time busy with queries of equal length: half of one waits.
    ["has a short queue at half its time", [{ perSecond: 500, ms: 1 }], 0.5, 0.5],
    ["has a long queue near the end", [{ perSecond: 990, ms: 1 }], 0.99, 49.5],
    [
      "waits for long transactions",
      [
        { perSecond: 100, ms: 1 },
        { perSecond: 0.1, ms: 1_000 },
      ],
      0.2,
      62.6,
    ],
    ["never ends if there are too many", [{ perSecond: 2_000, ms: 1 }], 2, Infinity],
  ])("%s", (_, works, busy, wait) => {
    expect(busyOf(works)).toBeCloseTo(busy, 6);
    if (wait === Infinity) expect(waitOf(works)).toBe(Infinity);
    else expect(waitOf(works)).toBeCloseTo(wait, 1);
  });

  test("has the rows of its calls", () => {
    const quiet = loadOf({ ...LARGE, calls: 0 }, { databases: 10, queues: 10 });
    const { rowsRead, rowsWritten } = loadOf({ ...LARGE, calls: 1_000 }, { databases: 10, queues: 10 });
    // A hundred calls a second: ninety pages, ten edits.
    expect(rowsRead - quiet.rowsRead).toBeCloseTo(90 * 166 + 10 * 42, 3);
    expect(rowsWritten - quiet.rowsWritten).toBeCloseTo(10 * 10, 3);
  });

  test("has the rows of visits that it answers", () => {
    const none = loadOf({ ...LARGE, unknown: 0 }, { databases: 1, queues: 1 });
    const some = loadOf({ ...LARGE, unknown: 0.01 }, { databases: 1, queues: 1 });
    expect(some.rowsRead - none.rowsRead).toBeCloseTo(115.74 * 32, 0);
    expect(some.busy - none.busy).toBeCloseTo(115.74 * 0.003, 3);
  });

  test("alone does not do the work of a thousand million visits a day", () => {
    expect(loadOf(LARGE, { databases: 1, queues: 1 }).busy).toBeGreaterThan(1);
  });

  test("has more to do if it shares a queue", () => {
    const [one, each] = [1, 40].map((queues) => loadOf(LARGE, { databases: 40, queues }));
    expect(one!.messages).toBe(each!.messages);
    expect(one!.deliveries).toBeGreaterThan(20 * each!.deliveries);
    expect(one!.rowsWritten).toBeGreaterThan(each!.rowsWritten);
    expect(one!.busy).toBeGreaterThan(each!.busy);
  });
});

describe("the directory", () => {
  test.each([
    ["each call", { calls: 7, unknown: 0 }, 7],
    ["visits without a snapshot of their hostname", { calls: 0, unknown: 0.1, withoutSnapshot: 0.5 }, 578.7],
    ["no visit that has one", { calls: 0, unknown: 1, withoutSnapshot: 0 }, 0],
  ])("is asked by %s", (_, change, queries) => {
    expect(directoryQueries({ ...LARGE, ...change })).toBeCloseTo(queries, 1);
  });

  test("takes the time of the first database", () => {
    const layout = { databases: 100, queues: 100 };
    const installation = { ...LARGE, unknown: 0, calls: 300 };
    expect(loadOfFirst(installation, layout).busy - loadOf(installation, layout).busy).toBeCloseTo(0.3, 6);
  });
});

describe("databases by load", () => {
  test.each([
    ["a queue each", (databases: number) => databases, 1],
    ["one queue", () => 1, 1],
    ["one queue, from a number on that is enough", () => 1, 150],
  ])("are the least number that is busy for half of the time: %s", (_, queuesFor, from) => {
    const databases = databasesByLoad(LARGE, queuesFor, from);
    const busy = (count: number) => loadOf(LARGE, { databases: count, queues: queuesFor(count) }).busy;
    expect(databases).toBeGreaterThanOrEqual(from);
    expect(busy(databases)).toBeLessThanOrEqual(0.5);
    if (databases > from) expect(busy(databases - 1)).toBeGreaterThan(0.5);
  });
});
