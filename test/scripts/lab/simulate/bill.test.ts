import { describe, expect, test } from "vitest";
import { billFor, usageOf } from "../../../../scripts/lab/simulate/bill.ts";
import {
  countByTime,
  countTogether,
  ROWS_BY_VALUE,
  SHEETS,
  ROWS_BY_MESSAGE,
} from "../../../../scripts/lab/simulate/click-rows.ts";
import { parseSimulateRequest } from "../../../../scripts/lab/simulate/option.ts";
import { tellLogs } from "../../../../scripts/lab/simulate/tell.ts";
import { MAX_CLICKS } from "../../../../src/clicks/buffer.ts";

const POPULARITY = { aliases: 1_000_000, exponent: 1, hosts: 1_000 };

describe("a month's bill", () => {
  test("is that of the plan and what goes beyond it", () => {
    const usage = usageOf(1_000_000, {
      keys: 3,
      clicksPerMessage: 1,
      rowsPerClick: 6,
      rowsReadPerClick: 45,
      lines: 1,
    });
    // Three operations for each of a million messages, one million of them in the plan.
    expect(billFor(usage)).toMatchObject({ requests: 0, kvReads: 0, rowsWritten: 0, logLines: 0 });
    expect(billFor(usage).total).toBeCloseTo(5 + 2 * 0.4, 6);
  });

  test("[21.2] is worked out by item", () => {
    const bill = billFor(
      usageOf(1e9, { keys: 2, clicksPerMessage: 100, rowsPerClick: 10, rowsReadPerClick: 45, lines: 1 }),
    );
    expect(bill.requests).toBeCloseTo(990 * 0.3, 6);
    expect(bill.cpuMs).toBeCloseTo(970 * 0.02, 6);
    expect(bill.kvReads).toBeCloseTo(1_990 * 0.5, 6);
    expect(bill.queueOperations).toBeCloseTo(29 * 0.4, 6);
    expect(bill.rowsWritten).toBeCloseTo(9_950, 6);
    expect(bill.rowsRead).toBeCloseTo(20, 6);
    expect(bill.logLines).toBeCloseTo(980 * 0.6, 6);
    expect(bill.total).toBeCloseTo(5 + 297 + 19.4 + 995 + 11.6 + 9_950 + 20 + 588, 6);
  });
});

test("[21.2] the log costs by the share of visits that write a line", () => {
  const [, , million, , , , most] = tellLogs(parseSimulateRequest([], VARIABLES)!).split("\n");
  expect(million?.split("|").map((cell) => cell.trim())).toEqual(["", "1 M", "0", "0", "0", "0", ""]);
  expect(most?.split("|").map((cell) => cell.trim())).toEqual([
    "",
    "259,000 M",
    "156,000",
    "0",
    "1,540",
    "15,500",
    "",
  ]);
});

const VARIABLES = { MEMORY_SECONDS: 10, KV_CACHE_SECONDS: 30, LOG_VISITS: 0 };

describe("counting clicks", () => {
  test("alone writes the rows of a record, of its workspace and of a message", () => {
    expect(countTogether(POPULARITY, 1, 1).rowsPerClick).toBeCloseTo(3 + 1 + 2, 6);
  });

  test("of one record together writes its rows once", () => {
    const { records, rowsPerClick } = countTogether({ aliases: 1, exponent: 1, hosts: 1 }, 1_000, 100);
    expect(records).toBeCloseTo(1, 6);
    expect(rowsPerClick).toBeCloseTo((3 + 1 + 20) / 1_000, 6);
  });

  test.each([
    ["a busy isolate fills its messages, of which a batch takes 8 MB", 1e6, 1_000, MAX_CLICKS, 23_000],
    ["a quieter one sends what a second brings, which is added up by the minute", 50, 9, 10, 3_000],
    ["a lone click goes alone", 0.001, 0, 1, 1],
  ])("%s", (_, visits, visitsOfIsolate, perMessage, clicks) => {
    expect(countByTime(POPULARITY, { visits, visitsOfIsolate })).toMatchObject({ perMessage, clicks });
  });

  test("of a workspace with a thousand clicked records a minute waits for a quarter of an hour", () => {
    const rate = { visits: 20, visitsOfIsolate: 1 };
    const popularity = { aliases: 1_000_000, exponent: 0.5, hosts: 10 };
    expect(countByTime(popularity, rate).clicks).toBe(1_200);
    expect(countByTime({ ...popularity, workspaces: 1 }, rate).clicks).toBe(18_000);
  });

  test("of the release before takes at most 500 sheets together", () => {
    const rate = { visits: 1_000, visitsOfIsolate: 1 };
    const { records } = countByTime({ aliases: 1e6, exponent: 1, hosts: 1 }, rate, ROWS_BY_MESSAGE);
    expect(records).toBeGreaterThan(490);
    expect(records).toBeLessThanOrEqual(500);
  });

  test.each([1e8, 1e9])("of %d visits a month costs at most 60 %% of what it did", (visits) => {
    const popularity = { aliases: visits / 1_000, exponent: 1, hosts: visits / 1_000_000 };
    const rate = { visits: visits / (30 * 86_400), visitsOfIsolate: 1 };
    const [now, before] = [SHEETS, ROWS_BY_MESSAGE].map((costs) => countByTime(popularity, rate, costs));
    expect(now!.rowsPerClick / before!.rowsPerClick).toBeLessThanOrEqual(0.6);
  });

  test.each([1e6, 1e7, 1e8, 1e9])(
    "of %d visits a month writes at most a third of what 0.1.0 wrote",
    (visits) => {
      const popularity = { aliases: 1_000_000, exponent: 1, hosts: 1_000 };
      const rate = { visits: visits / (30 * 86_400), visitsOfIsolate: 1 };
      const [now, before] = [countByTime(popularity, rate), countByTime(popularity, rate, ROWS_BY_VALUE)];
      expect(now.rowsPerClick / before.rowsPerClick).toBeLessThanOrEqual(1 / 3);
    },
  );
});
