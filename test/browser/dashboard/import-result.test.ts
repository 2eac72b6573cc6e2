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
