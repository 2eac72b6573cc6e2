import { expect, it } from "vitest";
import { HOST, useDashboard } from "../support/dashboard.ts";
import { storeClicks } from "../support/click-history.ts";

/** A value of a list narrows what is shown, as far as the stored counts tell. */

const dashboard = useDashboard();

it("[32.47] narrows clicks and chart to a country, keeps it in the address, and says why lists stay", async () => {
  const { page, worker } = dashboard;
  const { id } = await dashboard.createLink({ alias: "fair", tags: ["fair"] });
  await storeClicks(worker, [
    { recordId: id, daysAgo: 3, countries: { DE: 40, FR: 20 }, campaign: "spring" },
    { recordId: id, daysAgo: 5, countries: { FR: 7 } },
  ]);
  const clicks = page.locator(".stat", { hasText: "Clicks" }).first();
  const countries = page.getByRole("region", { name: "Countries" });
  for (const path of ["/insights?tags=fair", `/links/${id}?tab=stats`]) {
    await dashboard.signIn(path);
    await clicks.getByText("67", { exact: true }).waitFor();
    await countries.getByRole("link", { name: "Germany" }).click();
    await clicks.getByText("40", { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("value")).toBe("countries:DE");
    await page.reload();
    await clicks.getByText("40", { exact: true }).waitFor();
    await page.getByText("no single click is stored").waitFor();
    await countries.getByRole("row", { name: "France 27 40.3%" }).waitFor();
    expect(await page.locator(".stat", { hasText: "QR scans" }).count()).toBe(0);
    await dashboard.expectNoBarrier(path);
    const current = countries.locator("a[aria-current=true]");
    expect(await current.allTextContents()).toEqual(["Germany"]);
    // The mark moves with the value, and what is marked is taken off.
    await countries.getByRole("link", { name: "France" }).click();
    await clicks.getByText("27", { exact: true }).waitFor();
    expect(await current.allTextContents()).toEqual(["France"]);
    await countries.getByRole("link", { name: "France" }).click();
    await clicks.getByText("67", { exact: true }).waitFor();
    expect(await current.count()).toBe(0);
    // The filter is in sight, however far below the value is.
    const spring = page.getByRole("region", { name: "Campaigns" }).getByRole("link", { name: "spring" });
    await page.setViewportSize({ width: 1280, height: 500 });
    await spring.click();
    const chip = page.getByRole("button", { name: /^Remove the filter Campaigns/ });
    await chip.waitFor();
    const { y: ofChip = -1 } = (await chip.boundingBox()) ?? {};
    expect(ofChip).toBeGreaterThan(0);
    expect(ofChip).toBeLessThan(500);
    await dashboard.expectNoBarrier(`a filter in sight on ${path}`);
    await spring.click();
    await chip.waitFor({ state: "detached" });
    // Another value takes its place, and so does the chip.
    await spring.click();
    await clicks.getByText("60", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Remove the filter Campaigns (UTM): spring" }).click();
    await clicks.getByText("67", { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("value")).toBeNull();
  }
  expect(dashboard.complaints).toEqual([]);
});

it("[32.47] marks a hostname that filters the records, and takes it off by the same click", async () => {
  const { page } = dashboard;
  await dashboard.signIn("/insights?tags=fair");
  const host = page.getByRole("region", { name: "Hostnames" }).getByRole("link", { name: HOST });
  await host.click();
  await page.getByRole("button", { name: /^Remove the filter Hostname/ }).waitFor();
  await expect.poll(() => host.getAttribute("aria-current")).toBe("true");
  expect(
    await page.getByRole("region", { name: "Tags" }).getByRole("link").getAttribute("aria-current"),
  ).toBe("true");
  await host.click();
  await expect.poll(() => host.getAttribute("aria-current")).toBeNull();
  expect(new URL(page.url()).search).toBe("?tags=fair");
});

it("[32.47] leads from a record of the list to its statistics of the same days and value", async () => {
  const { page } = dashboard;
  await dashboard.signIn("/insights?range=7&value=countries%3ADE");
  await page
    .getByRole("region", { name: "Records" })
    .getByRole("link", { name: /\/fair$/ })
    .click();
  await page.getByRole("button", { name: "Remove the filter Countries: Germany" }).waitFor();
  expect(await page.getByLabel("Days in UTC").inputValue()).toBe("7");
});
