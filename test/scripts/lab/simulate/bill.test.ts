import { describe, expect, test } from "vitest";
import { billFor, usageOf } from "../../../../scripts/lab/simulate/bill.ts";
import { countDelivery, countTogether } from "../../../../scripts/lab/simulate/click-rows.ts";
import { MAX_CLICKS } from "../../../../src/clicks/buffer.ts";

const POPULARITY = { aliases: 1_000_000, exponent: 1, hosts: 1_000 };

describe("a month's bill", () => {
  test("is that of the plan and what goes beyond it", () => {
    const usage = usageOf(1_000_000, { keys: 3, clicksPerMessage: 1, rowsPerClick: 17 });
    // Three operations for each of a million messages, one million of them in the plan.
    expect(billFor(usage)).toMatchObject({ requests: 0, kvReads: 0, rowsWritten: 0 });
    expect(billFor(usage).total).toBeCloseTo(5 + 2 * 0.4, 6);
  });

  test("[21.2] is worked out by item", () => {
    const bill = billFor(usageOf(1e9, { keys: 2, clicksPerMessage: 100, rowsPerClick: 10 }));
    expect(bill.requests).toBeCloseTo(990 * 0.3, 6);
    expect(bill.cpuMs).toBeCloseTo(970 * 0.02, 6);
    expect(bill.kvReads).toBeCloseTo(1_990 * 0.5, 6);
    expect(bill.queueOperations).toBeCloseTo(29 * 0.4, 6);
    expect(bill.rowsWritten).toBeCloseTo(9_950, 6);
    expect(bill.rowsRead).toBeCloseTo(105, 6);
    expect(bill.total).toBeCloseTo(5 + 297 + 19.4 + 995 + 11.6 + 9_950 + 105, 6);
  });
});

describe("counting clicks", () => {
  test("alone writes the rows of a record, of its workspace and of a message", () => {
    expect(countTogether(POPULARITY, 1, 1).rowsPerClick).toBeCloseTo(9.2 + 7 + 1, 6);
  });

  test("of one record together writes its rows once", () => {
    const { records, rowsPerClick } = countTogether({ aliases: 1, exponent: 1, hosts: 1 }, 1_000, 100);
    expect(records).toBeCloseTo(1, 6);
    expect(rowsPerClick).toBeCloseTo((9.2 + 7 + 10) / 1_000, 6);
  });

  test.each([
    [
      "a busy isolate fills its messages, and many of them a delivery",
      1e6,
      1_000,
      MAX_CLICKS,
      100 * MAX_CLICKS,
    ],
    ["a quieter one sends what a second brings", 1e6, 9, 10, 1_000],
    ["a delivery waits two seconds and no longer", 50, 9, 10, 100],
    ["a lone click goes alone", 0.001, 0, 1, 1],
  ])("%s", (_, visits, visitsOfIsolate, perMessage, clicks) => {
    expect(countDelivery(POPULARITY, { visits, visitsOfIsolate })).toMatchObject({ perMessage, clicks });
  });
});
