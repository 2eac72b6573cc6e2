import { expect, it } from "vitest";
import { useDashboard } from "../support/dashboard.ts";

/** What the screens of imports and changes say and offer. */

const dashboard = useDashboard();

const button = (name: string | RegExp) => dashboard.page.getByRole("button", { name, exact: true });

/** Pastes rows on the screen of imports, and has them read. */
async function pasteRows(text: string): Promise<void> {
  await dashboard.signIn("/import");
  await dashboard.page.getByLabel("Or paste rows").fill(text);
  await button("Read the rows").click();
}

it("[32.19] reads a file by the format that its rows belong to, with one button", async () => {
  const { page } = dashboard;
  await pasteRows("map $uri $new {\n  /was/map https://is.example/map;\n}\nserver {\n  if ($a) { return 301 /b; }\n}\n");
  await page.getByText("1 row belongs to another format.").waitFor();
  await page.getByText("belongs to another format: nginx map").waitFor();
  await page.getByText("depends on a condition that a redirect cannot have: if").waitFor();
  expect(await button("Preview the import").isDisabled()).toBe(true);
  await page.getByText("No row can be imported yet.").waitFor();
  expect(await page.locator("main").innerText()).not.toMatch(/--[a-z]/);
  await button("Read it as an nginx map").click();
  await button("Preview the import of 1 row").waitFor();
  expect(await page.getByLabel("Format", { exact: true }).inputValue()).toBe("nginx-map");
});
