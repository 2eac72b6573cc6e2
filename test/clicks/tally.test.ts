import { describe, expect, it } from "vitest";
import { tallyClicks } from "../../src/clicks/tally.ts";
import type { Click } from "../../src/queue-messages.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1";
const BOT = "Twitterbot/1.0";

const HOUR_MS = 3_600_000;
const NOON_MS = Date.UTC(2026, 0, 31, 12);
const HOUR = NOON_MS / HOUR_MS;
const DAY = Math.floor(HOUR / 24);

function click(
  fields: Partial<Record<"record" | "country" | "referrer" | "agent", string>> & {
    atMs?: number;
    destination?: number;
  } = {},
): Click {
  const { record = "a", atMs = NOON_MS, destination = 0, country = "", referrer = "", agent = "" } = fields;
  return [record, atMs, destination, country, referrer, agent];
}

describe("totals, by record and hour", () => {
  it.each<[string, Click[], unknown[]]>([
    ["no clicks", [], []],
    ["one", [click()], [["a", HOUR, 1, 0]]],
    ["several of one record", [click(), click(), click()], [["a", HOUR, 3, 0]]],
    ["those of bots apart", [click(), click({ agent: BOT })], [["a", HOUR, 1, 1]]],
    ["bots alone", [click({ agent: BOT })], [["a", HOUR, 0, 1]]],
    [
      "two records",
      [click(), click({ record: "b" }), click()],
      [
        ["a", HOUR, 2, 0],
        ["b", HOUR, 1, 0],
      ],
    ],
    [
      "the last millisecond of an hour and the first of the next",
      [click({ atMs: NOON_MS - 1 }), click()],
      [
        ["a", HOUR - 1, 1, 0],
        ["a", HOUR, 1, 0],
      ],
    ],
  ])("%s", (_, clicks, totals) => {
    expect(tallyClicks(clicks).totals).toEqual(totals);
  });
});

describe("values, by record, day and dimension", () => {
  it("[8.7] holds each dimension of a click", () => {
    const clicks = [click({ destination: 2, country: "DE", referrer: "news.example", agent: IPHONE })];
    expect(tallyClicks(clicks).values).toEqual([
      ["a", "destination", DAY, 2, 1],
      ["a", "country", DAY, "DE", 1],
      ["a", "device", DAY, "mobile", 1],
      ["a", "browser", DAY, "Safari", 1],
      ["a", "referrer", DAY, "news.example", 1],
    ]);
  });

  it.each<[string, Click[], string, unknown[]]>([
    [
      "sums equal values up",
      [click({ country: "DE" }), click({ country: "FR" }), click({ country: "DE" })],
      "country",
      [
        ["a", "country", DAY, "DE", 2],
        ["a", "country", DAY, "FR", 1],
      ],
    ],
    ["keeps the empty value", [click()], "referrer", [["a", "referrer", DAY, "", 1]]],
    [
      "tells days apart at midnight",
      [click({ atMs: DAY * 24 * HOUR_MS }), click({ atMs: DAY * 24 * HOUR_MS - 1 })],
      "country",
      [
        ["a", "country", DAY, "", 1],
        ["a", "country", DAY - 1, "", 1],
      ],
    ],
    ["has no destination for pages", [click({ destination: -1 })], "destination", []],
    ["leaves bots out", [click({ agent: BOT })], "country", []],
  ])("%s", (_, clicks, dimension, values) => {
    expect(tallyClicks(clicks).values.filter(([, name]) => name === dimension)).toEqual(values);
  });
});
