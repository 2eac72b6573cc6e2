import { expect, it } from "vitest";
import { HOST, useDashboard } from "../support/dashboard.ts";

/** UTM templates: made once, filled into new links, applied to others. */

const dashboard = useDashboard();

const button = (name: string | RegExp) => dashboard.page.getByRole("button", { name });
const field = (name: string) => dashboard.page.getByLabel(name, { exact: true });
const utmOf = async (alias: string) => {
  const { body } = await dashboard.worker.call("GET", `/links?filter[search]=${alias}`);
  return body.data.find((record: { alias: string }) => record.alias === alias)?.utm;
};

it("[14.8] [32.45] a template is made, takes advice, and fills in new links of its hostname", async () => {
  await dashboard.signIn("/settings/utm");
  await button("New template").first().click();
  const dialog = dashboard.page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Newsletter");
  await dialog.getByLabel("utm_source").fill("News Letter");
  await dialog.getByText("Blanks are sent as %20.").waitFor();
  await dialog.getByRole("button", { name: "Use news-letter" }).click();
  expect(await dialog.getByLabel("utm_source").inputValue()).toBe("news-letter");
  await dialog.getByLabel("utm_medium").fill("email");
  await dialog.getByLabel("For new links on").selectOption(HOST);
  await dialog.getByLabel("utm_term").fill("x".repeat(256));
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.locator(".field", { hasText: "utm_term" }).getByText("at most 255 characters").waitFor();
  expect(await dialog.getByLabel("Name").getAttribute("aria-invalid")).toBeNull();
  await dialog.getByLabel("utm_term").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dashboard.page.getByText("utm_source=news-letter · utm_medium=email").waitFor();

  await dashboard.page.goto(dashboard.page.url().replace("/settings/utm", "/links/new"));
  await dashboard.page.locator("summary", { hasText: "UTM parameters" }).click();
  await expect.poll(() => field("Template").inputValue()).toBe("Newsletter");
  expect(await field("utm_source").inputValue()).toBe("news-letter");
  await field("utm_source").fill("Newsletter");
  await dashboard.page.getByText("Other links spell it differently.").waitFor();
  await button("Use news-letter").click();
  await dashboard.page
    .getByLabel(/^Destination/)
    .first()
    .fill("https://shop.example/");
  await dashboard.page.getByLabel("Alias").fill("by-template");
  await button("Create").last().click();
  await dashboard.page.getByText("by-template").first().waitFor();
  await expect.poll(() => utmOf("by-template")).toMatchObject({ source: "news-letter", medium: "email" });

  // The line that makes a link of a URL fills it in, too.
  await dashboard.page.goto(dashboard.page.url().replace(/\/links.*/, "/links"));
  await dashboard.page
    .getByLabel(/Make a short link|URL/)
    .first()
    .fill("https://quick.example/");
  await dashboard.page.keyboard.press("Enter");
  await dashboard.page.locator(".quick-ready").waitFor();
  const { body } = await dashboard.worker.call("GET", "/links?filter[search]=quick.example");
  expect(body.data[0].utm).toMatchObject({ source: "news-letter", medium: "email" });
});

it("[32.45] a template is applied to many links, and values that it lacks are cleared", async () => {
  const templates = [{ name: "Poster", utm: { source: "poster" } }];
  await dashboard.worker.call("POST", "/workspace/update/utm_templates", {
    value: JSON.stringify(templates),
  });
  await dashboard.worker.call("POST", "/link", {
    host: HOST,
    alias: "to-poster",
    destination: "https://a.example/",
    utm: { source: "old", term: "old" },
    tags: ["to-poster"],
  });
  await dashboard.signIn("/links?tags=to-poster");
  await dashboard.page.getByLabel(/^Select .*to-poster/).check();
  await button("Change …").click();
  await dashboard.page.getByLabel("Apply a UTM template").selectOption("Poster");
  expect(await dashboard.page.locator(".set-field").count()).toBe(5);
  await button("Preview the change").click();
  await button("Apply to 1 record").click();
  await dashboard.page.getByRole("link", { name: "Undo …" }).waitFor();
  expect(await utmOf("to-poster")).toEqual({
    source: "poster",
    medium: "",
    campaign: "",
    term: "",
    content: "",
  });
});

it("[32.45] a template is removed, and another replaced, only after a question that names it", async () => {
  const { page, worker } = dashboard;
  const templates = [
    { name: "Flyer", utm: { source: "flyer" } },
    { name: "Stand", utm: { source: "stand" } },
  ];
  await worker.call("POST", "/workspace/update/utm_templates", { value: JSON.stringify(templates) });
  await dashboard.signIn("/settings/utm");
  await button("Edit the template Stand").click();
  await page.getByRole("dialog").getByLabel("Name").fill("Flyer");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("dialog", { name: "Replace the template Flyer?" });
  await question.getByText("utm_source: flyer").waitFor();
  await question.getByRole("button", { name: "Replace" }).click();
  await expect.poll(() => page.getByText("utm_source=flyer").count()).toBe(0);
  await page.getByText("utm_source=stand").waitFor();
  await button("Edit the template Flyer").click();
  await button("Remove the template").click();
  await page.getByRole("dialog", { name: "Remove the template Flyer?" }).getByRole("button").first().click();
  await page.getByText("No UTM templates yet").waitFor();
});
