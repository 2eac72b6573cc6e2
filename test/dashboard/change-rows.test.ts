import { beforeAll, describe, expect, it } from "vitest";
import { loadTexts } from "../../src/dashboard/text/text.ts";
import type { ChangeRow } from "../../src/dashboard/api/types.ts";
import { toCsv } from "../../src/domain/csv.ts";
import {
  changedFields,
  describeFields,
  reverseResult,
} from "../../src/dashboard/screen/changes/row-fields.ts";

function row(before: ChangeRow["before"], after: ChangeRow["after"]): ChangeRow {
  return {
    id: null,
    source: "go.example/a",
    line: null,
    result: "changed",
    before,
    after,
    current: null,
    reasons: null,
    codes: null,
  };
}

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: {} } });
  await Promise.all([loadTexts("records"), loadTexts("field")]);
});

describe("[32.18] a row of a change", () => {
  it("shows each field before and after, and the first destination once", () => {
    const changed = row(
      { destination: "https://a.example", destinations: ["https://a.example"], tags: ["x"], rules: [] },
      {
        destination: "https://b.example",
        destinations: ["https://b.example", "https://c.example"],
        tags: ["x", "y"],
        rules: [
          {
            id: "r1",
            name: "Austria",
            if: { country: ["AT", "LI"], query: { lang: null, utm_source: "x" } },
            not: {},
            destinations: ["https://at.example"],
          },
          { id: "r2", name: "", if: { device: ["mobile"] }, destinations: ["https://m.example"] },
        ],
      },
    );
    expect(changedFields(changed)).toEqual([
      { name: "destination", from: "https://a.example", to: "https://b.example, https://c.example" },
      { name: "tags", from: "x", to: "x, y" },
      {
        name: "rules",
        from: "",
        to: "Austria: Country is Austria or Liechtenstein and Parameter is lang or utm_source=x → https://at.example; Device is Phone → https://m.example",
      },
    ]);
    expect(changedFields(changed, true)[1]).toEqual({ name: "tags", from: "x, y", to: "x" });
  });

  it("shows what is created and deleted, and fields that stay are left out", () => {
    expect(changedFields(row(null, { destination: "https://a.example", title: "" }))).toEqual([
      { name: "destination", from: "", to: "https://a.example" },
    ]);
    expect(changedFields(row({ type: "301" }, null))).toEqual([
      { name: "type", from: "301, moved permanently", to: "" },
    ]);
    expect(changedFields(row({ title: "same" }, { title: "same" }))).toEqual([]);
    expect(["created", "deleted", "changed"].map((result) => reverseResult(result as "created"))).toEqual([
      "deleted",
      "created",
      "changed",
    ]);
  });
});

it("[32.18] shows values in the words of the form of records", () => {
  const before = { type: "301", paused_by: null, destination_routing: "weighted:70,30", plugins: [] };
  const after = { type: "gone", paused_by: "user", destination_routing: "primary", plugins: ["noindex"] };
  expect(changedFields(row(before, after))).toEqual([
    { name: "type", from: "301, moved permanently", to: "410, removed on purpose" },
    { name: "status", from: "active", to: "paused" },
    { name: "destination_routing", from: "by weight: 70, 30", to: "always the first" },
    { name: "plugins", from: "", to: "No indexing" },
  ]);
  const destination = "https://a.example";
  expect(describeFields({ destination, destinations: [destination], paused_by: "system" })).toBe(
    "Destination: https://a.example; State: paused by the platform",
  );
});

describe("[32.19] a file of rows that were left out", () => {
  it("has cells that no spreadsheet executes", () => {
    expect(
      toCsv([
        ["line", 'a "b", c'],
        [2, "=1+1"],
        [-3, "two\nlines"],
      ]),
    ).toBe('line,"a ""b"", c"\r\n2,\'=1+1\r\n-3,"two\nlines"\r\n');
  });
});
