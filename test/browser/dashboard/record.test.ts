import { expect, it } from "vitest";
import { useDashboard } from "../support/dashboard.ts";

/** The words of a record's form and of its other tabs: the running worker, in a browser. */

const dashboard = useDashboard();

/** Opens a record with its first rule. */
async function openRules(id: string): Promise<void> {
  await dashboard.signIn(`/links/${id}`);
  await dashboard.page.locator("dialog summary", { hasText: /^(?:Rules|Regeln)/ }).click();
}

const toRule = (fields: object) => ({ name: "", destination: "https://rule.example/", ...fields });

it("[32.8] takes countries and systems by name, and refuses at their field what is none", async () => {
  const { page, worker } = dashboard;
  const { id } = await dashboard.createLink({ alias: "named", rules: [toRule({ if: { country: ["FR"] } })] });
  await openRules(id);
  const rule = page.getByRole("group", { name: "Rule 1" });
  const country = rule.getByRole("combobox", { name: "Country" });
  await rule.getByText("France", { exact: true }).waitFor();
  await country.fill("Germ");
  await country.press("Enter");
  await rule.getByText("Germany", { exact: true }).waitFor();
  expect(await rule.getByRole("listbox").count()).toBe(0);
  await country.fill("at");
  await country.press(",");
  await rule.getByText("Austria", { exact: true }).waitFor();
  await country.fill("Germnay");
  await country.press("Enter");
  await rule.getByText("“Germnay” is not in the list.").waitFor();
  expect(await country.getAttribute("aria-invalid")).toBe("true");
  await country.fill("");
  await rule.getByRole("button", { name: "Add a condition" }).click();
  // An iPhone is of another list, which is offered.
  await rule.getByLabel("Condition", { exact: true }).nth(1).selectOption("device");
  const device = rule.getByRole("combobox", { name: "Device" });
  await device.fill("iPhone");
  await device.press("Enter");
  await rule.getByRole("button", { name: "Take “System is iOS”" }).click();
  await rule.getByText("iOS", { exact: true }).waitFor();
  expect(await device.count()).toBe(0);
  const system = rule.getByRole("combobox", { name: "System" });
  await system.fill("iPad");
  await system.press("Enter");
  await rule.getByText("most iPads name themselves Macs").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("is saved").first().waitFor();
  const { rules } = (await worker.call("GET", `/links/${id}`)).body;
  expect(rules).toMatchObject([{ if: { country: ["FR", "DE", "AT"], os: ["ios"] } }]);
  await dashboard.expectNoBarrier("rules");
});

it("[32.8, 32.28] takes the name of a country in the language of the screen", async () => {
  await dashboard.open({ locale: "de-DE" });
  const { page } = dashboard;
  const { id } = await dashboard.createLink({ alias: "land", rules: [toRule({ if: { country: ["AT"] } })] });
  await openRules(id);
  const rule = page.getByRole("group", { name: "Regel 1" });
  await rule.getByText("Österreich", { exact: true }).waitFor();
  const country = rule.getByRole("combobox", { name: "Land" });
  await country.fill("Deutschl");
  await country.press("Enter");
  await rule.getByText("Deutschland", { exact: true }).waitFor();
  await page.getByLabel("Ziel", { exact: true }).last().fill("ftp://nowhere");
  await page.getByRole("button", { name: "Speichern" }).click();
  const refusal = page.getByRole("alert");
  await refusal.waitFor();
  expect(await refusal.getByRole("listitem").allInnerTexts()).toEqual([
    "Regel 1, Ziel 1: muss eine vollständige URL mit http oder https sein",
  ]);
});

it("[32.8] shares visits among two destinations, and refuses a weight at its own field", async () => {
  const { page, worker } = dashboard;
  const { id } = await dashboard.createLink({ alias: "shares", destination: "https://a.example/" });
  await dashboard.signIn(`/links/${id}`);
  await page.getByRole("button", { name: "Add a destination" }).first().click();
  await page.getByLabel("Destination 2", { exact: true }).fill("https://b.example/");
  const weight = page.getByLabel("Weight", { exact: true });
  expect(await page.getByLabel("Distribution of visits").inputValue()).toBe("weighted");
  await expect.poll(() => page.getByText("50% of visits").count()).toBe(2);
  const leads = page.getByRole("region", { name: "Where this leads" });
  await leads.getByText("Distribution of visits: by weight").waitFor();
  expect(await leads.getByText("50%", { exact: true }).count()).toBe(2);
  await weight.nth(1).fill("-3");
  await page.getByRole("button", { name: "Save" }).click();
  const refusal = page.getByRole("alert");
  await refusal.waitFor();
  expect(await refusal.getByRole("listitem").allInnerTexts()).toEqual([
    "Destination 2, Weight: must be 0 or more",
  ]);
  expect(await weight.nth(1).getAttribute("aria-invalid")).toBe("true");
  expect(await weight.nth(0).getAttribute("aria-invalid")).toBeNull();
  await weight.nth(1).fill("3");
  await page.getByText("75% of visits").waitFor();
  await dashboard.expectNoBarrier("shares");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("is saved").first().waitFor();
  expect((await worker.call("GET", `/links/${id}`)).body.destination_routing).toBe("weighted:1,3");
});

