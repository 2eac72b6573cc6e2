import { expect, it } from "vitest";
import { HOST, useDashboard } from "../support/dashboard.ts";

/** Fields that many records get at once. */

const dashboard = useDashboard();

const button = (name: string | RegExp) => dashboard.page.getByRole("button", { name });

it("[32.17] sets the destination of a selection and a UTM value, and removes its rules", async () => {
  const rules = [{ if: { country: ["DE"] }, destinations: ["https://de.example/"] }];
  for (const alias of ["one", "two"]) {
    await dashboard.worker.call("POST", "/link", {
      host: HOST,
      alias: `set-${alias}`,
      destination: `https://${alias}.example/`,
      rules,
      tags: ["set"],
    });
  }
  await dashboard.signIn("/links?tags=set");
  await dashboard.page.getByLabel(/^Select .*set-one/).waitFor();
  await dashboard.page.getByLabel("Select all rows that are loaded").check();
  await button("Change …").click();
  const drawer = dashboard.page.getByRole("dialog", { name: "Change 2 records" });
  const row = (index: number) => drawer.locator(".set-field").nth(index);
  const choose = (index: number, name: string) => row(index).getByLabel("Field").selectOption(name);
  await choose(0, "Destination");
  await row(0).getByLabel("New value").fill("nowhere");
  await drawer.getByRole("button", { name: "Another field" }).click();
  expect(await row(1).getByRole("option", { name: "Destination", exact: true }).count()).toBe(0);
  await choose(1, "Title");
  await drawer.getByRole("button", { name: "Another field" }).click();
  await choose(2, "utm_source");
  await row(2).getByLabel("New value").fill("poster");
  await drawer.getByRole("button", { name: "Another field" }).click();
  await choose(3, "Rules");
  await row(3).getByText("is removed from the records.").waitFor();
  await drawer.getByRole("button", { name: "Leave Title as it is" }).click();
  expect(await drawer.locator(".set-field").count()).toBe(3);
  await button("Preview the change").click();
  // The error stands at its field.
  await row(0).locator(".field-error").waitFor();
  await row(0).getByLabel("New value").fill("https://both.example/");
  await button("Preview the change").click();
  await dashboard.page.getByText("2 records will be written").waitFor();
  await button("Apply to 2 records").click();
  await dashboard.page.getByRole("link", { name: "Undo …" }).waitFor();
  const { body } = await dashboard.worker.call("GET", "/links?filter[tags]=set");
  expect(body.data).toHaveLength(2);
  for (const record of body.data) {
    expect(record).toMatchObject({ destination: "https://both.example/", rules: [] });
    expect(record.utm.source).toBe("poster");
  }
});
