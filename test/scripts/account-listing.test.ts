import { describe, expect, test } from "vitest";
import {
  findDatabaseId,
  findNamespaceId,
  hasSecret,
  listQueueNames,
} from "../../scripts/support/account-listing.ts";

const json = (rows: object[]) => JSON.stringify(rows, null, 2);

test("finds a database by its exact name", () => {
  const listing = json([
    { uuid: "u-1", name: "signpost-old", version: "production" },
    { uuid: "u-2", name: "signpost", version: "production" },
  ]);
  expect(findDatabaseId(listing, "signpost")).toBe("u-2");
  expect(findDatabaseId(listing, "sign")).toBeNull();
  expect(findDatabaseId("[]", "signpost")).toBeNull();
});

test("finds a namespace by its title, with a notice in front of the list", () => {
  const listing = `\n ⛅️ wrangler [notice]\n──────\n${json([{ id: "n-1", title: "signpost-snapshots" }])}\n`;
  expect(findNamespaceId(listing, "signpost-snapshots")).toBe("n-1");
  expect(findNamespaceId(listing, "snapshots")).toBeNull();
});

test("tells whether a secret is set", () => {
  const listing = json([{ name: "OTHER", type: "secret_text" }]);
  expect(hasSecret(listing, "OTHER")).toBe(true);
  expect(hasSecret(listing, "SIGNING_KEY")).toBe(false);
});

describe("listQueueNames", () => {
  test("reads names from the table, coloured or not", () => {
    const table = [
      "┌──────┬─────────────────────┬────────────┐",
      "│ \u001B[34mid\u001B[39m   │ \u001B[34mname\u001B[39m                │ created_on │",
      "├──────┼─────────────────────┼────────────┤",
      "│ q-1  │ signpost-projection │ 2026-01-01 │",
      "├──────┼─────────────────────┼────────────┤",
      "│ q-2  │ another             │ 2026-01-01 │",
      "└──────┴─────────────────────┴────────────┘",
    ].join("\n");
    expect(listQueueNames(table)).toEqual(["signpost-projection", "another"]);
  });

  test("reads a table without rows", () => {
    expect(listQueueNames("")).toEqual([]);
    expect(listQueueNames("┌──┐\n└──┘\n")).toEqual([]);
  });
});
