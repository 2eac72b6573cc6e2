import { expect, it } from "vitest";
import { HOST, useDashboard } from "../support/dashboard.ts";

/** Who did what, in a browser: the screen "Activity", and what an undo says in the history of a record. */

const dashboard = useDashboard();

it("[36.5] tells in words who did what, filters by the address, and leads to the thing", async () => {
  const { page, worker } = dashboard;
  const { id } = await dashboard.createLink({ alias: "told", title: "first" });
  await worker.call("PUT", `/links/${id}`, { destination: "https://new.example/" });
  await worker.call("POST", "/workspace/update/country", { value: "DE" });
  const ada = { email: "ada@example.com", name: "Ada", role: "editor" };
  const { body: member } = await worker.call("POST", "/members", ada);
  await worker.call("PUT", `/members/${member.id}`, { role: "manager", hosts: [HOST] });
  await dashboard.signIn("/changes");
  await page.evaluate(`fetch("/v1/workspace/update/country", { method: "POST",
    headers: { "Content-Type": "application/json" }, body: '{"value":"AT"}' })`);
  await page.getByRole("link", { name: "Activity", exact: true }).click();
  await page.getByText("Added a member: Ada").waitFor();
  await page.getByText("Changed: Country").first().waitFor();
  const limited = page.getByRole("listitem").filter({ hasText: "Changed a member: Ada" });
  expect(await limited.locator("del").allInnerTexts()).toEqual(["Editor", "the whole workspace"]);
  expect(await limited.locator("ins").allInnerTexts()).toEqual(["Manager", HOST]);
  await dashboard.expectNoBarrier("the activity");
  await page.getByText("Created a record:").first().waitFor();
  const who = await page.getByLabel("Who").locator("option").allTextContents();
  expect(who.length, "the owner, by the API and in a browser").toBe(2);
  await page.getByLabel("What").selectOption("Records");
  await expect.poll(() => page.getByText("Added a member:").count()).toBe(0);
  expect(new URL(page.url()).search).toBe("?kind=record");
  await page.reload();
  await page.getByLabel("When").selectOption("Last hour");
  await page.getByLabel("Hostname").selectOption(HOST);
  const changed = page.getByRole("listitem").filter({ hasText: "Changed a record:" }).first();
  await changed.getByText("https://new.example/").waitFor();
  expect(new URL(page.url()).search).toBe(`?kind=record&period=hour&host=${HOST}`);
  await changed.getByRole("link", { name: `${HOST}/told` }).click();
  await page.getByLabel("Title", { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/links/${id}`);
});

it("[32.9, 36.5] an undo names what it takes back, and what is undone offers no second undo", async () => {
  const { page, worker } = dashboard;
  const { id } = await dashboard.createLink({ alias: "back", destination: "https://a.example/" });
  await worker.call("PUT", `/links/${id}`, { destination: "https://b.example/" });
  await dashboard.signIn(`/links/${id}?tab=history`);
  const undo = page.getByRole("button", { name: "Undo this change" });
  await undo.click();
  await page.getByText("brought back what was before the change of").waitFor();
  await page.getByText("undone", { exact: true }).waitFor();
  expect(await undo.count()).toBe(1);
  // The undo of the undo makes the first change count again.
  await undo.click();
  await expect.poll(() => page.getByText("brought back what was before the change of").count()).toBe(2);
  expect(await undo.count()).toBe(2);
});
