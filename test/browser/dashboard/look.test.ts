import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { readUntil } from "../../../scripts/lab/testbed/until.ts";
import { HOST, LOOKS, useDashboard } from "../support/dashboard.ts";
import { storeClicks } from "../support/click-history.ts";

/** Lists of any length; every screen from right to left and at 200 %, and those with charts as others are: without barriers. */

const dashboard = useDashboard();

beforeAll(async () => {
  const destinations = [`${dashboard.destination.origin}/a`, `${dashboard.destination.origin}/b`];
  const { id } = await dashboard.createLink({
    alias: "a-rather-long-alias-of-a-link",
    destinations,
    destination: undefined,
    destination_routing: "weighted:70,30",
    tags: ["mail", "spring"],
  });
  await storeClicks(dashboard.worker, [
    { recordId: id, daysAgo: 3, countries: { DE: 4_000, FR: 20, "": 1 }, campaign: "a-campaign".repeat(5) },
    { recordId: id, daysAgo: 40, countries: { US: 1_234_567 } },
  ]);
});

const LISTS = ["/", "/links", "/links?kind=redirect", "/insights", "/insights?tags=mail&range=90"];

async function screens(): Promise<string[]> {
  const { body } = await dashboard.worker.call("GET", "/links?per_page=1");
  const record = `/links/${body.data[0].id}`;
  return [...LISTS, "/links/new", record, `${record}?tab=stats`, `${record}?tab=qr`, `${record}?tab=history`];
}

describe.each(LOOKS)("in %s at %i pixels", (colorScheme, width, height) => {
  it("[32.10] has no barrier on any screen, and never scrolls sideways", async () => {
    await dashboard.open({ colorScheme, viewport: { width, height } });
    await dashboard.signIn();
    for (const path of (await screens()).filter((one) => one === "/" || /insights|stats/.test(one))) {
      await dashboard.goTo(path);
      await dashboard.expectNoBarrier(path);
    }
    expect(dashboard.complaints).toEqual([]);
  });
});

// So high that nothing is half behind the edge of what scrolls, where contrast cannot be judged.
it.each([
  ["from right to left", { width: 1280, height: 3_000 }, 1],
  ["from right to left on a phone", { width: 320, height: 3_000 }, 1],
  ["at 200 %", { width: 720, height: 3_000 }, 2],
])("[32.10] has no barrier and does not scroll sideways %s", async (how, viewport, deviceScaleFactor) => {
  await dashboard.open({ viewport, deviceScaleFactor });
  const isRightToLeft = how.startsWith("from");
  const turn = "addEventListener('DOMContentLoaded', () => { document.documentElement.dir = 'rtl'; })";
  if (isRightToLeft) await dashboard.page.addInitScript(turn);
  await dashboard.signIn();
  // Of the statistics axe can't judge one paragraph on a narrow page that is turned round.
  const isNarrow = viewport.width === 320;
  for (const path of (await screens()).filter((one) => !isNarrow || !one.includes("stats"))) {
    await dashboard.goTo(path);
    expect(await dashboard.page.evaluate("document.documentElement.dir")).toBe(isRightToLeft ? "rtl" : "");
    await dashboard.expectNoBarrier(`${how}: ${path}`);
  }
});

// The last one: the worker goes on with what was imported.
it("[32.27] holds at most 120 rows of a thousand, makes a few in each frame, and selects ranges by keyboard", async () => {
  const { page, worker } = dashboard;
  for (let start = 0; start < 1_000; start += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      host: HOST,
      alias: `row-${start + index}`,
      destination: `${dashboard.destination.origin}/many`,
      tags: ["many"],
    }));
    expect((await worker.call("POST", "/bulk/import", { rows })).status).toBe(200);
  }
  await dashboard.signIn("/links?tags=many");
  await page.locator("tr[data-row='10']").waitFor();
  await page.evaluate(`{
    window.most = 0;
    window.mostNew = 0;
    const known = new WeakSet();
    const count = (changes) => {
      window.most = Math.max(window.most, document.querySelectorAll("tr").length);
      const made = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((row) => !known.has(row));
      for (const row of made) known.add(row);
      const rows = made.filter((row) => row.dataset?.row && row.isConnected);
      window.mostNew = Math.max(window.mostNew, rows.length);
    };
    new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
    count([]);
  }`);
  // Down to the last row, whose pages come while it is scrolled.
  await readUntil(
    async () => {
      await page.evaluate("scrollTo(0, document.body.scrollHeight)");
      return await page.locator("tr[data-row='999']").count();
    },
    (count) => count === 1,
    { everyMs: 30 },
  );
  await page.evaluate("scrollTo(0, 0)");
  await page.locator("tr[data-row='0'] th a").waitFor();
  expect(await page.evaluate("window.most")).toBeLessThanOrEqual(120);
  // A screen has about twenty: they come in several frames.
  expect(await page.evaluate("window.mostNew")).toBeGreaterThan(0);
  expect(await page.evaluate("window.mostNew")).toBeLessThanOrEqual(8);
  // All that match go into one file, however many are loaded.
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download", exact: true }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv.trimEnd().split("\r\n").length).toBe(1_001);
  // x selects a row, and X all rows from there on.
  for (const key of ["j", "x", "j", "j", "j", "X"]) await page.keyboard.press(key);
  await page.getByText("4 selected").waitFor();
  await page.locator("tr[data-row='9'] input").click({ modifiers: ["Shift"] });
  await page.getByText("10 selected").waitFor();
  // A view that is kept brings the same list back, and so does the address.
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("button", { name: "Save this view" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Many");
  await page.keyboard.press("Enter");
  await page.goto(`${dashboard.origin}/links`);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("button", { name: "Many" }).click();
  await page.waitForURL(/tags=many/);
  await page.locator("h1 + .number").getByText("1,000").waitFor();
  expect(dashboard.complaints).toEqual([]);
});
