import { expect, it } from "vitest";
import { useDashboard } from "../support/dashboard.ts";

/** The dashboard as an app, and the ways from another page or app to the field for a new link. */

const dashboard = useDashboard();

it("[35.2] has a manifest whose icons and addresses exist", async () => {
  const { page } = dashboard;
  await dashboard.signIn("/settings/integrations");
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const read = await page.request.get(`${dashboard.origin}${href}`);
  expect(read.headers()["content-type"]).toMatch(/^application\/manifest\+json/);
  const { icons, start_url, share_target } = (await read.json()) as {
    icons: { src: string; type: string }[];
    start_url: string;
    share_target: { action: string };
  };
  expect(icons.length).toBeGreaterThan(0);
  for (const { src, type } of icons) {
    const icon = await page.request.get(`${dashboard.origin}${src}`);
    expect([icon.status(), icon.headers()["content-type"]]).toEqual([200, type]);
  }
  for (const path of [start_url, share_target.action]) {
    expect((await page.goto(`${dashboard.origin}${path}`))?.status()).toBe(200);
  }
  expect(dashboard.complaints).toEqual([]);
});

it("[35.2] opens the field for a new link with what was shared, and makes nothing by itself", async () => {
  const { page, worker } = dashboard;
  const shared = new URLSearchParams({
    title: "A page",
    text: "Read this: https://www.example.com/page?a=b.",
  });
  await dashboard.signIn(`/share?${shared}`);
  const field = page.getByLabel("Make a short link of a URL");
  await expect.poll(() => field.inputValue()).toBe("https://www.example.com/page?a=b");
  expect((await worker.call("GET", "/links?filter[destination]=www.example.com/page")).body.data).toEqual([]);
});

it("[35.2] gives a bookmark that brings the address of the page it is used on", async () => {
  const { page } = dashboard;
  await dashboard.signIn("/settings/integrations");
  await dashboard.expectNoBarrier("integrations");
  const bookmark = await page.getByRole("link", { name: "Shorten with Signpost" }).getAttribute("href");
  await page.goto(`${dashboard.origin}/docs?from=there`);
  const opened = page.context().waitForEvent("page");
  // The policy of the page keeps bookmarks from running on our own pages, so its script is run as the browser would.
  await page.evaluate((bookmark ?? "").replace("javascript:", ""));
  const field = (await opened).getByLabel("Make a short link of a URL");
  await expect.poll(() => field.inputValue()).toBe(`${dashboard.origin}/docs?from=there`);
});
