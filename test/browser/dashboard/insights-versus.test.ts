import { beforeAll, expect, it } from "vitest";
import { HOST, useDashboard } from "../support/dashboard.ts";
import { storeClicks } from "../support/click-history.ts";

const dashboard = useDashboard();
let spring: string;
let autumn: string;
const shown = (alias: string) => `${HOST}:${dashboard.worker.port}/${alias}`;

beforeAll(async () => {
  spring = (await dashboard.createLink({ alias: "spring" })).id;
  autumn = (await dashboard.createLink({ alias: "autumn" })).id;
  await storeClicks(dashboard.worker, [
    { recordId: spring, daysAgo: 2, countries: { DE: 30, FR: 10 } },
    { recordId: spring, daysAgo: 9, countries: { DE: 20 } },
    { recordId: spring, daysAgo: 60, countries: { US: 5 } },
    { recordId: autumn, daysAgo: 3, countries: { DE: 8, AT: 72 } },
  ]);
});

const stat = () => dashboard.page.locator(".stat", { hasText: "Clicks" }).first();
const countries = () => dashboard.page.getByRole("region", { name: "Countries" });

it("[32.50] puts another link beside a link, in an address that a colleague can open", async () => {
  const { page } = dashboard;
  await dashboard.signIn(`/links/${spring}?tab=stats`);
  await page.getByLabel("Side by side with").selectOption("record");
  const find = page.getByRole("combobox", { name: "Find the other record" });
  await find.fill("nowhere");
  await page.getByText("No other record has “nowhere” in its address, destination or title.").waitFor();
  await find.press("Enter");
  // A part is enough, and the record itself is not among those that it finds.
  await find.fill("g");
  await find.fill("utum");
  await page.getByRole("option", { name: shown("autumn") }).waitFor();
  await dashboard.expectNoBarrier("the search for another record");
  await find.press("Enter");
  await page.waitForURL(new RegExp(`vs=${autumn}`));
  await page.reload();
  await stat()
    .getByText(`25% against 80: ${shown("autumn")}`)
    .waitFor();
  await countries().getByRole("row", { name: "Germany 50 8" }).waitFor();
  await countries().getByRole("row", { name: "Austria 0 72" }).waitFor();
  const series = page.getByRole("slider", { name: "Clicks over time" });
  await series.focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowLeft");
  expect(await series.getAttribute("aria-valuetext")).toContain(` · ${shown("autumn")}, `);
  expect(await series.getAttribute("aria-valuetext")).toMatch(/: 80 clicks$/);
  await page.getByText("As a table").click();
  await page
    .getByRole("columnheader", { name: shown("autumn") })
    .first()
    .waitFor();
  expect(dashboard.complaints).toEqual([]);
});

it("[32.50] puts the days before, and days of one's own, beside the days", async () => {
  const { page } = dashboard;
  await dashboard.signIn(`/links/${spring}?tab=stats&range=7`);
  await page.getByLabel("Side by side with").selectOption("before");
  await stat().getByText("+100% against 20:").waitFor();
  await countries().getByRole("row", { name: "France 10 0" }).waitFor();
  await page.getByLabel("Side by side with").selectOption("days");
  await page.getByLabel("Their first day").fill(isoDay(62));
  await page.getByLabel("Their first day").blur();
  await stat().getByText("+700% against 5:").waitFor();
  await countries().getByRole("row", { name: "United States 0 5" }).waitFor();
  // Days that are no longer kept are refused at their field.
  await page.getByLabel("Their first day").fill("2019-01-01");
  await page.getByLabel("Their first day").blur();
  await page.locator(".field", { hasText: "Their first day" }).getByText("must be within").waitFor();
  await page.getByLabel("Side by side with").selectOption("");
  await countries().getByRole("row", { name: "France 10 25%" }).waitFor();
  expect(new URL(page.url()).searchParams.get("vs")).toBeNull();
});

it("[32.50] has no barrier, on a phone and in German", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [width, path] of [
      [1280, `/insights?vs=before&value=countries%3ADE`],
      [390, `/links/${spring}?tab=stats&vs=${autumn}`],
    ] as const) {
      await dashboard.open({ viewport: { width, height: 900 }, colorScheme, locale: "de-DE" });
      await dashboard.signIn(path);
      await dashboard.page.getByText("Karte und Stunden gelten nur für").waitFor();
      await dashboard.page.getByRole("region", { name: "Länder" }).getByText("Deutschland").last().waitFor();
      await dashboard.expectNoBarrier(`${colorScheme} ${path}`);
      expect(dashboard.complaints).toEqual([]);
    }
  }
});

function isoDay(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
}
