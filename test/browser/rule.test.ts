import { devices, type Browser, type BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BROWSERS, DEVICES, SYSTEMS } from "../../src/domain/rule/agent.ts";
import { CONDITION_KEYS } from "../../src/domain/rule/registry.ts";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";
import { findFirefox, launchFirefox, type Firefox } from "./support/firefox.ts";
import { launchBrowser } from "../../scripts/support/launch-browser.ts";
import { serve, type Served } from "./support/serve.ts";

/**
 * Each condition, by the headers that browsers send of themselves to the running worker. Country and continent are
 * those that the local runtime gives every visitor, or the header that the platform adds. All other places, changes
 * of clock and programs that nobody can run here are left to the tables of test/domain/rule.
 */

const HOST = "go.localhost";
/** The site of the pages that links are clicked on, and that they lead to. */
const SITE = "shop.localhost";
const ZONE = "Asia/Kolkata";
const HOUR_MS = 3_600_000;

/** A rule without its destination, by the word that a visit is led to. */
type Rules = Record<string, object>;

const oneOfEach = (key: string, values: readonly string[]): Rules =>
  Object.fromEntries(values.map((value) => [value, { if: { [key]: [value] } }]));
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const local = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en", { timeZone: ZONE, hourCycle: "h23", ...options }).format();
const hour = Number(local({ hour: "2-digit" }));
const clock = (hours: number) => `${String((hour + hours) % 24).padStart(2, "0")}:00`;
const window = (from: number) => ({ from: clock(from), to: clock(from + 2), zone: ZONE });

/** A record for each; the first rule that holds leads to its word, and the record itself to `none`. */
const RECORDS: Record<string, Rules> = {
  country: oneOfEach("country", ["XX", "EU", "US"]),
  continent: oneOfEach("continent", ["EU", "NA"]),
  language: oneOfEach("language", ["en", "zh-Hans", "zh-Hant", "de", "pt"]),
  os: oneOfEach("os", SYSTEMS),
  device: oneOfEach("device", DEVICES),
  browser: oneOfEach("browser", BROWSERS),
  query: { absent: { if: { query: { b: null } } }, both: { if: { query: { a: "1 2", é: null } } } },
  header: {
    private: { if: { header: { "Sec-GPC": "1" } } },
    usual: { if: { header: { "upgrade-insecure-requests": "1" } } },
  },
  referrer: { other: { if: { referrer: ["other.localhost"] } }, site: { if: { referrer: [SITE] } } },
  after: { future: { if: { after: inHours(1) } }, past: { if: { after: inHours(-1) } } },
  before: { past: { if: { before: inHours(-1) } }, future: { if: { before: inHours(1) } } },
  time: {
    later: { if: { time: window(2) } },
    now: { if: { time: { ...window(0), days: [local({ weekday: "short" }).toLowerCase()] } } },
  },
  not: { neither: { if: { language: ["de", "pt"] }, not: { os: ["android"], device: ["bot"] } } },
};
const NAMES = Object.keys(RECORDS);

type Words = Record<string, string>;

/** The answers that every client here gets. */
const USUAL: Words = {
  country: "US",
  continent: "NA",
  query: "both",
  header: "usual",
  referrer: "site",
  after: "past",
  before: "future",
  time: "now",
  not: "none",
};

let worker: RunningWorker;
let site: Served;
let browser: Browser;
let firefox: Firefox | null;
/** The words that the visits of one browser were led to, and what to do after the last of them. */
let words: Words;
let end: () => void;

const linkTo = (name = "") => `http://${HOST}:${worker.port}/${name}?a=1+2&%C3%A9`;
const page = (next: string | undefined) =>
  `<!doctype html><link rel="icon" href="data:,">${next === undefined ? "" : `<a href="${linkTo(next)}">next</a>${CLICK}`}`;
const CLICK = '<script>document.querySelector("a").click()</script>';

const firefoxPath = findFirefox();
const FIREFOX_SETTINGS = {
  "intl.accept_languages": "pt-BR, pt, en",
  "privacy.globalprivacycontrol.enabled": true,
};

