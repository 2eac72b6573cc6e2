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

it("[32.19] connects a hostname that rows name, gives a message for who manages DNS, and leads back", async () => {
  const { page } = dashboard;
  const NEW = "links.shop.example";
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await dashboard.signIn("/import");
  await pasteRows(`source,destination\n${NEW}/sale,https://is.example/sale\n`);
  await link("Connect it").click();
  const dialog = page.getByRole("dialog", { name: "Connect hostnames" });
  expect(await dialog.getByLabel("Hostnames", { exact: true }).inputValue()).toBe(NEW);
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await dialog.getByRole("button", { name: "Copy a message to who manages DNS" }).click();
  await page.getByText("The message is copied.").first().waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toMatch(
    new RegExp(`please set these records in DNS[^]*\n\nType: \\w+\nName: ${NEW}\nValue: \\S+\n\n`),
  );
  await dialog.getByRole("link", { name: "Back to the import" }).click();
  await button("Preview the import of 1 row").waitFor();
  await dashboard.goTo(`/explain?url=${NEW}/sale`);
  await page.getByText(`DNS of ${NEW} is not known to lead here`).waitFor();
  await link("See what is missing").click();
  await page.getByRole("dialog", { name: NEW }).waitFor();
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

it("[32.19] tells of rows that lead back, before and in the plan, and leads to the records afterwards", async () => {
  await dashboard.open({ viewport: { width: 1280, height: 800 } });
  const { page, worker } = dashboard;
  await dashboard.signIn("/import");
  await pasteRows(
    [
      "source,destination",
      `${OTHER}/page,https://is.example/page`,
      `${OTHER}/chained,https://${OTHER}/page`,
      `${OTHER}/lost,https://${OTHER}/nothing-here`,
    ].join("\n"),
  );
  // The button is in sight although the page is longer.
  expect((await button("Preview the import of 3 rows").boundingBox())?.y).toBeLessThan(760);
  await page.getByText("2 rows lead back to hostnames of this import").waitFor();
  await page.getByText("leads to what line 2 redirects again").waitFor();
  await page.getByLabel("Pass on the query").check();
  await page.getByText("Query passed on: yes").first().waitFor();
  await dashboard.expectNoBarrier("odd rows");
  await button("Preview the import of 3 rows").click();
  await page.locator(".change-rows > li").first().waitFor();
  expect(await page.locator(".change-rows .chip").allInnerTexts()).toEqual(
    Array.from({ length: 3 }, () => "will be created"),
  );
  expect(await page.locator(".change-rows").innerText()).not.toMatch(/: no\b/);
  await link("To be created 3").waitFor();
  await link("2 rows lead back to hostnames of this import").click();
  await page.getByText(`leads to ${OTHER} again, where no row of this import answers`).waitFor();
  await link("Look twice 2").waitFor();
  await button("Apply to 3 records").click();
  await link("See these 3 records in the list").click();
  await page.waitForURL(/links\?host=other\.localhost/);
  await page.getByRole("rowheader", { name: /chained$/ }).waitFor();
  expect((await worker.visit(OTHER, "/page?utm_source=a")).headers.get("location")).toBe(
    "https://is.example/page?utm_source=a",
  );
});

it("[32.26] does not alarm anybody with a plan of which nothing can be applied", async () => {
  const { page, worker } = dashboard;
  const rows = [{ url: "https://nobodys.example/x", destination: "https://is.example" }];
  const { status, body } = await worker.call("POST", "/changes", { mode: "create", rows });
  expect([status, body.state]).toEqual([200, "planned"]);
  await dashboard.signIn("/changes");
  const row = page.locator(".change-list > li").first();
  await row.getByText("nothing to apply").waitFor();
  const read = page.waitForResponse(/\/v1\/changes\?/);
  await dashboard.goTo("/");
  await read;
  await page.locator("main h2").first().waitFor();
  expect(await page.getByText("waits until somebody applies it").count()).toBe(0);
});
