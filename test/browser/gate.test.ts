import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";
import { findBarriers } from "./support/find-barriers.ts";
import { untilPasswordFocused } from "./support/until-focused.ts";
import { launchBrowser } from "../../scripts/support/launch-browser.ts";
import { serveDestination, type ServedDestination } from "./support/serve-destination.ts";
import { watchPage } from "./support/watch-page.ts";

/** The gate as people meet it: the running worker, in a browser. */

const HOST = "go.localhost";
const PASSWORD = "open sesame";

let worker: RunningWorker;
let destination: ServedDestination;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [worker, destination, browser] = await Promise.all([startWorker(), serveDestination(), launchBrowser()]);
  await worker.call("POST", "/host", { host: HOST });
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([destination?.close(), worker?.close()]);
});

beforeEach(async () => {
  context = await browser.newContext({ locale: "en-GB" });
  page = await context.newPage();
  complaints = watchPage(page);
});

afterEach(() => context.close());

async function createProtected(fields: object = {}): Promise<string> {
  const { body } = await worker.call("POST", "/link", {
    host: HOST,
    destination: `${destination.origin}/inside`,
    password: PASSWORD,
    ...fields,
  });
  return `http://${HOST}:${worker.port}/${body.data[0].alias}`;
}

async function typePassword(password: string): Promise<void> {
  await untilPasswordFocused(page);
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
}

it("[5.15] opens by keyboard alone, and a second visit needs no password", async () => {
  const url = await createProtected();
  await page.goto(url);
  expect(await findBarriers(page)).toEqual([]);
  await typePassword(PASSWORD);
  await page.waitForURL(`${destination.origin}/inside`);
  await page.goto(url);
  expect(page.url()).toBe(`${destination.origin}/inside`);
  expect(complaints).toEqual([]);
});

it("[5.15] asks again after a wrong password, says so, and then opens", async () => {
  await page.goto(await createProtected());
  await typePassword("wrong");
  await page.getByRole("alert").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await typePassword(PASSWORD);
  await page.waitForURL(`${destination.origin}/inside`);
});

it("[5.10] locks after ten wrong passwords, tells for how long, and keeps the right one out", async () => {
  const url = await createProtected();
  for (let attempt = 0; attempt < 10; attempt++) {
    await page.goto(url);
    await typePassword("wrong");
    await page.getByRole("alert").waitFor();
  }
  await typePassword(PASSWORD);
  await page.getByText(/15/).waitFor();
  expect(await page.locator("input").count()).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
});

it("shows what a protected frame record shows, in place", async () => {
  const url = await createProtected({ type: "frame", title: "Framed inside" });
  await page.goto(`${url}?from=mail`);
  await typePassword(PASSWORD);
  await page.frameLocator("iframe").getByRole("heading", { name: "Destination" }).waitFor();
  expect(page.url()).toBe(`${url}?from=mail`);
  expect(await page.title()).toBe("Framed inside");
});

it.each([
  ["de", "ltr"],
  ["ar", "rtl"],
  ["ja", "ltr"],
])("[15.4] speaks %s, from %s", async (language, direction) => {
  const own = await browser.newContext({ locale: language });
  const theirs = await own.newPage();
  await theirs.goto(await createProtected());
  const [lang, dir] = await theirs.evaluate<string[]>(
    "[document.documentElement.lang, document.documentElement.dir]",
  );
  expect([lang?.slice(0, 2), dir]).toEqual([language, direction]);
  await own.close();
});

it("shows a preview whose button leads on, and whose picture is there", async () => {
  const url = await createProtected({ password: null, title: "A title", description: "A description" });
  await page.goto(`${url}+`);
  expect(await findBarriers(page)).toEqual([]);
  expect(await page.locator("svg").count()).toBeGreaterThan(0);
  await page.getByRole("link").click();
  await page.waitForURL(`${destination.origin}/inside`);
  expect(complaints).toEqual([]);
});
