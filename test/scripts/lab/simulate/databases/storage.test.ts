import { describe, expect, test } from "vitest";
import {
  bytesOfWorkspaces,
  databasesByStorage,
  FULL,
  messagesPerSecond,
  storedIn,
  totalOf,
} from "../../../../../scripts/lab/simulate/databases/storage.ts";
import { D1_BYTES } from "../../../../../scripts/lab/simulate/stored-bytes.ts";
import { LARGE } from "./installation.ts";

describe("messages of clicks", () => {
  // An isolate has 6.68 visits a second. 11,574 visits a second are all.
  test.each([
    [1, 1_507],
    [10, 6_938],
    [1_000_000, 11_574],
  ])("are one for each of %d databases that the visits of a second knew", (databases, messages) => {
    expect(messagesPerSecond(LARGE, databases)).toBeCloseTo(messages, 0);
  });
});

describe("what is stored", () => {
  test.each([
    ["records", {}, 1e7 * 1_976],
    ["history", { edits: 3 }, 1e7 * 3 * 500],
    ["misses", {}, 4 * 200_000 * 1_053],
    // Nearly all links are clicked every day.
    ["clicks", {}, 1e7 * 24_840],
    ["clicks", { values: 50 as const }, 1e7 * 174_080],
    // 4,334 messages a second, for fifteen days.
    ["ids", {}, 4_334 * 15 * 86_400 * 58],
  ] as const)("has %s, %j", (part, change, bytes) => {
    expect(storedIn({ ...LARGE, ...change }, 4)[part] / bytes).toBeCloseTo(1, 3);
  });

  test.each([
    ["a small installation", { links: 100_000, visits: 1_000 }],
    ["a large one", {}],
    ["one with many values", { values: 200 as const }],
  ])("of %s fills the least number of databases", (_, change) => {
    const installation = { ...LARGE, ...change };
    const databases = databasesByStorage(installation);
    const isFull = (count: number) => totalOf(storedIn(installation, count)) > count * FULL * D1_BYTES;
    expect(isFull(databases)).toBe(false);
    expect(databases === 1 || isFull(databases - 1)).toBe(true);
  });

  test("is divided among workspaces, the largest first", () => {
    const bytes = bytesOfWorkspaces({ ...LARGE, workspaces: 3, visits: 1 });
    expect(bytes[0]! / bytes[1]!).toBeCloseTo(2, 3);
    expect(bytes[0]! / bytes[2]!).toBeCloseTo(3, 3);
    const { records, history } = storedIn(LARGE, 1);
    expect(bytes.reduce((sum, part) => sum + part, 0) / (records + history)).toBeCloseTo(1, 2);
  });
});
