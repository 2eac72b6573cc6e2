import { describe, expect, it } from "vitest";
import { HOST, LOOKS, useDashboard } from "../support/dashboard.ts";

/** What the screens of imports and changes say and offer. */

const dashboard = useDashboard();

const button = (name: string | RegExp) => dashboard.page.getByRole("button", { name, exact: true });
const link = (name: string | RegExp) => dashboard.page.getByRole("link", { name });

/** Pastes rows on the screen of imports, and has them read. */
async function pasteRows(text: string): Promise<void> {
  await dashboard.signIn("/import");
  await dashboard.page.getByLabel("Or paste rows").fill(text);
  await button("Read the rows").click();
}

it("[32.19] reads a file by the format that its rows belong to, with one button", async () => {
  const { page } = dashboard;
  await pasteRows(
    "map $uri $new {\n  /was/map https://is.example/map;\n}\nserver {\n  if ($a) { return 301 /b; }\n}\n",
  );
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

it("[32.19] completes a website without its scheme, and refuses one with a path", async () => {
  const { page } = dashboard;
  await pasteRows("source,destination\n/was/site,/is/site\n");
  const site = page.getByLabel("Website for destinations that are only a path, such as /new");
  await site.fill("www.is.example/path");
  await site.press("Tab");
  await page.getByText("This is no website.").waitFor();
  await site.fill("www.is.example");
  await site.press("Tab");
  await page.getByText("→ https://www.is.example/is/site").waitFor();
  expect(await site.inputValue()).toBe("https://www.is.example");
});

it("[32.18] says how many rows a plan leaves out, leads to them, and says what an undo took back", async () => {
  const { page } = dashboard;
  await pasteRows(
    "source,destination\n/kept,https://is.example/a\n/bad,ftp://is.example/b\nelse.example/c,https://is.example/c\n",
  );
  await button("Preview the import of 1 row").click();
  await page.getByRole("heading", { name: "1 record will be written, 2 rows were left out" }).waitFor();
  await link("See 1 refused row of the file").click();
  await page.getByText("the destination is not http or https").waitFor();
  await link("See 1 invalid row").click();
  await page.getByText("is not connected to this workspace").waitFor();
  await button("Apply to 1 record").click();
  await page.getByRole("heading", { name: "1 record is written, 2 rows were left out" }).waitFor();
  await link("Undo …").click();
  await button("Undo for 1 record").click();
  await page.getByText("This change is undone").waitFor();
  await link("All 2").click();
  await page.getByText("created, then removed again").waitFor();
  expect(await page.locator(".chip-good", { hasText: "created" }).count()).toBe(0);
});

it("[32.18] lists an import by the name of its file, and the whole row leads to it", async () => {
  const { page } = dashboard;
  await dashboard.signIn("/import");
  await page.setInputFiles("input[type=file]", {
    name: "menu.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("source,destination\n/was/menu,https://is.example/menu\n"),
  });
  await button("Preview the import of 1 row").click();
  await page.getByRole("heading", { name: "Create records: menu.csv" }).waitFor();
  const { pathname } = new URL(page.url());
  await dashboard.goTo("/changes");
  const row = page.locator(".change-list > li", { hasText: "Create records: menu.csv" });
  expect(await row.getByRole("link").count()).toBe(1);
  expect(await row.innerText()).toContain("owner");
  const box = await row.boundingBox();
  await row.click({ position: { x: (box?.width ?? 0) - 8, y: 8 } });
  await page.waitForURL(`**${pathname}`);
});

it("[32.18] shows the values of a plan in the words of the form, old and new side by side", async () => {
  const { page } = dashboard;
  const url = `https://${HOST}/words`;
  const made = await dashboard.worker.call("POST", "/redirect", { url, destination: "https://is.example/w" });
  expect(made.status).toBe(200);
  await pasteRows("source,destination,status\n/words,https://is.example/w,paused\n/words-gone,,410\n");
  await page.getByLabel("Change them").check();
  await page.getByText("State: paused").waitFor();
  await button("Preview the import of 2 rows").click();
  const rows = page.locator(".change-rows > li");
  await rows.getByText("Type: 410, removed on purpose").waitFor();
  expect(await rows.first().locator("dt").allInnerTexts()).toEqual(["State"]);
  const [old, next] = [rows.first().locator("del"), rows.first().locator("ins")];
  expect([await old.innerText(), await next.innerText()]).toEqual(["active", "paused"]);
  const [left, right] = [await old.boundingBox(), await next.boundingBox()];
  expect(left?.y).toBe(right?.y);
});

describe.each(LOOKS)("in %s at %i pixels", (colorScheme, width, height) => {
  it("[32.10] has no barrier on a file of another format, on rows that are left out, and on undone ones", async () => {
    await dashboard.open({ colorScheme, viewport: { width, height } });
    const { page } = dashboard;
    await pasteRows("map $uri $new {\n  /was/map https://is.example/map;\n}\nserver {\n}\n");
    await button("Read it as an nginx map").waitFor();
    await dashboard.expectNoBarrier("another format");
    const source = `/was/of-a-long-name-that-does-not-fit-on-a-phone/${width}`;
    await pasteRows(`source,destination\n${source},https://is.example/a\n/bad,ftp://is.example/b\n`);
    await button("Preview the import of 1 row").click();
    await link("See 1 refused row of the file").click();
    await page.getByText("the destination is not http or https").waitFor();
    await dashboard.expectNoBarrier("left out");
    await button("Apply to 1 record").click();
    await link("Undo …").click();
    await button("Undo for 1 record").click();
    await page.getByText("This change is undone").waitFor();
    await link("All 1").click();
    await page.getByText("created, then removed again").waitFor();
    await dashboard.expectNoBarrier("undone");
    expect(dashboard.complaints).toEqual([]);
  });
});
