import { beforeAll, expect, it } from "vitest";
import { DASHBOARD_PAGES } from "../../../src/admin/dashboard-page.ts";
import { storeClicks } from "../support/click-history.ts";
import { useDashboard } from "../support/dashboard.ts";

/** What a page asks the API for while its code is on its way. */

const dashboard = useDashboard();

// Without clicks, Insights has no hours to show.
beforeAll(async () => {
  const { id: recordId } = await dashboard.createLink({ alias: "clicked" });
  await storeClicks(dashboard.worker, [{ recordId, daysAgo: 2, countries: { DE: 3 } }]);
});

const OTHER_PATHS: Record<string, string> = { overview: "/", record: "/links/new" };
// Shared statistics are of no session.
const PATHS = DASHBOARD_PAGES.filter((page) => page !== "statistics").map(
  (page) => OTHER_PATHS[page] ?? `/${page}`,
);

it.each(PATHS)("%s asks for its data by its first script, and for nothing in vain or twice", async (path) => {
  const { page, origin } = dashboard;
  await page.addInitScript(`{
    window.asked = [];
    const { fetch } = window;
    window.fetch = async (url, init) => {
      const answer = await fetch(url, init);
      window.asked.push({ url, answer });
      return answer;
    };
  }`);
  const html = await (await page.request.get(origin + path, { headers: { Accept: "text/html" } })).text();
  const isAsked = page.waitForRequest((request) => /\/v1\/(?!session$)/.test(request.url()));
  const [, first] = /<script type="module" src="([^"]+)"/.exec(html) ?? [];
  await page.route("**/assets/*.js", async (route) => {
    if (new URL(route.request().url()).pathname !== first) await isAsked;
    await route.continue();
  });
  await dashboard.signIn(path);
  await page.locator("main h1, dialog[open] h2").first().waitFor();
  await page.locator("main .skeleton, dialog .skeleton").first().waitFor({ state: "detached" });
  const read = () =>
    page.evaluate<{ url: string; isUsed: boolean }[]>(
      "window.asked.map(({ url, answer }) => ({ url, isUsed: answer.bodyUsed }))",
    );
  await expect
    .poll(async () => (await read()).filter(({ isUsed }) => !isUsed), { timeout: 30_000 })
    .toEqual([]);
  const urls = (await read()).map(({ url }) => url);
  expect(urls.filter((url, index) => urls.indexOf(url) !== index)).toEqual([]);
});
