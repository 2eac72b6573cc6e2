import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { callApi } from "../demo/call-api.ts";
import { runCommand } from "../support/command.ts";
import { launchBrowser } from "../support/launch-browser.ts";
import { openHttp2Front } from "./bench/http2-front.ts";
import { median } from "./bench/statistics.ts";
import { type Showcase, withShowcase } from "./screenshot/with-showcase.ts";

const USAGE = `Measures how fast the dashboard is on a slow phone and a slow network, by HTTP/2 as Cloudflare serves it, and how
smoothly a long list scrolls. Needs openssl.

  npm run bench:dashboard [-- options]

  --rows N     the records of the list that is scrolled (100000)
  --rounds N   the loads of each screen, of which the median counts (5)`;

/** The bars: a screen is usable in so many milliseconds, and no task takes longer while a list scrolls. */
const USABLE_MS = 1_500;
const TASK_MS = 50;

/** Slow 4G, as browsers and audits name it: 150 ms for a round trip, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SLOWER_CPU = 4;

const SCREENS = [
  "/",
  "/links",
  "/links/new",
  "/insights",
  "/hosts",
  "/import",
  "/changes",
  "/explain",
  "/check",
  "/misses",
  "/settings",
];

const HOST = "long.localhost";
const ROWS_A_CALL = 5_000;
const SCROLLS = 200;
const SCROLL_PX = 1_200;

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      rows: { type: "string", default: "100000" },
      rounds: { type: "string", default: "5" },
    },
  });
  let isWithin = true;
  await withShowcase(async (showcase) => {
    const front = await openHttp2Front(showcase.origin);
    const browser = await launchBrowser([front.flag]);
    try {
      console.log(
        `| Screen | usable after, ms (bar ${USABLE_MS}) | for the first time |\n| --- | --- | --- |`,
      );
      for (const path of SCREENS) {
        const rounds: Loads[] = [];
        for (let round = 0; round < Number(values.rounds); round += 1) {
          rounds.push(await load(browser, showcase, front.origin + path));
        }
        const [again, first] = [
          median(rounds.map(({ again }) => again)),
          median(rounds.map(({ first }) => first)),
        ];
        isWithin &&= again <= USABLE_MS;
        console.log(`| ${path} | ${Math.round(again)} | ${Math.round(first)} |`);
      }
      await fill(showcase, Number(values.rows));
      const tasks = await scroll(browser, showcase);
      const longest = Math.round(Math.max(0, ...tasks));
      isWithin &&= longest <= TASK_MS;
      console.log(
        `\n${values.rows} rows: ${tasks.length} tasks above ${TASK_MS} ms, the longest ${longest} ms`,
      );
    } finally {
      await browser.close();
      front.close();
    }
  });
  return isWithin ? 0 : 1;
}, USAGE);

/** Milliseconds from the request of a page to the moment when its heading is there and nothing loads. */
interface Loads {
  /** In a browser that has no file of the dashboard. */
  first: number;
  /** In one that has been there, and checks only the page and reads the data. */
  again: number;
}

async function load(browser: Browser, showcase: Showcase, url: string): Promise<Loads> {
  const page = await openSignedIn(browser, showcase);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_CPU });
  await page.addInitScript(`{
    const look = () => {
      const isThere = document.querySelector("main h1, dialog[open] h2") !== null;
      if (isThere && document.querySelector(".skeleton") === null) window.usableAt = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }`);
  await page.goto(url);
  const first = await readUsableAt(page);
  await page.goto("about:blank");
  await page.goto(url);
  const again = await readUsableAt(page);
  await page.context().close();
  return { first, again };
}

async function readUsableAt(page: Page): Promise<number> {
  for (;;) {
    const at = await page.evaluate<number | undefined>("window.usableAt");
    if (at !== undefined) return at;
    await page.waitForTimeout(50);
  }
}

async function openSignedIn(browser: Browser, { origin, token }: Showcase): Promise<Page> {
  const context = await browser.newContext({
    locale: "en-GB",
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.request.post(`${origin}/v1/session`, { data: { token }, headers: { Origin: origin } });
  return page;
}

async function fill({ origin, token }: Showcase, count: number): Promise<void> {
  const api = { url: `${origin}/v1`, token };
  await callApi(api, "POST", "/host", { host: HOST });
  for (let start = 0; start < count; start += ROWS_A_CALL) {
    const rows = Array.from({ length: Math.min(ROWS_A_CALL, count - start) }, (_, index) => ({
      host: HOST,
      alias: `row-${start + index}`,
      destination: `https://example.com/${start + index}`,
    }));
    await callApi(api, "POST", "/bulk/import", { rows });
  }
}

/** Scrolls the list with the wheel. Returns the milliseconds of each task that took longer than 50. */
async function scroll(browser: Browser, showcase: Showcase): Promise<number[]> {
  const page = await openSignedIn(browser, showcase);
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.goto(`${showcase.origin}/links`);
  await page.locator("tr[data-row='0'] th a").waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(`{
    window.tasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.tasks.push(duration);
    }).observe({ type: "longtask" });
  }`);
  await page.mouse.move(640, 600);
  for (let index = 0; index < SCROLLS; index += 1) {
    await page.mouse.wheel(0, SCROLL_PX);
    await page.waitForTimeout(30);
  }
  const tasks = await page.evaluate<number[]>("window.tasks");
  await page.context().close();
  return tasks;
}
