import { expect, it } from "vitest";
import { HOST, useDashboard } from "../support/dashboard.ts";

/** What is open next to a list, and what was typed into it: the running worker, in a browser. */

const dashboard = useDashboard();

/** Opens a record that another user has changed since the page read it. Returns what lets the new version arrive. */
async function openOutdated(id: string, change: object): Promise<() => Promise<void>> {
  const { page, worker } = dashboard;
  await dashboard.takeClock();
  await dashboard.signIn(`/links/${id}`);
  await page.getByLabel("Title", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await worker.call("PUT", `/links/${id}`, change);
  await page.clock.fastForward(20_000);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/v1/links/${id}`, async (route) => {
    if (route.request().method() === "GET") await held;
    await route.continue();
  });
  await dashboard.follow(`/links/${id}`);
  await page.getByLabel("Title", { exact: true }).waitFor();
  return async () => {
    const answer = page.waitForResponse((one) => one.url().endsWith(`/v1/links/${id}`));
    release();
    await (await answer).finished();
  };
}

it("[32.9] shows both versions if a newer one arrives while somebody types", async () => {
  const { id } = await dashboard.createLink({ alias: "typed", title: "first" });
  const arrive = await openOutdated(id, { destination: "https://theirs.example/" });
  const { page } = dashboard;
  await page.getByLabel("Title", { exact: true }).fill("mine");
  await arrive();
  await page.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("dialog", { name: "Two changes at once" });
  await conflict.getByRole("cell", { name: "https://theirs.example/" }).waitFor();
  await conflict.getByRole("button", { name: "Overwrite it with mine" }).click();
  await page.getByText("is saved").first().waitFor();
  const { body } = await dashboard.worker.call("GET", `/links/${id}`);
  expect(body).toMatchObject({ title: "mine", destination: "https://theirs.example/" });
});

it("[32.9, 32.30] takes a newer version into a form that nobody has changed, and theirs in place of mine", async () => {
  const { id } = await dashboard.createLink({ alias: "calm", title: "first" });
  const arrive = await openOutdated(id, { title: "second" });
  const { page, worker } = dashboard;
  const title = page.getByLabel("Title", { exact: true });
  const save = page.getByRole("button", { name: "Save" });
  await title.focus();
  await arrive();
  await expect.poll(() => title.inputValue()).toBe("second");
  await expect.poll(() => save.isDisabled()).toBe(true);
  expect(await title.evaluate("document.activeElement.value")).toBe("second");
  await title.fill("mine");
  await worker.call("PUT", `/links/${id}`, { title: "third" });
  await save.click();
  await page.getByRole("button", { name: "Take theirs" }).click();
  await expect.poll(() => title.inputValue()).toBe("third");
  await expect.poll(() => save.isDisabled()).toBe(true);
  await title.fill("fourth");
  await save.click();
  await page.getByText("is saved").first().waitFor();
  expect((await worker.call("GET", `/links/${id}`)).body.title).toBe("fourth");
});

it("[32.9] shows both versions if another tab is opened while the form is saved", async () => {
  const { id } = await dashboard.createLink({ alias: "slow", title: "first" });
  await dashboard.signIn(`/links/${id}`);
  const { page } = dashboard;
  await page.getByLabel("Title", { exact: true }).fill("mine");
  await dashboard.worker.call("PUT", `/links/${id}`, { title: "theirs" });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/v1/link/${id}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "History" }).click();
  await page.getByLabel("Title", { exact: true }).waitFor({ state: "hidden" });
  release();
  const conflict = page.getByRole("dialog", { name: "Two changes at once" });
  await conflict.getByRole("cell", { name: "theirs" }).waitFor();
  await conflict.getByRole("button", { name: "Take theirs" }).click();
  await conflict.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Settings" }).last().click();
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("theirs");
});

/** Holds the calls of a path until they are let go. Returns what lets them go, and how many there were. */
async function hold(method: string, path: string): Promise<{ release: () => void; count: () => number }> {
  const held = Promise.withResolvers<void>();
  let count = 0;
  await dashboard.page.route(`**/v1${path}`, async (route) => {
    if (route.request().method() !== method) return await route.continue();
    count++;
    await held.promise;
    await route.continue();
  });
  return { release: held.resolve, count: () => count };
}

it("[32.40] keeps what is typed while a record is saved, and sends the form once", async () => {
  const { id } = await dashboard.createLink({ alias: "typing", title: "first" });
  await dashboard.signIn(`/links/${id}`);
  const { page, worker } = dashboard;
  const title = page.getByLabel("Title", { exact: true });
  await title.fill("second");
  const { release, count } = await hold("PUT", `/link/${id}`);
  await title.press("Control+Enter");
  await page.getByRole("button", { name: "Saving" }).waitFor();
  await title.fill("third");
  await title.press("Control+Enter");
  release();
  await page.getByText("is saved").first().waitFor();
  expect([await title.inputValue(), count()]).toEqual(["third", 1]);
  expect((await worker.call("GET", `/links/${id}`)).body.title).toBe("second");
  await title.press("Control+Enter");
  await expect.poll(async () => (await worker.call("GET", `/links/${id}`)).body.title).toBe("third");
  expect(await page.getByRole("dialog", { name: "Two changes at once" }).count()).toBe(0);
});

it("[32.39] leaves somebody where they are when a record they have left is created", async () => {
  const { id } = await dashboard.createLink({ alias: "other", title: "Other" });
  await dashboard.signIn("/links/new");
  const { page } = dashboard;
  await page.getByLabel("Destination", { exact: true }).fill("https://late.example/");
  await page.getByLabel("Alias", { exact: true }).fill("late");
  const { release, count } = await hold("POST", "/link");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  // The form shows "Saving" before its request is sent, while it waits for the list of hostnames.
  await expect.poll(count).toBe(1);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leave without saving" }).click();
  await dashboard.follow(`/links/${id}`);
  const title = page.getByLabel("Title", { exact: true });
  await title.fill("typed");
  release();
  await page.getByText("is created").first().waitFor();
  expect(page.url()).toBe(`${dashboard.origin}/links/${id}`);
  expect(await title.inputValue()).toBe("typed");
});

it("[32.30] keeps what was typed into a record while another tab is open, and asks before it is lost", async () => {
  const { id } = await dashboard.createLink({ alias: "tabs", title: "first" });
  await dashboard.signIn(`/links/${id}`);
  const { page } = dashboard;
  const title = page.getByLabel("Title", { exact: true });
  const tabs = page.getByRole("navigation", { name: "Parts of the record" });
  await title.fill("typed");
  await tabs.getByRole("link", { name: "History" }).click();
  await title.waitFor({ state: "hidden" });
  await tabs.getByRole("link", { name: "Settings" }).click();
  expect(await title.inputValue()).toBe("typed");
  await tabs.getByRole("link", { name: "History" }).click();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
});

it("[32.30] keeps what was typed into a hostname while another tab is open, and asks before it is lost", async () => {
  await dashboard.signIn(`/hosts/${HOST}?tab=settings`);
  const { page } = dashboard;
  const field = page.getByLabel("URL for visitors of unknown paths");
  const tabs = page.getByRole("navigation", { name: "Parts of the hostname" });
  await field.fill("https://typed.example/");
  await tabs.getByRole("link", { name: "Look and pages" }).click();
  await page.getByLabel("Colour", { exact: true }).waitFor();
  await field.waitFor({ state: "hidden" });
  await tabs.getByRole("link", { name: "Settings" }).click();
  expect(await field.inputValue()).toBe("https://typed.example/");
  await tabs.getByRole("link", { name: "Look and pages" }).click();
  await page.getByLabel("Colour", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
});

it("[32.30] takes newer settings of a hostname into a form that nobody has changed", async () => {
  const { page, worker } = dashboard;
  const field = page.getByLabel("URL for visitors of unknown paths");
  await dashboard.takeClock();
  await dashboard.signIn(`/hosts/${HOST}?tab=settings`);
  await field.waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  const { release } = await hold("GET", `/host/${HOST}`);
  await worker.call("PUT", `/host/${HOST}`, { not_found_url: "https://newer.example/" });
  await page.clock.fastForward(20_000);
  await dashboard.follow(`/hosts/${HOST}?tab=settings`);
  await field.waitFor();
  release();
  await expect.poll(() => field.inputValue()).toBe("https://newer.example/");
  await field.fill("https://mine.example/");
  await field.press("Control+Enter");
  const stored = async () => (await worker.call("GET", `/host/${HOST}`)).body.not_found_url;
  await expect.poll(stored).toBe("https://mine.example/");
});

it("[32.41] asks before Back or a link loses what was typed, and goes on afterwards", async () => {
  const { id } = await dashboard.createLink({ alias: "back", title: "first" });
  await dashboard.signIn("/links");
  const { page } = dashboard;
  await dashboard.follow(`/links/${id}`);
  const title = page.getByLabel("Title", { exact: true });
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await title.fill("typed");
  await page.getByRole("link", { name: "History" }).click();
  await title.waitFor({ state: "hidden" });
  await page.evaluate("history.go(-2)");
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(page.url()).toBe(`${dashboard.origin}/links/${id}?tab=history`);
  // What a dialog covers can be followed by script only, as a message over it.
  await page.evaluate("document.querySelector('main nav a, nav a[href=\"/misses\"]').click()");
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Settings" }).last().click();
  expect(await title.inputValue()).toBe("typed");
  expect(await page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))")).toBe(false);
  await page.evaluate("history.go(-2)");
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await page.waitForURL(`${dashboard.origin}/links`);
  await title.waitFor({ state: "detached" });
});

it("[32.8] shows a hostname that another screen has just read", async () => {
  const { page, worker } = dashboard;
  const kept = page.getByLabel("Nothing", { exact: true });
  await dashboard.signIn(`/misses?settings=${HOST}`);
  await kept.waitFor();
  await dashboard.follow(`/hosts/${HOST}?tab=settings`);
  await page.getByLabel("URL for visitors of unknown paths").waitFor();
  await dashboard.goTo(`/hosts/${HOST}`);
  await dashboard.follow(`/misses?settings=${HOST}`);
  await kept.check();
  await page.getByText("Undo").first().waitFor();
  expect((await worker.call("GET", `/host/${HOST}`)).body.misses).toBe("off");
  expect(dashboard.complaints).toEqual([]);
});

it("[32.31] keeps the moments of a rule to the second, and offers each of its conditions once", async () => {
  const { page, worker } = dashboard;
  const before = "2030-12-31T23:59:59.000Z";
  const to = { destination: "https://rule.example/" };
  const { id } = await dashboard.createLink({
    alias: "rules",
    rules: [
      { name: "first", if: { before }, ...to },
      { name: "second", if: { country: ["DE"] }, not: { os: ["ios"] }, ...to },
    ],
  });
  await dashboard.signIn(`/links/${id}`);
  await page.locator("summary").filter({ hasText: "Rules" }).click();
  const rule = page.getByRole("group", { name: "Rule 2" });
  await rule.getByLabel("Name of the rule").fill("renamed");
  const offered = (name: string, at: number) =>
    rule.getByLabel(name, { exact: true }).nth(at).locator("option").allInnerTexts();
  const SYSTEM = "System (iPhone, Android, Windows …)";
  expect(await offered("Condition", 0)).toContain(SYSTEM);
  await rule.getByRole("button", { name: "Add a condition" }).click();
  expect(await offered("Condition", 2)).not.toContain("Country");
  await rule.getByLabel("Condition", { exact: true }).nth(2).selectOption("os");
  expect(await offered("Condition", 0)).not.toContain(SYSTEM);
  expect(await offered("Comparison", 2)).toEqual(["is"]);
  await rule.getByRole("button", { name: "Remove the condition" }).nth(2).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("is saved").first().waitFor();
  const { rules } = (await worker.call("GET", `/links/${id}`)).body;
  expect(rules).toMatchObject([{ if: { before } }, { name: "renamed", not: { os: ["ios"] } }]);
});

it("[32.41] leaves a new link that nobody has touched without a question, and asks once something is typed", async () => {
  const { page } = dashboard;
  await dashboard.signIn("/links");
  const form = page.getByRole("dialog", { name: "Create a link" });
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  // The page knows of a change once it has drawn it.
  const drawn = async () => {
    for (let count = 0; count < 5; count++) await dashboard.untilPainted();
  };
  await page.getByRole("heading", { name: "Links" }).waitFor();
  await dashboard.follow("/links/new");
  const host = form.getByLabel("Hostname", { exact: true });
  await expect.poll(() => host.inputValue()).toBe(HOST);
  await drawn();
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "detached" });
  expect(await question.count()).toBe(0);
  await dashboard.follow("/links/new");
  await form.getByLabel("Title", { exact: true }).fill("typed");
  await drawn();
  await page.keyboard.press("Escape");
  await question.waitFor();
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await form.waitFor({ state: "detached" });
});
