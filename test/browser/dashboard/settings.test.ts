import { expect, it } from "vitest";
import { useDashboard } from "../support/dashboard.ts";

/** Members and the settings of the workspace as people fill them in: the running worker, in a browser. */

const dashboard = useDashboard();

it("[32.21] refuses an address at its field, and gives a text to send to a new member, also later", async () => {
  const { page } = dashboard;
  await dashboard.signIn("/settings/members");
  await page.getByRole("button", { name: "Add a member" }).click();
  const form = page.getByRole("dialog", { name: "Add a member" });
  await form.getByLabel("E-mail address").fill("lena");
  await form.getByLabel("Name", { exact: true }).fill("Lena");
  await form.getByLabel("Role").selectOption("viewer");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await form.locator(".field-error", { hasText: "must be an e-mail address" }).waitFor();
  await form.getByLabel("E-mail address").fill("lena@client.example");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  const invitation = page.getByRole("dialog", { name: "Invitation for Lena" });
  await invitation.getByRole("button", { name: "Copy the invitation" }).waitFor();
  const expected = [
    "You are a member of the workspace Test on Signpost.",
    `Your link, for one sign-in within 24 hours: ${dashboard.origin}/invitation#…`,
    `After that you sign in at ${dashboard.origin} with the token that the page shows.`,
    "Role: Viewer. Sees everything in its reach, and changes nothing.",
    "Hostnames: the whole workspace",
  ].join("\n");
  const text = await invitation.locator(".pre").innerText();
  expect(text.replace(/#[\w-]{43}/, "#…")).toBe(expected);
  await dashboard.expectNoBarrier("an invitation");
  await invitation.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Actions for Lena" }).click();
  await page.getByRole("button", { name: "Invitation …" }).click();
  await invitation.getByText("A link is open until").waitFor();
  await invitation.getByRole("button", { name: "Make another link" }).click();
  await invitation.getByRole("button", { name: "Copy the invitation" }).waitFor();
});

it("[32.21] says in German what is no address", async () => {
  await dashboard.open({ locale: "de-DE" });
  await dashboard.signIn("/settings/members");
  await dashboard.page.getByRole("button", { name: "Mitglied hinzufügen" }).click();
  const form = dashboard.page.getByRole("dialog");
  await form.getByLabel("E-Mail-Adresse").fill("lena");
  await form.getByLabel("Name", { exact: true }).fill("Lena");
  await form.locator("button[type=submit]").click();
  await form.locator(".field-error", { hasText: "muss eine E-Mail-Adresse sein" }).waitFor();
});

it("[32.21] has the country by its name, and the time of clicks as a choice or a number", async () => {
  const { page, worker } = dashboard;
  const metaOf = async () => (await worker.call("GET", "/workspace/current")).body.meta;
  await dashboard.signIn("/settings");
  const name = page.getByLabel("Name of the workspace");
  await name.fill("  ");
  await page.getByRole("button", { name: "Save" }).first().click();
  await page.locator(".field", { has: name }).getByText("must not be empty").waitFor();
  await name.fill("Test");
  await page.getByLabel("Country").selectOption({ label: "Germany" });
  await page.getByLabel("How long clicks are kept").selectOption({ label: "6 months" });
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect.poll(metaOf).toEqual(expect.arrayContaining(["country=DE", "retention=6m"]));
  await page.getByText("Saved.", { exact: true }).first().waitFor();
  await page.getByLabel("How long clicks are kept").selectOption({ label: "Another time …" });
  await page.getByLabel("Unit").selectOption({ label: "days, 30 to 397" });
  await page.getByLabel("Number").fill("12");
  await page.getByRole("button", { name: "Save" }).first().click();
  await page.locator(".field-error").first().waitFor();
  await page.getByLabel("Number").fill("45");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect.poll(metaOf).toEqual(expect.arrayContaining(["retention=45d"]));
  await dashboard.goTo("/settings");
  expect(await page.getByLabel("Number").inputValue()).toBe("45");
  await dashboard.expectNoBarrier("settings");
});

it("[33.1] shows visitors' page with changes that are not saved, and no script of it runs", async () => {
  const { page, complaints } = dashboard;
  await dashboard.signIn("/settings/pages");
  const inside = page.frameLocator("iframe[title='What visitors see']");
  await inside.locator("h1", { hasText: "Link not found" }).waitFor();
  const look = page.locator("section.card", { has: page.locator("iframe") });
  await look.getByText("The page of a missing path.", { exact: true }).waitFor();
  // The colour that pages have until somebody chooses one.
  expect(await look.getByLabel("Pick a colour").inputValue()).toBe("#1f6a50");
  await look.getByLabel("Name for visitors").fill("Museum <script>");
  await look.getByText("with your unsaved changes").waitFor();
  await look.getByLabel("Colour", { exact: true }).fill("#aa1155");
  await inside.locator(".brand", { hasText: "Museum <script>" }).waitFor();
  // As it will be stored: with a scheme.
  await look.getByLabel("Your site").fill("www.museum.example");
  await inside.getByText("www.museum.example", { exact: true }).waitFor();
  const border = `getComputedStyle(document.querySelector(".look-page").contentDocument.querySelector("main")).borderTopColor`;
  await page.waitForFunction(`${border} === "rgb(170, 17, 85)"`);
  await dashboard.expectNoBarrier("the look");
  expect(complaints).toEqual([]);
});
