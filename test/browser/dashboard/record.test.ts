import { expect, it } from "vitest";
import { useDashboard } from "../support/dashboard.ts";

/** The words of a record's form and of its other tabs: the running worker, in a browser. */

const dashboard = useDashboard();

it("[32.34] says a message once, in the drawer that is open", async () => {
  const { page } = dashboard;
  const { id } = await dashboard.createLink({ alias: "once" });
  await dashboard.signIn(`/links/${id}`);
  await page.getByLabel("Title", { exact: true }).fill("new");
  await page.getByLabel("Title", { exact: true }).press("Control+Enter");
  const said = page.locator("[role=status]").filter({ hasText: "is saved" });
  await said.waitFor({ state: "attached" });
  expect(await said.count()).toBe(1);
  expect(await page.locator("dialog [role=status]").innerText()).toContain("is saved");
});
