import { expect, it } from "vitest";
import { HOST, useDashboard } from "../support/dashboard.ts";

/** Which hostnames a member or token gets: the running worker, in a browser. */

const dashboard = useDashboard();

const MUSEUM = "go.museum.localhost";
const OTHERS = ["old.localhost", "shop.museum.localhost"];

async function openForm() {
  const { page, worker } = dashboard;
  for (const host of [MUSEUM, ...OTHERS]) await worker.call("POST", "/host", { host });
  await dashboard.signIn("/settings/members");
  await page.getByRole("button", { name: "Add a member" }).click();
  const form = page.getByRole("dialog", { name: "Add a member" });
  await form.getByLabel("E-mail address").fill("lena@client.example");
  await form.getByLabel("Name", { exact: true }).fill("Lena");
  await form.getByLabel("Access to").selectOption("some");
  return form;
}

it.each([1280, 390])(
  "[32.42] closes the list after a choice and says what will be seen, at %i pixels",
  async (width) => {
    const { page, worker } = dashboard;
    await page.setViewportSize({ width, height: 800 });
    const form = await openForm();
    const field = form.getByRole("combobox", { name: "Hostnames" });
    await form.getByText("Sees nothing yet: choose a hostname.").waitFor();
    await field.pressSequentially("go.mus");
    await form.getByRole("option", { name: MUSEUM }).waitFor();
    await field.press("ArrowDown");
    await field.press("Enter");
    expect(await form.getByRole("listbox").isVisible()).toBe(false);
    const total = (await worker.call("GET", "/host")).body.data.length;
    await form.getByText(`Sees ${MUSEUM}; does not see ${total - 1} others.`).waitFor();
    await form.getByRole("button", { name: "Add", exact: true }).scrollIntoViewIfNeeded();
    const {
      x,
      y,
      width: wide,
      height,
    } = (await form.getByRole("button", { name: "Add", exact: true }).boundingBox())!;
    await page.mouse.click(x + wide / 2, y + height / 2);
    await form.waitFor({ state: "detached" });
    const [member] = (await worker.call("GET", "/members")).body.data;
    expect(member).toMatchObject({ email: "lena@client.example", hosts: [MUSEUM] });
    await worker.call("DELETE", `/members/${member.id}`);
  },
);

it.each([1280, 390])(
  "[32.42] keeps an open list off the buttons, which take the first click, at %i pixels",
  async (width) => {
    const { page, worker } = dashboard;
    await page.setViewportSize({ width, height: 800 });
    const form = await openForm();
    const field = form.getByRole("combobox", { name: "Hostnames" });
    await field.pressSequentially(MUSEUM);
    await form.getByRole("option", { name: MUSEUM }).waitFor();
    const list = await form.getByRole("listbox").boundingBox();
    const add = form.getByRole("button", { name: "Add", exact: true });
    await add.scrollIntoViewIfNeeded();
    const button = (await add.boundingBox())!;
    expect(list!.y + list!.height).toBeLessThanOrEqual(button.y);
    // The name was only typed. The press takes it in and closes the list, and the button stays below the pointer.
    await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2);
    await form.waitFor({ state: "detached" });
    const [member] = (await worker.call("GET", "/members")).body.data;
    expect(member).toMatchObject({ email: "lena@client.example", hosts: [MUSEUM] });
    await worker.call("DELETE", `/members/${member.id}`);
  },
);

it("[32.42] counts and names the hostnames of a member that has several", async () => {
  const { page } = dashboard;
  const form = await openForm();
  const field = form.getByRole("combobox", { name: "Hostnames" });
  for (const host of [HOST, MUSEUM, ...OTHERS]) {
    await field.fill(host);
    await form.getByRole("option", { name: host, exact: true }).waitFor();
    await field.press("Enter");
  }
  await form.getByText(new RegExp(`^Sees ${HOST}, ${MUSEUM}, ${OTHERS[0]},? and ${OTHERS[1]}`)).waitFor();
  await page.keyboard.press("Escape");
});

it("[32.42] asks for a hostname before it asks for the token, until one is chosen", async () => {
  const { page, worker } = dashboard;
  const form = await openForm();
  await page.getByText("send them the link that you get").waitFor();
  // The token was shown long ago.
  await worker.db.prepare("UPDATE sessions SET proven_at = 1").run();
  await form.getByRole("button", { name: "Add", exact: true }).click();
  const refusal = form.locator(".field-error");
  await refusal.filter({ hasText: "Choose at least one hostname" }).waitFor();
  expect(await page.getByRole("dialog", { name: "Enter your token" }).count()).toBe(0);
  const field = form.getByRole("combobox", { name: "Hostnames" });
  await field.fill(MUSEUM);
  await form.getByRole("option", { name: MUSEUM }).click();
  await refusal.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
});

it("[27.1] shows somebody with one hostname only the settings that they can see", async () => {
  const { page, worker } = dashboard;
  const body = { name: "limited", role: "editor", hosts: [HOST], expires: null };
  const { token } = (await worker.call("POST", "/tokens", body)).body;
  await dashboard.signIn("/settings", token);
  const tabs = page.getByRole("navigation", { name: "Settings" });
  await tabs.getByRole("link", { name: "Tags" }).waitFor();
  expect(
    await tabs.getByRole("link", { name: /Members|Tokens|Export|Blocklist|Notifications/ }).count(),
  ).toBe(0);
});
