import { describe, expect, it } from "vitest";
import { CONDITION_KEYS } from "../../../src/domain/rule/registry.ts";
import { holds, problemsOf, type Told } from "./visit-of.ts";

const at = (text: string) => Date.parse(text);
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const IPAD_AS_MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15";
const PIXEL =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36";
const TABLET =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const SAMSUNG =
  "Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36";
const EDGE =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0";
const CHROMEBOOK =
  "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";
const OPERA =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 OPR/110.0.0.0";
const GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

const agent = (userAgent: string, hints: Record<string, string> = {}): Told => ({
  headers: { "User-Agent": userAgent, ...hints },
});
const speaks = (language: string): Told => ({ headers: { "Accept-Language": language } });
const from = (referrer: string): Told => ({ headers: { Referer: referrer } });

type Row = [value: unknown, told: Told, holds: boolean];

/** For each condition: values, visits, and whether the one holds for the other. */
const TABLES: Record<string, Row[]> = {
  country: [
    [["DE", "AT"], { country: "AT" }, true],
    [["de"], { country: "DE" }, true],
    [["DE"], { country: "FR" }, false],
    [["EU"], { country: "HR" }, true],
    [["EU"], { country: "GB" }, false],
    [["EU"], { country: "CH" }, false],
    [["XX"], {}, true],
    [["XX"], { country: "DE" }, false],
    [["DE", "EU"], {}, false],
    [["XK"], { country: "XK" }, true],
  ],
  continent: [
    [["EU", "AF"], { continent: "AF" }, true],
    [["EU"], { continent: "AS" }, false],
    [["EU"], {}, false],
  ],
  language: [
    [["de"], speaks("de-CH,de;q=0.9,en;q=0.8"), true],
    [["de"], speaks("en-GB,de;q=0.9"), false],
    [["de"], speaks("en;q=0.5,de;q=0.9"), true],
    [["en"], speaks("en;q=0.9,de;q=0.9"), true],
    [["de"], speaks("en;q=0.9,de;q=0.9"), false],
    [["de"], speaks("*,de;q=0.1"), true],
    [["de"], speaks("de;q=0"), false],
    [["de"], speaks("den"), false],
    [["de-CH"], speaks("de"), false],
    [["de-ch"], speaks("DE-ch"), true],
    [["zh-Hant"], speaks("zh-TW,zh;q=0.9"), true],
    [["zh-Hant"], speaks("zh-Hant-HK"), true],
    [["zh-Hant"], speaks("zh-CN"), false],
    [["zh-TW"], speaks("zh-Hant-TW"), true],
    [["zh-Hans"], speaks("zh"), true],
    [["zh"], speaks("zh-TW"), true],
    [["de"], speaks("de;q=2,fr"), false],
    [["fr"], speaks("de;q=2,fr"), true],
    [["de"], speaks(""), false],
    [["de"], {}, false],
  ],
  os: [
    [["ios"], agent(IPHONE), true],
    [["ios"], agent(IPAD_AS_MAC), false],
    [["macos"], agent(IPAD_AS_MAC), true],
    [["android"], agent(PIXEL), true],
    [["linux"], agent(PIXEL), false],
    [["chromeos"], agent(CHROMEBOOK), true],
    [["windows"], agent(EDGE), true],
    [["linux"], agent(FIREFOX), true],
    [["macos"], agent(EDGE, { "Sec-CH-UA-Platform": '"macOS"' }), true],
    [["windows"], agent(EDGE, { "Sec-CH-UA-Platform": '"macOS"' }), false],
    [["windows"], agent(EDGE, { "Sec-CH-UA-Platform": '"Unknown"' }), true],
    [["chromeos"], agent(FIREFOX, { "Sec-CH-UA-Platform": '"Chrome OS"' }), true],
    [["other"], agent(FIREFOX, { "Sec-CH-UA-Platform": '"Fuchsia"' }), true],
    [["other"], agent("curl/8.7.1"), true],
    [["other"], {}, true],
  ],
  device: [
    [["mobile"], agent(IPHONE), true],
    [["mobile"], agent(PIXEL), true],
    [["tablet"], agent(TABLET), true],
    [["desktop"], agent(TABLET, { "Sec-CH-UA-Mobile": "?0" }), false],
    [["tablet"], agent(TABLET, { "Sec-CH-UA-Mobile": "?0" }), true],
    [["mobile"], agent(TABLET, { "Sec-CH-UA-Mobile": "?1" }), true],
    [["desktop"], agent(EDGE), true],
    [["desktop"], agent(IPAD_AS_MAC), true],
    [["bot"], agent(GOOGLEBOT), true],
    [["bot"], agent(GOOGLEBOT, { "Sec-CH-UA-Mobile": "?1" }), true],
    [["mobile", "tablet"], agent(GOOGLEBOT), false],
    [["mobile", "tablet", "desktop", "bot"], {}, false],
  ],
  browser: [
    [["safari"], agent(IPHONE), true],
    [["chrome"], agent(PIXEL), true],
    [["samsung"], agent(SAMSUNG), true],
    [["chrome"], agent(SAMSUNG), false],
    [["edge"], agent(EDGE), true],
    [["opera"], agent(OPERA), true],
    [["firefox"], agent(FIREFOX), true],
    [["chrome"], agent(EDGE, { "Sec-CH-UA": '"Chromium";v="126", "Google Chrome";v="126"' }), true],
    [["edge"], agent(PIXEL, { "Sec-CH-UA": '"Chromium";v="126", "Microsoft Edge";v="126"' }), true],
    [["chrome"], agent(PIXEL, { "Sec-CH-UA": '"Not/A)Brand";v="8", "Chromium";v="126"' }), true],
    [["other"], agent("curl/8.7.1"), true],
    [["other"], {}, true],
  ],
  query: [
    [{ ref: "mail" }, { query: "a=1&ref=mail" }, true],
    [{ ref: "mail" }, { query: "ref=web" }, false],
    [{ ref: "mail" }, { query: "ref=web&ref=mail" }, true],
    [{ ref: null }, { query: "ref" }, true],
    [{ ref: "" }, { query: "ref" }, true],
    [{ ref: null }, { query: "xref=1" }, false],
    [{ ref: "mail", a: null }, { query: "ref=mail" }, false],
    [{ "a b": "ü" }, { query: "a+b=%C3%BC" }, true],
    [{ ref: null }, {}, false],
    [{ toString: null }, { query: "" }, false],
  ],
  header: [
    [{ "X-Beta": "on" }, { headers: { "x-beta": "on" } }, true],
    [{ "x-beta": "on" }, { headers: { "x-beta": "On" } }, false],
    [{ "x-beta": "on", dnt: "1" }, { headers: { "x-beta": "on" } }, false],
    [{ "x-beta": "on" }, {}, false],
  ],
  referrer: [
    [["example.com"], from("https://example.com/page?x"), true],
    [["example.com"], from("https://www.EXAMPLE.com./"), true],
    [["example.com"], from("https://notexample.com/"), false],
    [["www.example.com"], from("https://example.com/"), false],
    [["bücher.example"], from("https://xn--bcher-kva.example/"), true],
    [["example.com"], from("https://[2001:db8::1]/"), false],
    [["example.com"], from("about:blank"), false],
    [["example.com"], from("example.com"), false],
    [["example.com"], {}, false],
  ],
  after: [
    ["2026-01-31T12:00:00Z", { nowMs: at("2026-01-31T12:00:00Z") }, true],
    ["2026-01-31T12:00:00Z", { nowMs: at("2026-01-31T12:00:00Z") - 1 }, false],
    ["2026-01-31T13:00:00+01:00", { nowMs: at("2026-01-31T12:00:00Z") }, true],
  ],
  before: [
    ["2026-01-31T12:00:00Z", { nowMs: at("2026-01-31T12:00:00Z") - 1 }, true],
    ["2026-01-31T12:00:00Z", { nowMs: at("2026-01-31T12:00:00Z") }, false],
  ],
  time: timeTable(),
};

