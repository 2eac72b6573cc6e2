import { expect, test } from "vitest";
import { findUnknownPart, newNames } from "../../src/dashboard/screen/qr/file-name.ts";

const record = { host: "go.example.com", alias: "Spring", title: "Sale: 50 % / today" };

test.each([
  ["{alias}", "Spring"],
  ["{number}-{alias}", "0001-Spring"],
  ["{host} {title}", "go.example.com Sale- 50 - - today"],
  ["../{alias}", "-Spring"],
  ["{unknown}", "-unknown-"],
  ["   ", "Spring"],
])("a pattern %j names a picture %j", (pattern, name) => {
  expect(newNames(pattern)(record)).toBe(name);
});

test.each([
  ["{number}-{alias}", undefined],
  ["{alias}-{Title}", "{Title}"],
  ["{}", "{}"],
  ["{alias", undefined],
])("a pattern %j has %j that no name can hold", (pattern, part) => {
  expect(findUnknownPart(pattern)).toBe(part);
});

test("a name of emoji stays recognizable", () => {
  expect(newNames("{alias}")({ ...record, alias: "🎉👩‍💻/x" })).toBe("🎉👩‍💻-x");
});

test("each name is given once, also where letter case is not told apart", () => {
  const nameOf = newNames("{alias}");
  const aliases = ["Spring", "spring", "autumn", "SPRING"];
  expect(aliases.map((alias) => nameOf({ ...record, alias }))).toEqual([
    "Spring",
    "spring-2",
    "autumn",
    "SPRING-3",
  ]);
});
