import { expect, it } from "vitest";
import { readUntil } from "../../../scripts/lab/testbed/until.ts";
import { HOST, useDashboard } from "../support/dashboard.ts";

/** Statistics that people share in the dashboard, and that others read without a session. */

const dashboard = useDashboard();
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0";

/** Fills in the dialog that is open, and returns the link that it makes. */
async function makeLink(name: string, password = ""): Promise<string> {
  const dialog = dashboard.page.getByRole("dialog", { name: "Share statistics" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  for (const part of ["Countries", "Languages", "Devices"]) await dialog.getByLabel(part).check();
  await dialog.getByLabel("Password (optional)").fill(password);
  await dashboard.expectNoBarrier("sharing statistics");
  await dialog.getByRole("button", { name: "Make a link" }).click();
  const made = dashboard.page.getByRole("dialog", { name: "The link" });
  const link = (await made.locator("code").textContent()) ?? "";
  await made.getByRole("button", { name: "I have copied it" }).click();
  expect(link).toMatch(/\/statistics#[\w-]{43}$/);
  return link;
}

/** Opens a link as somebody who has never been here, and watches what the page asks for. */
async function read(link: string, locale = "en-GB"): Promise<string[]> {
  await dashboard.open({ locale });
  const asked: string[] = [];
  dashboard.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await dashboard.page.goto(link);
  return asked;
}

it("[37.6] shares the clicks of a hostname from Insights, and ends it at once", async () => {
  await dashboard.createLink({ alias: "spring", tags: ["spring"] });
  await dashboard.signIn(`/insights?host=${HOST}`);
  await dashboard.page.getByRole("button", { name: "Share …" }).click();
  const dialog = dashboard.page.getByRole("dialog", { name: "Share statistics" });
  await dialog.getByLabel("Records with the tag").fill("sprng");
  await dialog.getByRole("button", { name: "Make a link" }).click();
  await dialog.getByText("No record has this tag.").first().waitFor();
  await dialog.getByLabel("Records with the tag").fill("Spring");
  const link = await makeLink("Spring campaign", "open sesame");

  const asked = await read(link);
  const { page } = dashboard;
  await page.getByRole("heading", { name: "These statistics have a password" }).waitFor();
  await dashboard.expectNoBarrier("the password of shared statistics");
  await page.getByLabel("Password").fill("wrong");
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByText("is not right").waitFor();
  await page.getByLabel("Password").fill("open sesame");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Spring campaign" }).waitFor();
  await page.getByText(HOST).waitFor();
  await page.getByRole("heading", { name: "Countries" }).waitFor();
  expect(await page.getByRole("heading", { name: "Referrers" }).count()).toBe(0);
  await dashboard.expectNoBarrier("shared statistics");
  expect(asked).not.toContain("/v1/session");
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.title()).toBe("Spring campaign");
  dashboard.complaints.length = 0;

  await dashboard.open();
  await dashboard.signIn("/settings/shared");
  const row = dashboard.page.getByRole("listitem").filter({ hasText: "Spring campaign" });
  await row.getByText("with a password").waitFor();
  await dashboard.expectNoBarrier("the list of shared statistics");
  await row.getByRole("button", { name: "Revoke Spring campaign" }).click();
  await dashboard.page
    .getByRole("dialog", { name: "Revoke Spring campaign?" })
    .getByRole("button", { name: "Revoke" })
    .click();
  await dashboard.page.getByText("Nothing is shared").waitFor();
  await read(link);
  await dashboard.page.getByText("The link is not complete, has ended or was revoked.").waitFor();
  dashboard.complaints.length = 0;
});

it("[37.6] shares the clicks of one record, and shows them in the reader's language", async () => {
  const { id } = await dashboard.createLink({ alias: "one-record" });
  await dashboard.worker.visit(HOST, "/one-record", "GET", [`User-Agent: ${FIREFOX}`]);
  await readUntil(
    async () => (await dashboard.worker.call("GET", `/links/${id}/stats`)).body.clicks,
    (clicks) => clicks === 1,
    { everyMs: 500 },
  );
  await dashboard.signIn(`/links/${id}?tab=stats`);
  await dashboard.page.getByRole("button", { name: "Share …" }).click();
  expect(await dashboard.page.getByLabel("Records with the tag").count()).toBe(0);
  const link = await makeLink("One record");
  await read(link, "de-DE");
  await dashboard.page.getByRole("heading", { name: "One record" }).waitFor();
  await dashboard.page.getByRole("heading", { name: "Länder" }).waitFor();
  // What the API has words for, in the words of the language.
  await dashboard.page.getByRole("rowheader", { name: "unbekannt" }).first().waitFor();
  expect(await dashboard.page.getByText("nicht mehr aufbewahrt").count()).toBe(0);
  await read(`${dashboard.origin}/statistics#short`, "de-DE");
  await dashboard.page.getByRole("heading", { name: "Hier wird nichts geteilt" }).waitFor();
  await dashboard.expectNoBarrier("shared statistics that are gone");
});
