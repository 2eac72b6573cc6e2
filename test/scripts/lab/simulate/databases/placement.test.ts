import { expect, test } from "vitest";
import { placeWorkspaces } from "../../../../../scripts/lab/simulate/databases/placement.ts";

const GB = 1e9;
const many = (count: number, size: number) => Array.from({ length: count }, () => size * GB);

test.each([
  ["equal ones are spread evenly", many(6, 1), 3, 0, { databases: [2, 2, 2], tooLarge: 0, stranded: 0 }],
  ["what a database has before counts", many(2, 1), 2, 3, { databases: [4, 4], tooLarge: 0, stranded: 0 }],
  [
    "one that is larger than a database lives in none",
    [11 * GB, GB],
    1,
    0,
    { databases: [1], tooLarge: 1, stranded: 0 },
  ],
  ["from 70 % on a database takes none", many(1, 1), 2, 7, { databases: [7, 7], tooLarge: 0, stranded: 1 }],
  ["below 70 % one may fill a database", many(2, 5), 1, 0, { databases: [10], tooLarge: 0, stranded: 0 }],
  ["but never makes it too large", many(2, 6), 1, 0, { databases: [6], tooLarge: 0, stranded: 1 }],
])("of workspaces %s", (_, sizes, count, own, expected) => {
  const { databases, ...others } = placeWorkspaces(sizes, count, own * GB);
  expect({ databases: databases.map((bytes) => bytes / GB), ...others }).toEqual(expected);
});
