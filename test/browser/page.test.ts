import type { Browser, BrowserContext, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "../../src/visitor/pages/page.ts";
import { EXAMPLES } from "../visitor/page/example.ts";
import { findBarriers } from "./support/find-barriers.ts";
import { launchBrowser } from "../../scripts/support/launch-browser.ts";
import { serveDestination, type ServedDestination } from "./support/serve-destination.ts";
import { servePages, type ServedPages } from "./support/serve-pages.ts";
import { watchPage } from "./support/watch-page.ts";

const LONG: Page = {
  kind: "preview",
  shortUrl: `https://${"long-label.".repeat(8)}example/${"a".repeat(30)}`,
  title: "W".repeat(250),
  description: "w".repeat(300),
  destinations: [
    { url: `https://${"a-label-without-end.".repeat(12)}example/${"p".repeat(900)}`, share: 0.7 },
    { url: "https://example.com/a/b", share: 0.3 },
    { url: "https://example.com/rule", share: null },
  ],
  qr: null,
  continueUrl: "https://example.com/",
};

let browser: Browser;
let destination: ServedDestination;
let pages: ServedPages;

beforeAll(async () => {
  destination = await serveDestination();
  const frame: Page = { kind: "frame", location: destination.origin, title: "A title", description: "" };
  pages = await servePages({ ...EXAMPLES, frame, long: LONG });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  await pages.close();
  await destination.close();
});

/** Every locale with every scheme, and both with every width. */
const looks = ["en", "de", "ar"].flatMap((locale, index) => [
  { locale, colorScheme: "light" as const, width: index % 2 === 0 ? 320 : 1280 },
  { locale, colorScheme: "dark" as const, width: index % 2 === 0 ? 1280 : 320 },
]);

describe.each(looks)("in $locale, $colorScheme, $width pixels wide", ({ locale, colorScheme, width }) => {
  let context: BrowserContext;
  let tab: Tab;
  let complaints: string[];

  beforeAll(async () => {
    context = await browser.newContext({ locale, colorScheme, viewport: { width, height: 640 } });
    tab = await context.newPage();
    complaints = watchPage(tab);
  });

  afterAll(() => context.close());

  it.each([...Object.keys(EXAMPLES), "long"])("[15.3] shows the page %s to everyone", async (name) => {
    complaints.length = 0;
    await tab.goto(`${pages.origin}/${name}`);
    expect(await tab.locator("html").getAttribute("lang")).toBe(locale);
    expect(complaints).toEqual([]);
    expect(await tab.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    expect(await findBarriers(tab)).toEqual([]);
  });

  it("[15.3] wears the colours of the scheme", async () => {
    await tab.goto(`${pages.origin}/gate`);
    const colours = await tab.evaluate(
      "[document.body, document.querySelector('main')].map((one) => getComputedStyle(one).backgroundColor)",
    );
    expect(colours).toEqual(
      colorScheme === "dark"
        ? ["rgb(17, 21, 19)", "rgb(26, 32, 29)"]
        : ["rgb(242, 241, 235)", "rgb(255, 255, 255)"],
    );
  });
});
