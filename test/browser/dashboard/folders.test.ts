import { expect, it } from "vitest";
import { HOST, useDashboard } from "../support/dashboard.ts";

/** Members and tokens that are limited to tags: the running worker, in a browser. */

const dashboard = useDashboard();

async function makeLinks(): Promise<string> {
  const { worker } = dashboard;
  for (const [alias, tags] of [
    ["open-day", ["Events", "spring"]],
    ["payroll", ["Staff"]],
  ]) {
    await worker.call("POST", "/link", { host: HOST, alias, destination: "https://example.com/", tags });
  }
  const body = { name: "events team", role: "editor", tags: ["Events"] };
  return (await worker.call("POST", "/tokens", body)).body.token;
}

it("[27.15] limits a member to tags that are chosen or typed, and says so in the list", async () => {
  const { page, worker } = dashboard;
  await makeLinks();
  await dashboard.signIn("/settings/members");
  await page.getByRole("button", { name: "Add a member" }).click();
  const form = page.getByRole("dialog", { name: "Add a member" });
  await form.getByLabel("E-mail address").fill("lena@client.example");
  await form.getByLabel("Name", { exact: true }).fill("Lena");
  await form.getByLabel("Which links").selectOption("some");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await form.locator(".field-error").filter({ hasText: "Choose at least one tag" }).waitFor();
  const field = form.getByRole("combobox", { name: "Tags" });
  await field.fill("Event");
  await form.getByRole("option", { name: "Events" }).click();
  await field.fill("Later");
  await field.press("Enter");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await form.waitFor({ state: "detached" });
  const [member] = (await worker.call("GET", "/members")).body.data;
  expect(member).toMatchObject({ hosts: null, tags: ["Events", "Later"] });
  await page.keyboard.press("Escape");
  const row = page.getByRole("list", { name: "Members" }).getByRole("listitem").filter({ hasText: "Lena" });
  await row.getByText("Only with:").waitFor();
  await worker.call("DELETE", `/members/${member.id}`);
});

it("[27.17] shows somebody with a folder its links alone, and no screen or button that would be refused", async () => {
  const { page } = dashboard;
  const token = await makeLinks();
  await dashboard.signIn("/links", token);
  await page
    .getByRole("link", { name: /open-day/ })
    .first()
    .waitFor();
  expect(await page.getByText(/payroll/).count()).toBe(0);
  expect(await page.getByRole("table").getByRole("checkbox").count()).toBe(0);
  const nav = page.getByRole("navigation", { name: "Main" });
  const names = ["Signpost", "Overview", "Links", "Insights", "Settings"];
  expect(await nav.getByRole("link").allInnerTexts()).toEqual(names);
  await nav.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("heading", { name: "Newest" }).waitFor();
  await dashboard.signIn("/import", token);
  await page.getByText("You are limited to some hostnames or tags").waitFor();
});

it("[27.16] fills the tag in where somebody with a folder makes a link", async () => {
  const { page, worker } = dashboard;
  const token = await makeLinks();
  await dashboard.signIn("/links", token);
  await page.getByLabel("Make a short link of a URL").fill("https://example.com/quick");
  await page.getByRole("button", { name: "Create and copy" }).click();
  await page.locator(".quick-url").waitFor();
  await page.goto(`${dashboard.origin}/links/new?to=https%3A%2F%2Fexample.com%2Fform`);
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await form
    .getByRole("tab", { name: "Edit" })
    .or(form.getByRole("link", { name: "Statistics" }))
    .first()
    .waitFor();
  const { data } = (await worker.call("GET", "/links?filter[search]=example.com/&per_page=2")).body;
  expect(data.map(({ tags }: { tags: string[] }) => tags)).toEqual([["Events"], ["Events"]]);
});

it("[27.18] says what follows the rename of a tag, and that the name of another one joins the two", async () => {
  const { page } = dashboard;
  await dashboard.createLink({ alias: "renamed", tags: ["Season"] });
  await dashboard.createLink({ alias: "joined", tags: ["Demo"] });
  await dashboard.signIn("/settings/tags");
  await page.getByRole("button", { name: "Edit the tag Season" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit the tag Season" });
  await dialog.getByText("Limits of members and tokens follow the new name.").waitFor();
  await dialog.getByLabel("Name").fill("demo ");
  await dialog.getByText("There is a tag demo already: the two become one").waitFor();
  await dialog.getByLabel("Name").fill("SEASON");
  await dialog.getByText("Limits of members and tokens follow the new name.").waitFor();
});