function timeTable(): Row[] {
  const office = { from: "09:00", to: "18:00", zone: "Europe/Berlin" };
  const weekdays = { ...office, days: ["mon", "tue", "wed", "thu", "fri"] };
  const night = { from: "22:00", to: "06:00", days: ["fri"], zone: "Europe/Berlin" };
  // On these nights the clock of Berlin skips the hour from two to three, and repeats it.
  const skipped = { from: "02:00", to: "03:00", zone: "Europe/Berlin" };
  return [
    [office, { nowMs: at("2026-01-31T08:00:00Z") }, true],
    [office, { nowMs: at("2026-01-31T07:59:59.999Z") }, false],
    [office, { nowMs: at("2026-01-31T16:59:59.999Z") }, true],
    [office, { nowMs: at("2026-01-31T17:00:00Z") }, false],
    [office, { nowMs: at("2026-07-31T07:00:00Z") }, true],
    [office, { nowMs: at("2026-07-31T16:00:00Z") }, false],
    [weekdays, { nowMs: at("2026-01-30T12:00:00Z") }, true],
    [weekdays, { nowMs: at("2026-01-31T12:00:00Z") }, false],
    // 2026-01-30 is a Friday.
    [night, { nowMs: at("2026-01-30T21:00:00Z") }, true],
    [night, { nowMs: at("2026-01-31T04:59:00Z") }, true],
    [night, { nowMs: at("2026-01-31T05:00:00Z") }, false],
    [night, { nowMs: at("2026-01-31T21:00:00Z") }, false],
    [night, { nowMs: at("2026-01-30T04:00:00Z") }, false],
    [skipped, { nowMs: at("2026-03-29T00:59:00Z") }, false],
    [skipped, { nowMs: at("2026-03-29T01:00:00Z") }, false],
    [skipped, { nowMs: at("2026-03-28T01:30:00Z") }, true],
    [skipped, { nowMs: at("2026-10-25T00:30:00Z") }, true],
    [skipped, { nowMs: at("2026-10-25T01:30:00Z") }, true],
    [skipped, { nowMs: at("2026-10-25T02:00:00Z") }, false],
    [{ from: "00:00", to: "24:00", days: ["sun"], zone: "UTC" }, { nowMs: at("2026-02-01T23:59:59Z") }, true],
    [
      { from: "00:00", to: "24:00", days: ["sun"], zone: "UTC" },
      { nowMs: at("2026-02-02T00:00:00Z") },
      false,
    ],
    // The day is that of the zone, not of UTC.
    [
      { from: "00:00", to: "12:00", days: ["sun"], zone: "Pacific/Auckland" },
      { nowMs: at("2026-01-31T12:00:00Z") },
      true,
    ],
    [{ from: "09:00", to: "10:00", zone: "Asia/Kathmandu" }, { nowMs: at("2026-01-31T03:15:00Z") }, true],
    [{ from: "09:00", to: "10:00", zone: "Asia/Kathmandu" }, { nowMs: at("2026-01-31T03:14:59Z") }, false],
  ];
}

