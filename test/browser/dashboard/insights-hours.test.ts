import { expect, it } from "vitest";
import { useDashboard } from "../support/dashboard.ts";
import { storeClicks } from "../support/click-history.ts";

const dashboard = useDashboard();

it("[32.49] shows the hours of the week in the reader's time zone or in UTC, and says how far back", async () => {
  const { worker } = dashboard;
  const { id } = await dashboard.createLink({ alias: "noon" });
  await storeClicks(worker, [
    { recordId: id, daysAgo: 2, countries: { DE: 30 } },
    { recordId: id, daysAgo: 9, countries: { DE: 12 } },
    { recordId: id, daysAgo: 20, countries: { DE: 99 } },
  ]);
  const day = new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone: "UTC" }).format(
    Date.now() - 2 * 86_400_000,
  );
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 390]) {
      const path = width === 390 ? "/insights" : `/links/${id}?tab=stats`;
      await dashboard.open({ viewport: { width, height: 900 }, colorScheme, timezoneId: "Asia/Tokyo" });
      const { page } = dashboard;
      await dashboard.signIn(path);
      const hours = page.getByRole("region", { name: "Hours of the week" });
      const cells = hours.getByRole("row", { name: new RegExp(`^${day}`) }).getByRole("cell");
      // Noon in UTC is nine in the evening in Tokyo.
      await cells.nth(21).getByText("42", { exact: true }).waitFor();
      expect(await cells.nth(21).getAttribute("title")).toMatch(/day, 21 to 22: 42 clicks$/);
      await hours.getByText("hours in Asia/Tokyo. Hours are kept for 14 days").waitFor();
      await dashboard.expectNoBarrier(`${path} ${colorScheme} ${width}`);
      await hours.getByLabel("Time zone").selectOption("UTC");
      await cells.nth(12).getByText("42", { exact: true }).waitFor();
      await page.reload();
      await hours.getByText("hours in UTC").waitFor();
      await cells.nth(12).getByText("42", { exact: true }).waitFor();
      expect(new URL(page.url()).searchParams.get("zone")).toBe("utc");
      expect(dashboard.complaints).toEqual([]);
    }
  }
  await dashboard.signIn(`/links/${id}?tab=stats&range=own&from=${isoDay(30)}&to=${isoDay(20)}`);
  await dashboard.page.getByText("none of these days has any left").waitFor();
});

function isoDay(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
}
