import { describe, expect, it } from "vitest";
import { tallyClicks, type ClickedRecord } from "../../src/clicks/tally.ts";
import type { Click } from "../../src/queue-messages.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1";
const BOT = "Twitterbot/1.0";

const NOON_MS = Date.UTC(2026, 0, 31, 12);
const DAY_MS = 86_400_000;
const DAY = Math.floor(NOON_MS / DAY_MS);

const destinations = ["https://example.com/a", "https://example.com/b"];
const RECORDS = new Map<string, ClickedRecord>([
  ["a", { workspaceId: "w", destinations, campaign: "" }],
  ["b", { workspaceId: "w", destinations, campaign: "spring" }],
  ["c", { workspaceId: "x", destinations, campaign: "" }],
]);

interface Fields {
  record?: string;
  atMs?: number;
  destination?: number;
  country?: string;
  referrer?: string;
  agent?: string;
  language?: string;
  query?: string;
  rule?: string;
}

function click(fields: Fields = {}): Click {
  const { record = "a", atMs = NOON_MS, destination = 0, country = "", referrer = "", agent = "" } = fields;
  const { language = "", query = "", rule = "" } = fields;
  return [record, atMs, destination, country, referrer, agent, language, query, rule];
}

/** The sheet of a record of the first workspace, on the day of the clicks. */
function sheetOf(clicks: Click[], record = "a", day = DAY) {
  return tallyClicks(clicks, RECORDS).of["w"]?.[record]?.days[day];
}

describe("hours, by record and day", () => {
  it.each<[string, Click[], unknown]>([
    ["no clicks", [], undefined],
    ["one", [click()], { 12: [1, 0] }],
    ["several", [click(), click(), click()], { 12: [3, 0] }],
    ["those of bots apart", [click(), click({ agent: BOT })], { 12: [1, 1] }],
    ["bots alone", [click({ agent: BOT })], { 12: [0, 1] }],
    ["of another record", [click({ record: "b" })], undefined],
    [
      "the last millisecond of an hour and the first of the next",
      [click({ atMs: NOON_MS - 1 }), click()],
      { 11: [1, 0], 12: [1, 0] },
    ],
    [
      "those of the day alone",
      [click({ atMs: DAY * DAY_MS - 1 }), click({ atMs: DAY * DAY_MS })],
      { 0: [1, 0] },
    ],
  ])("%s", (_, clicks, hours) => {
    expect(sheetOf(clicks)?.h).toEqual(hours);
  });
});

it("[8.7] holds each dimension of a click", () => {
  const one = click({
    destination: 1,
    country: "DE",
    referrer: "news.example",
    agent: IPHONE,
    language: "en;q=0.5,de-AT,de;q=0.9",
    query: "x=1&utm_source=qr&utm_campaign=Summer+sale",
    rule: "rule-1",
  });
  expect(sheetOf([one])?.v).toEqual({
    destination: { "https://example.com/b": 1 },
    country: { DE: 1 },
    device: { mobile: 1 },
    browser: { Safari: 1 },
    referrer: { "news.example": 1 },
    rule: { "rule-1": 1 },
    os: { iOS: 1 },
    language: { de: 1 },
    source: { qr: 1 },
    campaign: { "Summer sale": 1 },
  });
});

it("holds what a click of the previous release tells", () => {
  const six = click({ country: "DE" }).slice(0, 6) as Click;
  expect(sheetOf([six])?.v).toEqual({
    destination: { "https://example.com/a": 1 },
    country: { DE: 1 },
    device: { unknown: 1 },
    browser: { unknown: 1 },
    referrer: { "": 1 },
    os: { unknown: 1 },
    language: { "": 1 },
    source: { link: 1 },
    campaign: { "": 1 },
  });
});

describe("values", () => {
  it.each<[string, Click[], string, unknown]>([
    [
      "sums equal values up",
      [click({ country: "DE" }), click({ country: "FR" }), click({ country: "DE" })],
      "country",
      { DE: 2, FR: 1 },
    ],
    ["keeps the empty value", [click()], "referrer", { "": 1 }],
    ["has no destination for pages", [click({ destination: -1 })], "destination", undefined],
    [
      "has no destination where there is none any more",
      [click({ destination: 2 })],
      "destination",
      undefined,
    ],
    ["leaves bots out", [click(), click({ agent: BOT, country: "DE" })], "country", { "": 1 }],
    ["has no rule where none was followed", [click()], "rule", undefined],
    [
      "takes a name that objects have already for a value",
      [click({ query: "utm_campaign=__proto__" })],
      "campaign",
      JSON.parse('{"__proto__":1}'),
    ],
  ])("%s", (_, clicks, dimension, values) => {
    expect(sheetOf(clicks)?.v[dimension]).toEqual(values);
  });

  it("counts the campaign of the record where the visitor brings none", () => {
    const clicks = [click({ record: "b" }), click({ record: "b", query: "utm_campaign=own" })];
    expect(sheetOf(clicks, "b")?.v["campaign"]).toEqual({ spring: 1, own: 1 });
  });
});

it("keeps workspaces apart, and leaves out records that are gone", () => {
  const { v, of } = tallyClicks([click(), click({ record: "c" }), click({ record: "gone" })], RECORDS);
  expect(v).toBe(1);
  expect(Object.entries(of).map(([id, records]) => [id, Object.keys(records)])).toEqual([
    ["w", ["a"]],
    ["x", ["c"]],
  ]);
});
