import { expect, test } from "vitest";
import { parseRestoreOptions } from "../../scripts/backup/option.ts";
import { placeParts } from "../../scripts/backup/place-parts.ts";

/** Which database takes which files of a backup, by their names and bytes. */

const place = (databases: string[], sizes: Record<string, number>, into: Record<string, string> = {}) =>
  placeParts(
    databases.map((binding) => ({ binding, db: null as never })),
    Object.entries(sizes).map(([binding, bytes]) => ({ binding, file: `/b/${binding}.gz`, bytes })),
    new Map(Object.entries(into)),
  ).map(({ binding, parts }) => [binding, ...parts.map((part) => part.binding)].join(" "));

const sizes = { DB: 50, DB_01: 10, DB_02: 20, DB_03: 25, DB_04: 9 };

test.each([
  ["the same", ["DB", "DB_01"], { DB: 1, DB_01: 2 }, {}, ["DB DB", "DB_01 DB_01"]],
  ["more", ["DB", "DB_01", "DB_02"], { DB: 1 }, {}, ["DB DB", "DB_01", "DB_02"]],
  ["one", ["DB"], sizes, {}, ["DB DB DB_03 DB_02 DB_01 DB_04"]],
  [
    "fewer: the largest first, each to the least",
    ["DB", "DB_01"],
    sizes,
    {},
    ["DB DB DB_04", "DB_01 DB_01 DB_03 DB_02"],
  ],
  [
    "fewer, with one that is named",
    ["DB", "DB_01"],
    sizes,
    { DB_02: "DB" },
    ["DB DB DB_02", "DB_01 DB_01 DB_03 DB_04"],
  ],
  ["its own comes first", ["DB", "DB_01"], { DB: 1, DB_01: 2 }, { DB: "DB_01" }, ["DB", "DB_01 DB_01 DB"]],
])("[26.9] %s", (_, databases, given, into, expected) => {
  expect(place(databases, given, into as Record<string, string>)).toEqual(expected);
});

test("[26.9] --into names pairs of databases", () => {
  expect(parseRestoreOptions(["x", "--into", "db_02=DB", "--into", "DB_01=DB_03"])?.into).toEqual(
    new Map([
      ["DB_02", "DB"],
      ["DB_01", "DB_03"],
    ]),
  );
  for (const text of ["DB_02", "DB_2=DB", "=DB", "DB=", "DB_01=DB=DB", "DB_001=DB"]) {
    expect(() => parseRestoreOptions(["x", "--into", text])).toThrow(
      `--into needs FROM=TO, as in DB_02=DB, not "${text}"`,
    );
  }
  expect(() => parseRestoreOptions(["x", "--into", "DB=DB_01", "--into", "db=DB_02"])).toThrow(
    "--into names DB twice",
  );
});
