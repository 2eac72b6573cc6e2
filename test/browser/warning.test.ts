import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";
import { findBarriers } from "./support/find-barriers.ts";
import { untilPasswordFocused } from "./support/until-focused.ts";
import { launchBrowser } from "../../scripts/support/launch-browser.ts";
import { watchPage } from "./support/watch-page.ts";

/** The warning in front of a blocked destination: the running worker, in a browser. */

const HOST = "go.localhost";
const PASSWORD = "open sesame";
const destination = "https://login.evil.example/account";

let worker: RunningWorker;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];
/** What the browser asked for, in order. */
let requests: string[];

beforeAll(async () => {
  [worker, browser] = await Promise.all([startWorker(), launchBrowser()]);
  await worker.call("POST", "/host", { host: HOST });
  await worker.call("POST", "/link", { host: HOST, alias: "open", destination });
  await worker.call("POST", "/link", { host: HOST, alias: "locked", destination, password: PASSWORD });
  expect((await worker.call("PUT", "/blocklist", { hosts: ["evil.example"] })).status).toBe(200);
});

afterAll(async () => {
  await browser?.close();
  await worker?.close();
});

beforeEach(async () => {
  context = await browser.newContext({ locale: "en-GB" });
  page = await context.newPage();
  complaints = watchPage(page);
  requests = [];
  page.on("request", (request) => requests.push(request.url()));
});

afterEach(() => context.close());

const at = (path: string) => `http://${HOST}:${worker.port}${path}`;

async function expectWarning(): Promise<void> {
  expect(await page.locator("h1").innerText()).toBe("This link is blocked");
  expect(await page.locator("a, form, iframe, script, meta[http-equiv]").count()).toBe(0);
  expect(await page.content()).not.toContain("evil.example");
  expect(requests.filter((url) => !url.startsWith(at("/")))).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);
  expect(complaints).toEqual([]);
}

it.each(["/open", "/open+"])("stands at %s, and leads nowhere", async (path) => {
  const response = await page.goto(at(path));
  expect(response?.status()).toBe(403);
  await expectWarning();
});

it("comes behind the gate, after the right password", async () => {
  await page.goto(at("/locked"));
  await untilPasswordFocused(page);
  await page.keyboard.type(PASSWORD);
  await Promise.all([
    page.waitForResponse((response) => response.status() === 403),
    page.keyboard.press("Enter"),
  ]);
  await page.waitForLoadState();
  await expectWarning();
});
