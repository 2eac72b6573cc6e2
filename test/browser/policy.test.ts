import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { EXAMPLES } from "../visitor/page/example.ts";
import { launchBrowser } from "../../scripts/support/launch-browser.ts";
import { serveDestination, type ServedDestination } from "./support/serve-destination.ts";
import { servePages, type ServedPages } from "./support/serve-pages.ts";
import { watchPage } from "./support/watch-page.ts";

let browser: Browser;
let destination: ServedDestination;
let pages: ServedPages;
let tab: Tab;

beforeAll(async () => {
  destination = await serveDestination();
  pages = await servePages({
    ...EXAMPLES,
    frame: { kind: "frame", location: destination.origin, title: "A title", description: "" },
    styled: {
      kind: "preview",
      shortUrl: "https://go.example.com/a",
      title: "",
      description: "",
      destinations: [{ url: "https://example.com/", share: 1 }],
      qr: '<svg viewBox="0 0 1 1" style="fill:red"></svg>',
      continueUrl: "https://go.example.com/a",
    },
  });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  await pages.close();
  await destination.close();
});

beforeEach(async () => {
  tab = await browser.newPage();
  return () => tab.close();
});

it("[15.2] holds even pictures to the one style of the page", async () => {
  const complaints = watchPage(tab);
  await tab.goto(`${pages.origin}/styled`);
  expect(complaints.join()).toMatch(/inline style violates .* 'style-src/);
});

it("[15.2] shows a destination of another site in the frame", async () => {
  await tab.goto(`${pages.origin}/frame`);
  expect(await tab.frameLocator("iframe").getByRole("heading").innerText()).toBe("Destination");
});

it.each(["gate", "frame", "preview", "not-found"])("[15.2] lets nobody frame the page %s", async (name) => {
  const complaints = watchPage(tab);
  await tab.goto(`${destination.origin}/?frame=${pages.origin}/${name}`);
  expect(complaints.join()).toContain("frame-ancestors 'none'");
});
