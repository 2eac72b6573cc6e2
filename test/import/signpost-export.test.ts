import { sayRow } from "../../src/import/say-row.ts";
import { describe, expect, it } from "vitest";
import { settingFields } from "../../src/admin/schema/record.ts";
import { readImport } from "../../src/import/read-import.ts";
import { reasons } from "../../src/import/reason.ts";
import { defaultOptions } from "../../src/import/row.ts";
import { sortPages, withoutDiffering } from "../../src/import/sort-pages.ts";
import { anyRecord } from "../../scripts/openapi/example.ts";
import { readFile } from "./outcome.ts";

/** What a workspace exported, and what becomes of it elsewhere. */

const toBytes = (text: string) => new TextEncoder().encode(text);

const RULE = { name: "", if: { os: ["ios"] }, not: {}, destination: "https://a.example/", destinations: [] };
const RECORD = {
  handler: "short-url",
  host: "go.example",
  alias: "a",
  url: "https://go.example/a",
  destination: "https://a.example/",
  rules: [],
  paused_by: null,
  max_clicks: null,
  clicks_left: null,
};

const read = (record: object) => {
  const text = `${JSON.stringify({ kind: "record", data: { ...RECORD, ...record } })}\n{"kind":"cursor","next":null}\n`;
  const { rows, warnings } = readFile(text, { fileName: "export.ndjson" });
  return { row: rows[0], warnings: warnings.map(({ warning }) => sayRow(warning)) };
};

it("[18.2] leaves out the ids of rules, which no other record takes", () => {
  expect(read({ rules: [{ id: "dcacd8ba", ...RULE }] }).row?.rules).toEqual([RULE]);
});

it.each([
  ["what is left of a limit", { max_clicks: 5, clicks_left: 2 }, { max_clicks: 2 }],
  ["the whole limit where the counter did not answer", { max_clicks: 5 }, { max_clicks: 5 }],
])("[24.5] brings along %s", (_, record, expected) => {
  const { row, warnings } = read(record);
  expect(row).toMatchObject(expected);
  expect([row?.status, warnings]).toEqual([undefined, []]);
});

it("[18.6] pauses a link that has let all its visitors through", () => {
  const { row, warnings } = read({ max_clicks: 5, clicks_left: 0 });
  expect(row).toMatchObject({ max_clicks: 5, status: "paused" });
  expect(warnings).toEqual(["let all its visitors through there: imported paused"]);
});

/** Settings that an answer names otherwise than a row, and what a row has for them. */
const OTHER_NAMES: Record<string, Record<string, unknown>> = {
  expires: { expired_at: "2027-01-01T00:00:00.000Z" },
  password: {
    has_password: true,
    password_hash: "$2b$10$abcdefghijklmnopqrstuuSJ8GJ8f1kCvNuMq3vG0tRZ9mL0a1b2c",
  },
  status: { paused_by: "user" },
  starts: { starts: "2026-12-01T00:00:00.000Z" },
  expired_url: { expired_url: "https://example.org/over" },
  routing_ends: { routing_ends: { at: "2026-12-01T00:00:00.000Z", destination: "https://example.org/b" } },
  click_id_param: { click_id_param: "cid" },
};

it("[18.2] every setting that a record has in an export is in the row that is read from it", () => {
  const record = Object.assign({}, anyRecord, { is_preview_off: true }, ...Object.values(OTHER_NAMES));
  const read = readImport(JSON.stringify({ kind: "record", data: record }), defaultOptions);
  expect(read).toMatchObject({ ok: true, value: { format: "signpost-export", refused: [] } });
  const row: object = (read.ok && read.value.rows[0]) || {};
  const absent = Object.keys(settingFields).filter(
    (name) => !Object.keys(row).some((key) => key.startsWith(name)),
  );
  expect(absent).toEqual([]);
});

const readLines = (...lines: object[]) => {
  const result = readImport(lines.map((line) => JSON.stringify(line)).join("\n"), defaultOptions);
  return result.ok ? result.value : null;
};
const MENU = { name: "menu.html", type: "text/html", content: "<p>Menu" };
const PAGE = { kind: "page", data: { name: MENU.name, type: MENU.type, html: MENU.content } };
const SHOWN = {
  kind: "record",
  data: { ...RECORD, alias: "menu", destination: null, type: "html", file: "menu.html" },
};

describe("[18.8] a stored page", () => {
  it("is in the result, and in the row that shows it", () => {
    const result = readLines(PAGE, SHOWN);
    expect(result?.pages).toEqual([{ line: 1, ...MENU }]);
    expect(result?.rows).toMatchObject([{ line: 2, file: "menu.html" }]);
  });

  it.each([
    ["is missing where there is none of the name", null, "missing"],
    ["is present where it is the same", { type: "text/html", bytes: toBytes("<p>Menu") }, "present"],
    ["differs by its content", { type: "text/html", bytes: toBytes("<p>Manu") }, "differing"],
    ["differs by its length", { type: "text/html", bytes: toBytes("<p>Menu2") }, "differing"],
    ["differs by its type", { type: "image/svg+xml", bytes: toBytes("<p>Menu") }, "differing"],
  ] as const)("%s", async (_, held, kind) => {
    const page = { line: 1, ...MENU };
    const none = { missing: [], present: [], differing: [] };
    expect(await sortPages([page], async () => held)).toEqual({ ...none, [kind]: [page] });
  });

  it("that differs refuses the rows that show it, and no other", () => {
    const result = readLines(PAGE, SHOWN, { kind: "record", data: RECORD });
    if (result === null) throw new Error("not read");
    const left = withoutDiffering(result, result.pages ?? []);
    expect(left.rows.map(({ line }) => line)).toEqual([3]);
    expect(left.refused).toMatchObject([{ line: 2, reason: reasons.otherPage("menu.html") }]);
  });
});
