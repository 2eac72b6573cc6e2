import { describe, expect, test } from "vitest";
import { toBody } from "../../../scripts/import/bulk-client.ts";
import type { ReadyRow } from "../../../scripts/import/ready-row.ts";
import { splitIntoCalls } from "../../../scripts/import/split-call.ts";

function createRows(count: number, destination: string): ReadyRow[] {
  return Array.from({ length: count }, (_, index) => ({
    line: index + 1,
    source: `/${index}`,
    row: { url: `old.example/${index}`, destination, status: 301 },
  }));
}

describe("splitIntoCalls", () => {
  test("makes calls of 1,000 rows and a rest", () => {
    const calls = splitIntoCalls(createRows(2_001, "https://new.example"), "upsert");
    expect(calls.map((call) => call.length)).toEqual([1_000, 1_000, 1]);
  });

  test("makes no call of no rows", () => {
    expect(splitIntoCalls([], "upsert")).toEqual([]);
  });

  test("keeps every body within 8 MiB of UTF-8", () => {
    const calls = splitIntoCalls(createRows(900, `https://new.example/${"é".repeat(10_000)}`), "upsert");
    const sizes = calls.map((call) => {
      return Buffer.byteLength(
        toBody(
          call.map(({ row }) => row),
          "upsert",
        ),
      );
    });
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8 * 1024 * 1024);
  });

  test("keeps the order of the list, and every row once", () => {
    const rows = createRows(25, "https://new.example");
    expect(splitIntoCalls(rows, "create", { rows: 4, bytes: 250 }).flat()).toEqual(rows);
  });

  test("sends a row that is too large by itself", () => {
    const calls = splitIntoCalls(createRows(3, "https://new.example"), "create", {
      rows: 9,
      bytes: 10,
    });
    expect(calls.map((call) => call.length)).toEqual([1, 1, 1]);
  });
});
