import { expect, test } from "vitest";
import { chooseDatabase } from "../../scripts/support/choose-database.ts";
import type {
  InstallationDatabase,
  InstallationDatabases,
} from "../../scripts/support/installation-database.ts";
import { furtherDatabases, MAX_DATABASES } from "../../src/domain/database-name.ts";
import { numbersOf } from "../../src/storage/workspace/number.ts";

const LIMIT = 10_000;

function databases(...sizes: number[]): InstallationDatabases {
  const bindings = ["DB", ...furtherDatabases(sizes.length)];
  return sizes.map((size_after, index): InstallationDatabase => ({
    binding: bindings[index] ?? "",
    run: async () => [{ results: [], meta: { changes: 0, size_after } }],
    write: async () => {},
    readRow: async () => undefined,
  })) as InstallationDatabases;
}

test.each([
  ["the only one, however full", [9_999], null, "DB"],
  ["the emptiest", [5_000, 300, 400], null, "DB_01"],
  ["the first of equals", [300, 300], null, "DB"],
  ["one just below 70 %", [7_000, 6_999], null, "DB_01"],
  ["the one that is named, however full", [100, 9_999], "DB_01", "DB_01"],
])("a new workspace gets %s", async (_, sizes, wanted, expected) => {
  expect((await chooseDatabase(databases(...sizes), LIMIT, wanted)).binding).toBe(expected);
});

test("no workspace is made if each database is 70 % full", async () => {
  await expect(chooseDatabase(databases(8_100, 7_000), LIMIT, null)).rejects.toThrow(
    /DB 81 %, DB_01 70 %\. Raise the setting databases and run npm run deploy, or name one with --database\./,
  );
});

test("a database that is not there is refused", async () => {
  await expect(chooseDatabase(databases(1, 1), LIMIT, "DB_02")).rejects.toThrow("There is DB, DB_01.");
});

test("no two databases give the same number, and every rowid is an exact number", () => {
  const all = ["DB", ...furtherDatabases(MAX_DATABASES)].map(numbersOf);
  for (const [index, { after, last }] of all.entries()) {
    expect(after).toBe(index === 0 ? 0 : all[index - 1]!.last);
    expect(last).toBeGreaterThan(after);
  }
  expect((all.at(-1)!.last + 1) * 2 ** 32).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
});