it("[32.9] tells a history in the words of the form, from the creation on", async () => {
  const { page, worker } = dashboard;
  const { id } = await dashboard.createLink({ alias: "told", destination: "https://a.example/" });
  const rules = [toRule({ if: { country: ["DE"], os: ["ios"] } })];
  await worker.call("PUT", `/links/${id}`, { rules, status: "paused" });
  await dashboard.signIn(`/links/${id}?tab=history`);
  await page.getByText("Country is Germany and System is iOS → https://rule.example/").waitFor();
  const entries = await page.getByRole("dialog").locator("ol > li").allInnerTexts();
  expect(entries).toHaveLength(2);
  expect(entries[0]).toContain("State");
  expect(entries[0]).toMatch(/active\s*paused/);
  expect(entries[0]).not.toMatch(/primary|if \(|country:/);
  expect(entries[1]).toMatch(/^Created by .+ through the API · /);
  await page.getByText("An undo is a change of its own").waitFor();
  await dashboard.expectNoBarrier("history");
});

it("[32.9] brings back an earlier version, and nothing if somebody else wrote meanwhile", async () => {
  const { page, worker } = dashboard;
  const to = (path: string) => ({ destination: `${dashboard.destination.origin}/${path}` });
  const { id } = await dashboard.createLink({ alias: "versions", forward_query: true, ...to("one") });
  const write = (fields: object) => worker.call("PUT", `/links/${id}`, fields);
  for (const fields of [to("two"), { ...to("three"), forward_query: false }, { status: "paused" }]) {
    await write(fields);
  }
  await dashboard.signIn(`/links/${id}?tab=history`);
  const back = page.getByRole("button", { name: "Back to this version" });
  const dialog = page.getByRole("dialog", { name: /^Back to the version of / });
  // All lines but the first, which is the version of now.
  await back.first().waitFor();
  expect(await back.count()).toBe(3);
  await write(to("four"));
  await back.last().click();
  await dialog.getByRole("button", { name: "Back to this version" }).click();
  await page.getByText("Somebody has changed the record meanwhile.").first().waitFor();
  expect((await worker.call("GET", `/links/${id}`)).body.destination).toBe(to("four").destination);
  await page.getByText("/four").first().waitFor();
  await dialog.waitFor({ state: "detached" });
  await back.last().click();
  await dialog.getByRole("button", { name: "Back to this version" }).click();
  await page.getByText("The record is as it was then.").first().waitFor();
  const { destination, forward_query, paused_by } = (await worker.call("GET", `/links/${id}`)).body;
  expect({ destination, forward_query, paused_by }).toEqual({
    ...to("one"),
    forward_query: true,
    paused_by: null,
  });
});

it("[32.8] offers an alias that is near to a refused one, and says why in a sentence", async () => {
  const { page } = dashboard;
  const alias = page.getByLabel("Alias", { exact: true });
  // The form is there before the words for reasons.
  await page.route("**/assets/reason-*.js", async (route) => {
    await alias.waitFor();
    await route.continue();
  });
  await dashboard.signIn("/links/new");
  await alias.fill("spring sale!");
  await page.getByText("This alias may hold letters, digits, emoji and - _ . ~ + ! only.").waitFor();
  await dashboard.expectNoBarrier("alias");
  await page.getByRole("button", { name: "Use spring-sale" }).click();
  expect(await alias.inputValue()).toBe("spring-sale");
  await page.getByText("This alias is free.").waitFor();
});

it("[32.34] says a message once, in the drawer that is open", async () => {
  const { page } = dashboard;
  const { id } = await dashboard.createLink({ alias: "once" });
  await dashboard.signIn(`/links/${id}`);
  await page.getByLabel("Title", { exact: true }).fill("new");
  await page.getByLabel("Title", { exact: true }).press("Control+Enter");
  const said = page.locator("[role=status]").filter({ hasText: "is saved" });
  await said.waitFor({ state: "attached" });
  expect(await said.count()).toBe(1);
  expect(await page.locator("dialog [role=status]").innerText()).toContain("is saved");
});

it("[6.7] says in the form that a distribution that has ended sends all visits to one", async () => {
  const { page } = dashboard;
  const { id } = await dashboard.createLink({
    alias: "shared-out",
    destinations: ["https://a.example/", "https://b.example/"],
    destination: undefined,
    destination_routing: "weighted:1,1",
  });
  await dashboard.signIn(`/links/${id}`);
  await page.getByLabel("Distribution ends", { exact: true }).fill("2120-01-01");
  const preview = page.getByRole("region", { name: "Where this leads" });
  await preview.getByText(/From .* on, all visits go to a\.example\/\./).waitFor();
  await page.getByLabel("Distribution ends", { exact: true }).fill("2020-01-01");
  await page.getByText("This is in the past: all visits go to a.example/ at once.").waitFor();
  await preview.getByText("The distribution has ended: all visits go to a.example/.").waitFor();
  await preview.getByText("100%").waitFor();
  await dashboard.expectNoBarrier("a distribution that has ended");
});
