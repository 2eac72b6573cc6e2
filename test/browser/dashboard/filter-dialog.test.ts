import { expect, it } from "vitest";
import { useDashboard } from "../support/dashboard.ts";

/** The filters of a list where they have no room beside it. */

const dashboard = useDashboard();

it("[32.44] shows the number of records in sight, follows what is typed, and closes with Enter", async () => {
  await dashboard.open({ viewport: { width: 1280, height: 700 } });
  const { page } = dashboard;
  await dashboard.createLink({ alias: "one", destination: "https://shop.example/sandals" });
  await dashboard.createLink({ alias: "two", destination: "https://shop.example/boots" });
  await dashboard.signIn("/links");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Filter" });
  const show = dialog.getByRole("button", { name: "Show 2 records" });
  await show.waitFor();
  const box = await show.boundingBox();
  expect((box?.y ?? 700) + (box?.height ?? 0)).toBeLessThan(700);
  const destination = dialog.getByLabel("Destination contains");
  expect(await dialog.locator(".field-label").nth(1).innerText()).toBe("Destination contains");
  await destination.pressSequentially("sandals");
  await dialog.getByRole("button", { name: "Show 1 record" }).waitFor();
  expect(await page.locator("input:focus").inputValue()).toBe("sandals");
  await dashboard.expectNoBarrier("filter");
  await destination.fill("boots");
  await destination.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.waitForURL(/destination=boots/);
  await page.getByRole("rowheader", { name: /two$/ }).waitFor();
  expect(await page.getByRole("rowheader").count()).toBe(1);
});
