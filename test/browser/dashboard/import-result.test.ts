import { expect, it } from "vitest";
import { HOST, useDashboard } from "../support/dashboard.ts";

/** What an import leaves behind: in the statistics, the list and the history of its records. */

const dashboard = useDashboard();

it("[32.25] shows the clicks that another service had counted, in the statistics and as a column", async () => {
  const { page, worker } = dashboard;
  const row = { host: HOST, alias: "moved", destination: "https://is.example/a", clicks_before: 48_731 };
  const { body } = await worker.call("POST", "/bulk/import", { rows: [row] });
  expect(body.meta.created).toBe(1);
  const { body: found } = await worker.call("GET", "/links?filter[search]=moved");
  await dashboard.signIn(`/links/${found.data[0].id}?tab=stats`);
  await page.getByText("48,731 clicks before it came here are not in the numbers below.").waitFor();
  await page.goto(`${dashboard.origin}/links`);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Clicks before" }).check();
  await page.getByRole("cell", { name: "48,731", exact: true }).waitFor();
});

it("[32.9] says in the history when a record was imported, and beside it when it was made at its origin", async () => {
  const { page, worker } = dashboard;
  const row = {
    host: HOST,
    alias: "older",
    destination: "https://is.example/o",
    created_at: "2024-02-02T10:00:00Z",
  };
  const { body } = await worker.call("POST", "/bulk/import", { rows: [row] });
  expect(body.meta.created).toBe(1);
  const { body: found } = await worker.call("GET", "/links?filter[search]=older");
  await dashboard.signIn(`/links/${found.data[0].id}?tab=history`);
  const created = page.locator(".history > li", { hasText: "through an import" });
  const times = created.locator("time");
  await times.nth(1).waitFor();
  const [imported = "", made = ""] = await times.evaluateAll((all) =>
    all.map((time) => time.getAttribute("datetime") ?? ""),
  );
  expect(made).toMatch(/^2024-02-02T10:00:00/);
  expect(Date.now() - Date.parse(imported)).toBeLessThan(600_000);
  await created.getByText("Made at the origin on").waitFor();
});
