import { expect, it } from "vitest";
import { HOST, useDashboard } from "../support/dashboard.ts";

/** Keys for YOURLS tools as people make them, and take them into a tool. */

const dashboard = useDashboard();

it("[35.1, 35.4] opens the door, makes a key, shows it again, and revokes it", async () => {
  const { page, worker } = dashboard;
  await dashboard.signIn("/settings/integrations");
  const closed = page.getByText("YOURLS's API is off", { exact: false });
  await closed.waitFor();
  await page.getByText("There is no key yet.").waitFor();
  await page.getByRole("checkbox", { name: "YOURLS" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await closed.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Make a key" }).click();
  const form = page.getByRole("dialog", { name: "Make a key" });
  await dashboard.expectNoBarrier("the form of a key");
  await form.getByRole("button", { name: "Make a key" }).click();
  await form.locator(".field-error").first().waitFor();
  await form.getByLabel("Purpose").fill("Our blog");
  await form.getByRole("combobox", { name: "Hostnames" }).fill(HOST);
  await form.getByRole("combobox", { name: "Hostnames" }).press("Enter");
  await form.getByRole("button", { name: "Make a key" }).click();
  const shown = page.getByRole("dialog", { name: "Key for Our blog" });
  const textsOf = async () => {
    await shown.waitFor();
    return shown.locator("code").allInnerTexts();
  };
  const [address = "", signature = ""] = await textsOf();
  expect(address).toMatch(`${dashboard.origin}/yourls/`);
  await dashboard.expectNoBarrier("a key");
  await shown.getByRole("button", { name: "Copy Signature" }).waitFor();
  await shown.getByRole("button", { name: "Close" }).click();

  const fields = {
    signature,
    action: "shorturl",
    url: "https://example.com/",
    keyword: "blog",
    format: "simple",
  };
  const use = async () => {
    const answer = await fetch(address, { method: "POST", body: new URLSearchParams(fields) });
    return [answer.status, await answer.text()];
  };
  expect(await use()).toEqual([200, `http://${HOST}:${worker.port}/blog`]);

  await dashboard.goTo("/settings/integrations");
  const row = page.getByRole("listitem").filter({ hasText: "Our blog" });
  await row.getByText(HOST).waitFor();
  await row.getByText("used").waitFor();
  const choose = async (name: string) => {
    await row.getByRole("button", { name: "Actions for Our blog" }).click();
    await page.getByRole("button", { name, exact: true }).click();
  };
  await choose("Show address and signature");
  expect(await textsOf()).toEqual([address, signature]);
  await shown.getByRole("button", { name: "Close" }).click();
  await dashboard.expectNoBarrier("keys");

  await choose("Revoke");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("There is no key yet.").waitFor();
  expect((await use())[0]).toBe(404);
});

it("[35.4] shows a manager who is limited to hostnames the keys of these alone, and no settings", async () => {
  const { page, worker } = dashboard;
  await worker.call("POST", "/host", { host: "other.localhost" });
  for (const [name, hosts] of [
    ["Theirs", [HOST]],
    ["Not theirs", ["other.localhost"]],
  ] as const) {
    await worker.call("POST", "/door-keys", { name, hosts });
  }
  const { body } = await worker.call("POST", "/tokens", { name: "narrow", role: "manager", hosts: [HOST] });
  await dashboard.signIn("/settings/integrations", body.token);
  await page.getByText("Theirs", { exact: true }).waitFor();
  expect(await page.getByText("Not theirs").count()).toBe(0);
  expect(await page.getByRole("checkbox").count()).toBe(0);
  await dashboard.expectNoBarrier("keys of some hostnames");
});