it("[23.4] every condition has a table", () => {
  expect(Object.keys(TABLES).toSorted()).toEqual(CONDITION_KEYS.toSorted());
});

describe.each(Object.entries(TABLES))("[23.4, 23.6] the condition %s", (key, rows) => {
  it.each(rows)("%j holds or not for %j: %s", (value, told, expected) => {
    expect(holds(key, value, told)).toBe(expected);
  });
});

describe("[23.5] a value that no condition takes", () => {
  it.each<[string, unknown, Record<string, string>]>([
    ["country", ["DE", "QQ"], { 1: "is not a country code of ISO 3166, EU or XX" }],
    ["country", "DE", { "": "must be an array" }],
    ["country", [], { "": "must have at least one entry" }],
    ["country", [1], { 0: "must be a string" }],
    ["continent", ["XX"], { 0: "must be one of AF, AN, AS, EU, NA, OC, SA" }],
    ["language", ["de", "*"], { 1: "must be a language tag such as de or zh-Hant" }],
    ["language", ["de-x"], { 0: "must be a language tag such as de or zh-Hant" }],
    ["os", ["beos"], { 0: "must be one of ios, android, macos, windows, linux, chromeos, other" }],
    ["query", { a: 1 }, { a: "must be a string" }],
    ["query", {}, { "": "must name at least one parameter" }],
    ["query", ["a"], { "": "must be an object" }],
    ["header", { Cookie: "x" }, { Cookie: "is a header that rules must not depend on" }],
    ["header", { "CF-Ray": "x" }, { "CF-Ray": "is a header that rules must not depend on" }],
    [
      "header",
      { "X-Forwarded-For": "x" },
      { "X-Forwarded-For": "is a header that rules must not depend on" },
    ],
    ["header", { "sec-fetch-site": "x" }, { "sec-fetch-site": "is a header that rules must not depend on" }],
    [
      "header",
      { "proxy-authorization": "x" },
      { "proxy-authorization": "is a header that rules must not depend on" },
    ],
    ["header", { a: "1", b: "1", c: "1", d: "1" }, { "": "must name at most 3 headers" }],
    ["header", { "a b": "1" }, { "a b": "is not the name of a header" }],
    ["header", { a: "1", A: "2" }, { A: "is named twice" }],
    ["header", { a: " 1" }, { a: "is a value that no header has" }],
    ["referrer", ["https://example.com"], { 0: "is not a hostname" }],
    ["after", "2026-01-31", { "": "must be an RFC 3339 timestamp such as 2026-01-31T09:30:00Z" }],
    ["before", 5, { "": "must be a string" }],
    ["time", { from: "9:00", to: "18:00" }, { from: "must be a time such as 09:00", zone: "is required" }],
    ["time", { from: "09:00", to: "09:00", zone: "UTC" }, { to: "must differ from from" }],
    [
      "time",
      { from: "09:00", to: "10:00", zone: "Mars/Olympus" },
      { zone: "must be a time zone such as Europe/Berlin" },
    ],
    [
      "time",
      { from: "09:00", to: "10:00", zone: "UTC", days: ["mon", "someday"] },
      { "days.1": "must be one of sun, mon, tue, wed, thu, fri, sat" },
    ],
    ["time", { from: "09:00", to: "10:00", zone: "UTC", until: "x" }, { until: "is not a member of time" }],
  ])("%s: %j is refused by its path", (key, value, expected) => {
    expect(problemsOf(key, value)).toEqual(expected);
  });
});
