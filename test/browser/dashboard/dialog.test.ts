import type { Route } from "playwright-core";
import { expect, it } from "vitest";
import { HOST, useDashboard } from "../support/dashboard.ts";

/** Dialogs and drawers, their messages and the focus: the running worker, in a browser. */

const dashboard = useDashboard();

it.each([1440, 320])("[32.34] offers an undo within the open drawer, at %i pixels", async (width) => {
  const { page, worker } = dashboard;
  await page.setViewportSize({ width, height: 740 });
  await worker.call("PUT", `/host/${HOST}`, { misses: "off" });
  await dashboard.signIn(`/misses?settings=${HOST}`);
  const drawer = page.getByRole("dialog", { name: "Recording and suggestions" });
  await page.getByLabel("Also paths that only * answers").check();
  await drawer.getByRole("button", { name: "Undo" }).click();
  await drawer.getByRole("status").getByText(`${HOST} keeps no missed paths from now on.`).waitFor();
  expect((await worker.call("GET", `/host/${HOST}`)).body.misses).toBe("off");
});

it("[32.35] keeps a drawer with unsaved input open, however often somebody presses Escape", async () => {
  const { id } = await dashboard.createLink({ alias: "escape", title: "first" });
  await dashboard.signIn(`/links/${id}`);
  const { page } = dashboard;
  const title = page.getByLabel("Title", { exact: true });
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  const tabs = page.getByRole("navigation", { name: "Parts of the record" });
  await title.fill("typed");
  await tabs.getByRole("link", { name: "History" }).click();
  await title.waitFor({ state: "hidden" });
  await tabs.getByRole("link", { name: "Settings" }).click();
  await title.waitFor();
  for (const state of ["visible", "detached", "visible", "detached"] as const) {
    await page.keyboard.press("Escape");
    await question.waitFor({ state });
  }
  expect(await title.isVisible()).toBe(true);
  expect(await title.inputValue()).toBe("typed");
});

it("[32.35] hears an Escape that comes before a question is painted", async () => {
  const { id } = await dashboard.createLink({ alias: "early", title: "first" });
  const { page } = dashboard;
  await page.addInitScript(`{
    const isShown = () => document.querySelector("dialog.dialog[open]") !== null;
    const watched = new MutationObserver(() => {
      if (!isShown()) return;
      watched.disconnect();
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
    });
    watched.observe(document, { subtree: true, childList: true, attributeFilter: ["open"] });
  }`);
  await dashboard.signIn(`/links/${id}`);
  const title = page.getByLabel("Title", { exact: true });
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await title.fill("typed");
  for (const state of ["detached", "visible"] as const) {
    await page.keyboard.press("Escape");
    await dashboard.untilPainted();
    await question.waitFor({ state });
  }
});

it("[32.35] asks before it closes a drawer at once after the first letter", async () => {
  const { id } = await dashboard.createLink({ alias: "letter", title: "first" });
  await dashboard.signIn(`/links/${id}`);
  const { page } = dashboard;
  const title = page.getByLabel("Title", { exact: true });
  await title.focus();
  // Nothing is painted in between.
  await page.evaluate(`(async () => {
    const field = document.activeElement;
    field.value = "typed";
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    for (let turn = 0; turn < 20; turn++) await undefined;
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
  })()`);
  await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
  expect(await title.inputValue()).toBe("typed");
});

it("[32.35] keeps a drawer open if no file is chosen in it", async () => {
  await dashboard.signIn(`/misses?settings=${HOST}`);
  const { page } = dashboard;
  const input = page.getByLabel(/a sitemap …$/);
  await input.dispatchEvent("cancel", { bubbles: true });
  await page.evaluate("new Promise(requestAnimationFrame)");
  expect(new URL(page.url()).searchParams.get("settings")).toBe(HOST);
  expect(await input.count()).toBe(1);
});

it("[32.37] leaves the focus to who types while the title of the screen is read", async () => {
  const { page, worker } = dashboard;
  const { id } = (await worker.call("POST", "/checks", { urls: [`${HOST}/a`] })).body;
  const held = Promise.withResolvers<void>();
  await page.route(`**/v1/checks/${id}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await dashboard.signIn("/check");
  await page.getByRole("heading", { name: "Check", exact: true }).waitFor();
  await dashboard.follow(`/check/${id}`);
  await page.locator("h1:focus").waitFor();
  const search = page.getByRole("searchbox", { name: "Search links and redirects" });
  await search.pressSequentially("ty");
  held.resolve();
  await page.getByRole("heading", { level: 1, name: /\d/ }).waitFor();
  await page.waitForFunction("/\\d/.test(document.title)");
  await page.keyboard.type("ped");
  expect(await search.inputValue()).toBe("typed");
});

it("[32.38] says why the uses of a page are unknown, and reads them again", async () => {
  const { page, worker } = dashboard;
  const stored = await page.request.put(`${dashboard.origin}/v1/files/unused.html`, {
    data: "<p>unused</p>",
    headers: { Authorization: `Bearer ${worker.token}`, "Content-Type": "text/html" },
  });
  expect(stored.ok()).toBe(true);
  const fail = (route: Route) => route.fulfill({ status: 500, json: { message: "no" } });
  await page.route("**/v1/links?*", fail);
  await page.route("**/v1/sitemaps?*", fail);
  await dashboard.signIn("/settings/pages?file=unused.html");
  const retry = page.getByRole("dialog").getByRole("button", { name: "Try again" });
  await retry.waitFor();
  await page.unroute("**/v1/links?*");
  await retry.click();
  await page.getByText("Nowhere.").waitFor();
  await dashboard.follow(`/misses?settings=${HOST}`);
  await retry.waitFor();
  await page.unroute("**/v1/sitemaps?*");
  await retry.click();
  await retry.waitFor({ state: "detached" });
});
