import { beforeAll, expect, it } from "vitest";
import { HOST, useDashboard } from "../support/dashboard.ts";

/** What somebody is told and asked between choosing a file and applying its plan. */

const dashboard = useDashboard();
const OTHER = "other.localhost";

beforeAll(() => dashboard.worker.call("POST", "/host", { host: OTHER }));

const button = (name: string | RegExp) => dashboard.page.getByRole("button", { name });
const link = (name: string | RegExp) => dashboard.page.getByRole("link", { name });

async function pasteRows(text: string): Promise<void> {
  await dashboard.page.getByLabel("Or paste rows").fill(text);
  await button("Read the rows").click();
}

it("[32.19] first asks for the hostname of rows, and counts only rows that have one", async () => {
  const { page, worker } = dashboard;
  await dashboard.createLink({ alias: "usual" });
  await dashboard.signIn("/import");
  await pasteRows(
    [
      "Bitlink,Long URL,Title,Tags,Created",
      "bit.ly/first1,https://is.example/1,,,",
      "bit.ly/first2,https://is.example/2,,,",
      "away.example/third,https://is.example/3,,,",
    ].join("\n"),
  );
  const hosts = page.getByRole("region", { name: "Hostnames of the rows" });
  await hosts.getByText("needs an answer").waitFor();
  await hosts.getByText("1 row names a hostname that is not connected here").waitFor();
  await hosts.getByRole("link", { name: "Connect it" }).waitFor();
  // No installation can have bit.ly, so its rows are on the usual hostname.
  expect(await hosts.getByLabel("bit.ly (2 rows)").inputValue()).toBe(HOST);
  await page
    .locator(".stat", { hasText: "Hostname not connected" })
    .getByText("1", { exact: true })
    .waitFor();
  await button("Preview the import of 2 rows").waitFor();
  await hosts.getByLabel("away.example (1 row)").selectOption(OTHER);
  await button("Preview the import of 3 rows").waitFor();
  expect(await hosts.getByLabel("away.example (1 row)").inputValue()).toBe(OTHER);
  expect(await hosts.getByText("needs an answer").count()).toBe(0);
  await dashboard.expectNoBarrier("hostnames");
  await button("Preview the import of 3 rows").click();
  await button("Apply to 3 records").click();
  await link("Undo …").waitFor();
  expect((await worker.visit(OTHER, "/third")).status).toBe(302);
  expect((await worker.visit(HOST, "/first1")).status).toBe(302);
});

it("[32.19] keeps the rows and options for another import of them, and says what to change", async () => {
  const { page, worker } = dashboard;
  const taken = { url: `https://${HOST}/taken`, destination: "https://was.example" };
  expect((await worker.call("POST", "/redirect", taken)).status).toBe(200);
  await dashboard.signIn("/import");
  await pasteRows(`source,destination\n${HOST}/taken,https://is.example/t\n`);
  await page.getByRole("combobox", { name: "Tags for all rows" }).fill("again");
  await page.keyboard.press("Enter");
  // The screen may be left, for example to connect a hostname.
  await link("Overview").click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await link("Import").click();
  await button("Preview the import of 1 row").click();
  await page.getByRole("heading", { name: "Nothing would change, 1 row was left out" }).waitFor();
  await page.getByText("1 record is there already, and stays as it is.").waitFor();
  expect(await page.getByText("The plan waits until").count()).toBe(0);
  await link("Change it").click();
  expect(await page.getByLabel("Change them").isChecked()).toBe(true);
  await page.getByRole("button", { name: "Remove again" }).waitFor();
  await button("Preview the import of 1 row").click();
  await button("Apply to 1 record").click();
  await link("Undo …").waitFor();
  expect((await worker.visit(HOST, "/taken")).headers.get("location")).toBe("https://is.example/t");
  // What was planned is no longer in the way of the next file.
  await link("Import").click();
  await page.getByLabel("Or paste rows").waitFor();
});
