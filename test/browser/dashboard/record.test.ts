import { expect, it } from "vitest";
import { useDashboard } from "../support/dashboard.ts";

/** The words of a record's form and of its other tabs: the running worker, in a browser. */

const dashboard = useDashboard();

const toRule = (fields: object) => ({ name: "", destination: "https://rule.example/", ...fields });

it("[32.9] tells a history in the words of the form, from the creation on", async () => {
  const { page, worker } = dashboard;
  const { id } = await dashboard.createLink({ alias: "told", destination: "https://a.example/" });
  const rules = [toRule({ if: { country: ["DE"], os: ["ios"] } })];
  await worker.call("PUT", `/links/${id}`, { rules, status: "paused" });
  await dashboard.signIn(`/links/${id}?tab=history`);
  await page.getByText("Country is Germany and System is iOS → https://rule.example/").waitFor();
  const entries = await page.getByRole("dialog").locator("ol > li").allInnerTexts();
  expect(entries).toHaveLength(2);
  expect(entries[0]).toContain("State");
  expect(entries[0]).toMatch(/active\s*paused/);
  expect(entries[0]).not.toMatch(/primary|if \(|country:/);
  expect(entries[1]).toMatch(/^Created by .+ through the API · /);
  await page.getByText("An undo is a change of its own").waitFor();
  await dashboard.expectNoBarrier("history");
});

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
