import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";
import { launchBrowser } from "../../scripts/support/launch-browser.ts";
import { watchPage } from "./support/watch-page.ts";

/** The page that shows the document of the API. */

let browser: Browser;
let worker: RunningWorker;

beforeAll(async () => {
  worker = await startWorker();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await worker?.close();
});

it.each([
  { width: 360, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
] as const)(
  "[1.7] /docs shows each operation under its policy, by itself: $width px, $colorScheme",
  async (look) => {
    const { width, colorScheme } = look;
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const tab = await context.newPage();
    const complaints = watchPage(tab);
    const asked = new Set<string>();
    tab.on("request", (request) => asked.add(new URL(request.url()).host));
    const origin = `http://localhost:${worker.port}`;
    const page = await tab.goto(`${origin}/docs`);
    expect(page?.headers()["content-security-policy"]).toContain("default-src 'none'; script-src 'self'");
    const document = (await (await fetch(`${origin}/v1/openapi.json`)).json()) as {
      paths: object;
      webhooks: object;
    };
    const described = [...Object.values(document.paths), ...Object.values(document.webhooks)];
    const count = described.flatMap((methods: object) => Object.keys(methods)).length;
    const operations = tab.locator(".opblock");
    await operations.first().waitFor();
    expect(await operations.count()).toBe(count);
    await tab.locator("#operations-Short_links-createLink .opblock-summary-control").click();
    await tab.getByText("CreateLinkBody").first().waitFor();
    expect(await tab.locator("html").evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await tab.locator("html.dark-mode").count()).toBe(colorScheme === "dark" ? 1 : 0);
    // Neither a token nor a call can be sent from it.
    expect(await tab.locator(".btn.authorize, .try-out, .execute").count()).toBe(0);
    expect([...asked].filter((host) => host !== `localhost:${worker.port}` && host !== "")).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  },
);
