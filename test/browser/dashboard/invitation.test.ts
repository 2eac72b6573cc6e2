import { expect, it } from "vitest";
import { useDashboard } from "../support/dashboard.ts";

/** How a new member gets in by a link, in a browser. */

const dashboard = useDashboard();

/** Makes a link for a new member on the screen of the members, and returns it. */
async function makeLink(name: string): Promise<string> {
  const { page, worker } = dashboard;
  await worker.call("POST", "/members", { email: `${name}@example.com`, name, role: "editor" });
  await dashboard.signIn("/settings/members");
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("button", { name: "Invitation …" }).click();
  const dialog = page.getByRole("dialog", { name: `Invitation for ${name}` });
  await dialog.getByText("No link was made yet.").waitFor();
  await dialog.getByRole("button", { name: "Make a link" }).click();
  const text = (await dialog.getByText("/invitation#").textContent()) ?? "";
  return /http\S+\/invitation#[\w-]{43}/.exec(text)?.[0] ?? "";
}

it("[36.7] signs a member in by a link, once, and shows the token before it goes on", async () => {
  const link = await makeLink("Clara");
  await dashboard.open();
  const { page } = dashboard;
  await page.goto(link);
  await page.getByRole("heading", { name: "You are invited" }).waitFor();
  await page.getByText(`signs you in to Signpost on ${new URL(dashboard.origin).host}, once`).waitFor();
  // A program that looks at links is told nothing of the workspace.
  expect(await page.locator("main").innerText()).not.toContain("Test");
  await dashboard.expectNoBarrier("an invitation");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Your token" }).waitFor();
  await page.getByText(/^You are in the workspace Test on localhost:\d+, with the role Editor\.$/).waitFor();
  await dashboard.expectNoBarrier("the token of an invitation");
  expect(await page.locator("code").textContent()).toMatch(/^sp_\w{40}$/);
  await page.getByRole("button", { name: "I have kept it" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  await dashboard.open();
  await dashboard.page.goto(link);
  await dashboard.page.getByRole("button", { name: "Sign in", exact: true }).click();
  await dashboard.page.getByText("The invitation was used before").waitFor();
  dashboard.complaints.length = 0;
});

it("[36.7] says so in German if the link is not complete, and uses nothing", async () => {
  await dashboard.open({ locale: "de-DE" });
  await dashboard.page.goto(`${dashboard.origin}/invitation#short`);
  await dashboard.page.getByRole("heading", { name: "Sie sind eingeladen" }).waitFor();
  await dashboard.page.getByText("Der Link ist nicht vollständig.").waitFor();
  expect(await dashboard.page.getByRole("button", { name: "Anmelden" }).count()).toBe(0);
});
