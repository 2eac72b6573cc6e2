import { beforeAll, expect, it } from "vitest";
import { DASHBOARD_PAGES } from "../../../src/admin/dashboard-page.ts";
import { storeClicks } from "../support/click-history.ts";
import { useDashboard } from "../support/dashboard.ts";

/** What a page begins with: what it asks the API for while its code is on its way, and what it draws first. */

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

/** A screen that reads little, from which another one asks for all that it shows. */
const elsewhereOf = (path: string) => (path === "/explain" ? "/import" : "/explain");

const isData = (url: string) => /\/v1\/(?!session$)/.test(url);

/** Returns the addresses of the data that the page asks for from now on. */
function listAsked(): string[] {
  const asked: string[] = [];
  dashboard.page.on("request", (request) => isData(request.url()) && asked.push(request.url()));
  return asked;
}

/** Returns the files that an address runs, in their order. */
async function scriptsOf(path: string): Promise<string[]> {
  const { page, origin } = dashboard;
  const html = await (await page.request.get(origin + path, { headers: { Accept: "text/html" } })).text();
  return Array.from(html.matchAll(/<script type="module" src="([^"]+)"/g), ([, src]) => String(src));
}

async function untilDrawn(): Promise<void> {
  const { page } = dashboard;
  await page.locator("main h1, dialog[open] h2").first().waitFor();
  await page.locator("main .skeleton, dialog .skeleton").first().waitFor({ state: "detached" });
}

it.each(PATHS)("%s asks for its data by its first script, and for nothing in vain or twice", async (path) => {
  const { page } = dashboard;
  const [first] = await scriptsOf(path);
  const isAsked = page.waitForRequest((request) => isData(request.url()));
  await page.route("**/assets/*.js", async (route) => {
    if (new URL(route.request().url()).pathname !== first) await isAsked;
    await route.continue();
  });
  const asked = listAsked();
  await dashboard.signIn(path);
  await untilDrawn();
  // What a component reads is asked for after the frame in which it is drawn.
  await dashboard.untilPainted();
  expect(asked.filter((url, index) => asked.indexOf(url) !== index)).toEqual([]);
  // A screen that is opened from another one asks for what it shows, and for no more.
  const early = [...asked];
  await dashboard.goTo(elsewhereOf(path));
  const shown = listAsked();
  await dashboard.follow(path);
  await expect.poll(() => early.filter((url) => !shown.includes(url))).toEqual([]);
});

it.each(["/links", "/insights", "/hosts", "/changes", "/check", "/misses"])(
  "%s is drawn with what is answered already, and never with its outlines",
  async (path) => {
    const { page } = dashboard;
    await page.addInitScript(`{
      window.hadOutlines = false;
      new MutationObserver(() => {
        window.hadOutlines ||= document.querySelector("main .skeleton") !== null;
      }).observe(document, { childList: true, subtree: true });
    }`);
    const [, begin] = await scriptsOf(path);
    const unanswered = new Set<string>();
    const areAsked = page.waitForRequest((request) => isData(request.url()));
    page.on("request", (request) => request.url().includes("/v1/") && unanswered.add(request.url()));
    page.on("requestfinished", (request) => unanswered.delete(request.url()));
    await page.route(`**${begin}`, async (route) => {
      await areAsked;
      await expect.poll(() => unanswered.size).toBe(0);
      await route.continue();
    });
    await dashboard.signIn(path);
    await page.locator("main h1").waitFor();
    expect(await page.evaluate("window.hadOutlines")).toBe(false);
  },
);

it("does not keep a page back for an answer that does not come", async () => {
  const { page } = dashboard;
  await page.route("**/v1/links/facets*", () => {});
  await dashboard.signIn("/links");
  await page.locator("main h1").waitFor();
  await page.locator("[data-row='0']").waitFor();
});

it("draws the form of a new record before the list behind it, which has the focus when the form is closed", async () => {
  const { page } = dashboard;
  await page.addInitScript(`new MutationObserver((_, self) => {
    if (document.querySelector("dialog[open]") === null) return;
    self.disconnect();
    window.hadList = document.querySelector("main h1") !== null;
  }).observe(document, { attributes: true, childList: true, subtree: true })`);
  await dashboard.signIn("/links/new");
  const destination = page.getByLabel("Destination", { exact: true });
  await destination.fill("https://example.com/");
  expect(await page.evaluate("window.hadList")).toBe(false);
  await page.locator("[data-row='0']").waitFor({ state: "attached" });
  expect(await destination.inputValue()).toBe("https://example.com/");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leave without saving" }).click();
  await page.locator("h1:focus").getByText("Links").waitFor();
});

it("keeps a form that has no list behind it, and says so when the form is closed", async () => {
  const { page } = dashboard;
  await page.route("**/assets/record-list-*.js", (route) => route.abort());
  await dashboard.signIn("/links/new");
  const form = page.getByRole("dialog", { name: "Create a link" });
  await form.getByLabel("Destination", { exact: true }).waitFor();
  await page.getByRole("alert").waitFor({ state: "attached" });
  await form.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "Try again" }).waitFor();
});
