import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startWorker, type RunningWorker } from "../support/running-worker.ts";
import { findBarriers } from "./support/find-barriers.ts";
import { launchBrowser } from "./support/launch-browser.ts";
import { serveDestination, type ServedDestination } from "./support/serve-destination.ts";
import { watchPage } from "./support/watch-page.ts";

/** The dashboard as people use it: the running worker, in a browser. */

const HOST = "go.localhost";

let worker: RunningWorker;
let destination: ServedDestination;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];
let origin: string;

beforeAll(async () => {
  [worker, destination, browser] = await Promise.all([startWorker(), serveDestination(), launchBrowser()]);
  origin = `http://localhost:${worker.port}`;
  await worker.call("POST", "/host", { host: HOST });
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([destination?.close(), worker?.close()]);
});

beforeEach(() => open({}));

afterEach(() => context.close());

async function open(options: Parameters<Browser["newContext"]>[0]): Promise<void> {
  await context?.close();
  context = await browser.newContext({ locale: "en-GB", ...options });
  page = await context.newPage();
  complaints = watchPage(page);
}

async function signIn(path = "/"): Promise<void> {
  await page.goto(origin + path);
  await page.getByLabel("API token").fill(worker.token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
}

async function createRecord(fields: object): Promise<{ id: string; alias: string }> {
  const { body } = await worker.call("POST", "/link", {
    host: HOST,
    destination: `${destination.origin}/inside`,
    ...fields,
  });
  return body.data[0];
}

it("[32.8] signs in, creates a link by keyboard, and the link leads where the preview said", async () => {
  await signIn();
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "Create a link" }).waitFor();
  await page.locator("input:focus").fill(`${destination.origin}/made?a=1`);
  await page.getByLabel("Alias", { exact: true }).fill("made-here");
  await page.getByText("This alias is free.").waitFor();
  const shown = page.getByRole("region", { name: "Where this leads" });
  expect(await shown.locator("code").innerText()).toBe(`${destination.origin}/made?a=1`);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("dialog", { name: `${HOST}:${worker.port}/made-here` }).waitFor();
  await page.goto(`http://${HOST}:${worker.port}/made-here`);
  expect(page.url()).toBe(`${destination.origin}/made?a=1`);
  expect(complaints).toEqual([]);
});

it("[32.8] opens what a link of the dashboard leads to after the sign-in, and after a reload", async () => {
  const { id } = await createRecord({ alias: "deep", title: "Deep" });
  await signIn(`/links/${id}?search=deep`);
  await page.getByLabel("Title", { exact: true }).waitFor();
  await page.reload();
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Deep");
  await page.keyboard.press("Escape");
  await page.waitForURL(`${origin}/links?search=deep`);
  expect(await page.locator("tbody tr[data-row]").count()).toBe(1);
});

it("[32.8] names what the API refused at its field, and keeps what was typed", async () => {
  await createRecord({ alias: "taken" });
  await signIn("/links/new");
  await page.getByLabel("Destination", { exact: true }).fill("ftp://nowhere");
  await page.getByLabel("Alias", { exact: true }).fill("taken");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").innerText()).toContain("must be an absolute http or https URL");
  const field = page.getByLabel("Destination", { exact: true });
  expect(await field.evaluate("document.activeElement.getAttribute('aria-invalid')")).toBe("true");
  expect(await field.inputValue()).toBe("ftp://nowhere");
});

it("[32.9] shows two changes side by side, and writes only what was changed here", async () => {
  const { id } = await createRecord({ alias: "both", title: "first" });
  await signIn(`/links/${id}`);
  await page.getByLabel("Title", { exact: true }).fill("mine");
  await worker.call("PUT", `/links/${id}`, { description: "theirs", title: "theirs" });
  await page.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("dialog", { name: "Two changes at once" });
  await conflict.getByRole("cell", { name: "theirs" }).first().waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await conflict.getByRole("button", { name: "Save mine over it" }).click();
  await conflict.waitFor({ state: "detached" });
  await page.getByText("is saved").first().waitFor();
  const { body } = await worker.call("GET", `/links/${id}`);
  expect(body).toMatchObject({ title: "mine", description: "theirs" });
});

it("[32.9] takes a change back from the record's history", async () => {
  const { id } = await createRecord({ alias: "undo" });
  await worker.call("PUT", `/links/${id}`, { destination: `${destination.origin}/wrong` });
  await signIn(`/links/${id}?tab=history`);
  await page.getByRole("button", { name: "Undo this change" }).click();
  await page.getByText("The change is undone.").first().waitFor();
  const { body } = await worker.call("GET", `/links/${id}`);
  expect(body.destination).toBe(`${destination.origin}/inside`);
});

it("[32.3] signs out, and shows nothing of the workspace afterwards", async () => {
  await signIn("/links");
  await page.getByRole("button", { name: "You and this browser" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("API token").waitFor();
  await page.goBack().catch(() => null);
  await page.goto(`${origin}/links`);
  await page.getByLabel("API token").waitFor();
  expect(await page.locator("table").count()).toBe(0);
});

describe.each([
  ["light", 1440, 900],
  ["dark", 1440, 900],
  ["light", 360, 740],
  ["dark", 360, 740],
] as const)("in %s at %i pixels", (colorScheme, width, height) => {
  it("[32.10] has no barrier on any screen, and never scrolls sideways", async () => {
    const { id } = await createRecord({ tags: ["one", "two"] });
    await open({ colorScheme, viewport: { width, height } });
    await page.goto(origin);
    await page.getByLabel("API token").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await signIn();
    const screens = ["/", "/links", "/redirects", "/links/new", `/links/${id}`, `/links/${id}?tab=qr`];
    for (const path of screens) {
      await page.goto(origin + path);
      await page.locator(path.split("/").length > 2 ? "dialog[open]" : "h1").waitFor();
      await page.locator("main .skeleton, dialog .skeleton").first().waitFor({ state: "detached" });
      expect([path, await findBarriers(page)]).toEqual([path, []]);
      const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
      expect([path, await page.evaluate(overflow)]).toEqual([path, 0]);
    }
    expect(complaints).toEqual([]);
  });
});
