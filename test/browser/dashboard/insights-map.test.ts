import { expect, it } from "vitest";
import { useDashboard } from "../support/dashboard.ts";
import { storeClicks } from "../support/click-history.ts";

const dashboard = useDashboard();

it("[32.48] draws clicks by country, which a click on the map narrows as the list does", async () => {
  const { worker } = dashboard;
  const { id } = await dashboard.createLink({ alias: "world" });
  await storeClicks(worker, [
    { recordId: id, daysAgo: 2, countries: { DE: 100, MT: 30, GF: 5, "": 2 } },
    { recordId: id, daysAgo: 3, countries: { DE: 1 } },
  ]);
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 390]) {
      await dashboard.open({ viewport: { width, height: 900 }, colorScheme, locale: "de-DE" });
      const { page } = dashboard;
      const requests: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      await dashboard.signIn(width === 390 ? `/links/${id}?tab=stats` : "/insights");
      const countries = page.getByRole("region", { name: "Länder" });
      const shadeOf = (code: string) =>
        countries.locator(`[data-country="${code}"]`).getAttribute("data-shade");
      expect([await shadeOf("DE"), await shadeOf("MT"), await shadeOf("FR")]).toEqual(["5", "3", "0"]);
      expect(await countries.locator(`[data-country="DE"] title`).textContent()).toBe(
        "Deutschland: 101 Klicks",
      );
      await countries.getByText("66 bis 101").waitFor();
      await countries.getByText("die die Karte nicht einzeln zeigt").waitFor();
      await dashboard.expectNoBarrier(`${colorScheme} ${width}`);
      await countries.locator(`[data-country="MT"]`).click();
      await page.locator(".stat", { hasText: "Klicks" }).first().getByText("30", { exact: true }).waitFor();
      expect(new URL(page.url()).searchParams.get("value")).toBe("countries:MT");
      expect(dashboard.complaints).toEqual([]);
    }
  }
});
