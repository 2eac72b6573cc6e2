import { expect, it } from "vitest";
import { HOST, useDashboard } from "../support/dashboard.ts";

/** What somebody types into the form of a record, in ways that forms are not made for. */

const dashboard = useDashboard();

it("[32.30] keeps what is typed before a new form is painted for the first time", async () => {
  const { page } = dashboard;
  const typed = "https://a.example/typed";
  await page.addInitScript(`{
    const paint = window.requestAnimationFrame.bind(window);
    let isTyped = false;
    window.requestAnimationFrame = (work) => paint((now) => {
      const field = document.querySelector("dialog[open] input[inputmode=url]");
      if (field !== null && !isTyped) {
        isTyped = true;
        field.value = "${typed}";
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }
      work(now);
    });
  }`);
  await dashboard.signIn("/links/new");
  await page.locator("dialog[open] option", { hasText: HOST }).waitFor({ state: "attached" });
  expect(await page.getByLabel("Destination", { exact: true }).inputValue()).toBe(typed);
  // It is still there once the form has been sent.
  await page.keyboard.press("Control+Enter");
  await page.getByText("is created").first().waitFor();
  await page.getByRole("dialog").getByRole("link", { name: "History" }).waitFor();
  expect(await page.getByLabel("Destination", { exact: true }).inputValue()).toBe(typed);
});

it("[32.8] takes a day alone as its end, and keeps a form whose day is half typed, and says so at its field", async () => {
  const { page, worker } = dashboard;
  const { id } = await dashboard.createLink({ alias: "ends" });
  await dashboard.signIn(`/links/${id}`);
  await page.getByLabel("Title", { exact: true }).fill("Typed before");
  await page.getByText("Start, end and password").click();
  const expires = page.getByLabel("Expires", { exact: true });
  await expires.focus();
  // Month and day, as Chromium asks for them here; no year.
  await page.keyboard.type("1231");
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "PUT" && sent.push(request.url()));
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator("input[type=date]:focus").waitFor();
  expect(sent).toEqual([]);
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Typed before");
  await page.getByLabel("Title", { exact: true }).focus();
  await expires.focus();
  // A year has four digits: what comes after them is none.
  await page.keyboard.type("12312031");
  expect(await page.getByLabel("Expires: time").inputValue()).toBe("23:59");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("is saved").first().waitFor();
  const { expired_at: end } = (await worker.call("GET", `/links/${id}`)).body;
  const zone = await page.evaluate<number>("new Date('2031-12-31T23:59').getTimezoneOffset()");
  expect(Date.parse(end)).toBe(Date.UTC(2031, 11, 31, 23, 59) + zone * 60_000);
});

it("[32.8] keeps the time of an end whose day is typed anew, and takes another time", async () => {
  const { page, worker } = dashboard;
  const day = (at: string) => page.evaluate<string>(`new Date("${at}").toISOString()`);
  const { id } = await dashboard.createLink({ alias: "evening", expires: "2031-12-20T18:30:00Z" });
  await dashboard.signIn(`/links/${id}`);
  await page.getByText("Start, end and password").click();
  const time = page.getByLabel("Expires: time");
  const shown = await time.inputValue();
  await page.getByLabel("Expires", { exact: true }).focus();
  // The 0 of a month is no month yet.
  await page.keyboard.type("01052032");
  expect(await time.inputValue()).toBe(shown);
  await time.focus();
  await page.keyboard.type("0915a");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("is saved").first().waitFor();
  const { expired_at: end } = (await worker.call("GET", `/links/${id}`)).body;
  expect(new Date(end).toISOString()).toBe(await day("2032-01-05T09:15"));
});

it("takes what is typed for a short link into the form with all settings", async () => {
  const { page } = dashboard;
  await dashboard.signIn("/links");
  const quick = page.getByRole("region", { name: "New short link" });
  await page.getByLabel("Make a short link of a URL").fill("https://typed.example/page");
  await page.getByRole("link", { name: "All settings" }).click();
  const destination = page.getByRole("dialog").getByLabel("Destination", { exact: true });
  await expect.poll(() => destination.inputValue()).toBe("https://typed.example/page");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await quick.getByLabel("Make a short link of a URL").inputValue()).toBe("");
});

it("takes a pasted list of tags apart, and leaves sections open whose fields are right again", async () => {
  const { page } = dashboard;
  await dashboard.signIn("/links/new");
  await page.getByLabel("Destination", { exact: true }).fill("https://a.example/");
  const tags = page.getByRole("combobox", { name: "Tags" });
  await tags.focus();
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "winter, email");
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }`);
  await page.getByRole("button", { name: "Remove winter" }).waitFor();
  await page.getByRole("button", { name: "Remove email" }).waitFor();
  const url = page.getByLabel("URL for visitors after the end", { exact: true });
  await page.getByText("Start, end and password").click();
  await url.fill("nowhere");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("alert").waitFor();
  await url.fill("https://a.example/over");
  await page.getByRole("alert").waitFor({ state: "detached" });
  expect(await url.isVisible()).toBe(true);
});