beforeAll(async () => {
  // Each page clicks on the link of the next record. The first one is opened without a page before it.
  site = await serve(({ url = "" }, response) => {
    const [, name = "", word = ""] = url.split("/");
    const isFirst = !("direct" in words);
    words[isFirst ? "direct" : name] = word;
    const next = NAMES[isFirst ? 0 : NAMES.indexOf(name) + 1];
    response.writeHead(200, { "Content-Type": "text/html" }).end(page(next));
    if (next === undefined) end();
  });
  [worker, browser, firefox] = await Promise.all([
    startWorker(),
    launchBrowser(["--accept-lang=de-CH,de,en"]),
    firefoxPath === null ? null : launchFirefox(firefoxPath, FIREFOX_SETTINGS),
  ]);
  expect((await worker.call("POST", "/host", { host: HOST })).status).toBe(200);
  for (const [alias, rules] of Object.entries(RECORDS)) {
    const leadTo = (word: string) => `http://${SITE}:${site.port}/${alias}/${word}`;
    const list = Object.entries(rules).map(([word, rule]) => ({ ...rule, destination: leadTo(word) }));
    const record = { host: HOST, alias, destination: leadTo("none"), rules: list };
    expect(await worker.call("POST", "/link", record)).toMatchObject({ status: 200 });
  }
});

afterAll(async () => {
  await Promise.all([browser?.close(), firefox?.close()]);
  await Promise.all([site?.close(), worker?.close()]);
});

/** Follows all links by a browser that opens the first of them. Returns where they led. */
async function follow(open: (url: string) => Promise<unknown>): Promise<Words> {
  words = {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  await open(linkTo("referrer"));
  await ended;
  return words;
}

it("[23.4] every condition of the registry has a record here", () => {
  expect(CONDITION_KEYS.filter((key) => !(key in RECORDS))).toEqual([]);
});

interface Client {
  options?: BrowserContextOptions;
  /** What the program says of itself in client hints. */
  hints?: { brand: string; platform: string };
  expected: Words;
}

/** An agent that says Safari on a Mac: the hints say otherwise. */
const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15";

const CLIENTS: Record<string, Client> = {
  "as it comes, which is a program without a window": {
    expected: { language: "de", os: "linux", device: "bot", browser: "chrome" },
  },
  "as a phone in Taiwan that the platform sees in Austria": {
    options: { ...devices["Pixel 7"], locale: "zh-TW", extraHTTPHeaders: { "CF-IPCountry": "AT" } },
    expected: { country: "EU", language: "zh-Hant", os: "android", device: "mobile", browser: "chrome" },
  },
  "as one whose client hints say more than its user agent": {
    hints: { brand: "Microsoft Edge", platform: "Windows" },
    expected: { language: "de", os: "windows", device: "desktop", browser: "edge", not: "neither" },
  },
};

describe.each(Object.entries(CLIENTS))("Chromium, %s", (_, { options, hints, expected }) => {
  it("[23.2, 23.4, 23.6] gets what the first rule that holds leads to", async () => {
    const context = await browser.newContext(options);
    const tab = await context.newPage();
    if (hints !== undefined) {
      const { brand, platform } = hints;
      const rest = { platformVersion: "", architecture: "", model: "", mobile: false };
      const userAgentMetadata = { brands: [{ brand, version: "1" }], platform, ...rest };
      const session = await context.newCDPSession(tab);
      await session.send("Emulation.setUserAgentOverride", { userAgent: MAC, userAgentMetadata });
    }
    expect(await follow((url) => tab.goto(url))).toEqual({ direct: "none", ...USUAL, ...expected });
    await context.close();
  });
});

it.runIf(firefoxPath !== null)(
  "[23.2, 23.4, 23.6] Firefox, in Portuguese and asking not to be sold, gets what the first rule that holds leads to",
  async () => {
    const program = { os: "linux", device: "desktop", browser: "firefox", not: "neither" };
    const told = { language: "pt", header: "private" };
    expect(await follow(async (url) => firefox?.open(url))).toEqual({
      direct: "none",
      ...USUAL,
      ...program,
      ...told,
    });
  },
);
