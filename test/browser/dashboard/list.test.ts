import { expect, it } from "vitest";
import { HOST, useDashboard } from "../support/dashboard.ts";

/** The list of links, redirects and QR codes, and the field above it: the running worker, in a browser. */

const dashboard = useDashboard();

it("[32.44] makes a short link of a pasted URL by one key, copies it, and names other links to the same page", async () => {
  await dashboard.open({ permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = dashboard;
  const target = `${dashboard.destination.origin}/pasted`;
  const { alias } = await dashboard.createLink({ alias: "earlier", destination: target });
  await dashboard.signIn("/insights");
  await page.getByRole("heading", { name: "Insights" }).waitFor();
  await page.keyboard.press("n");
  const field = page.getByLabel("Make a short link of a URL");
  await expect.poll(() => field.evaluate("document.activeElement.name")).toBe("destination");
  // With one hostname, too, the button stands beside the field.
  const tops = [field, page.getByRole("button", { name: "Create and copy" })].map((one) => one.boundingBox());
  const [fieldAt, buttonAt] = await Promise.all(tops);
  expect(Math.abs((fieldAt?.y ?? 0) - (buttonAt?.y ?? 0))).toBeLessThan(3);
  await field.fill("ftp://nowhere");
  await field.press("Enter");
  await page.getByText("must be an absolute http or https URL").waitFor();
  await field.fill(target);
  await field.press("Enter");
  const ready = page.getByRole("region", { name: "New short link" });
  await ready.getByText("Copied.").waitFor();
  const shown = await ready
    .getByRole("link", { name: new RegExp(`^${HOST}`) })
    .first()
    .getAttribute("href");
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(shown);
  await ready.getByText("These records already lead there:").waitFor();
  await ready.getByRole("link", { name: new RegExp(`/${alias}$`) }).waitFor();
  // The field is ready for the next one.
  expect(await field.inputValue()).toBe("");
  expect(await field.evaluate("document.activeElement.name")).toBe("destination");
  const { pathname } = new URL(shown ?? "");
  const visited = await dashboard.worker.visit(HOST, pathname);
  expect(visited.headers.get("location")).toBe(target);
  // The same URL again is another link.
  await field.fill(target);
  await field.press("Enter");
  const made = ready.getByRole("link", { name: new RegExp(`^${HOST}`) }).first();
  await expect.poll(() => made.getAttribute("href")).not.toBe(shown);
  await ready.getByRole("link", { name: "QR code" }).click();
  await page.getByRole("dialog").getByRole("img").waitFor();
});

it("[32.44] has one list of links, redirects and QR codes, where the addresses of the earlier lists lead", async () => {
  await dashboard.createLink({ alias: "a-link", tags: ["kinds"] });
  await dashboard.worker.call("POST", "/redirect", {
    url: `${HOST}/a-redirect`,
    destination: "https://example.com/",
    tags: ["kinds"],
  });
  await dashboard.signIn("/redirects?tags=kinds");
  const { page } = dashboard;
  await page.waitForURL(`${dashboard.origin}/links?tags=kinds&kind=redirect`);
  const rows = page.locator("tbody tr[data-row] th");
  const listed = async () => (await rows.allInnerTexts()).map((text) => text.split("/").at(-1)).toSorted();
  await expect.poll(listed).toEqual(["a-redirect"]);
  const kinds = page.getByRole("navigation", { name: "Kind of records" });
  await kinds.getByRole("link", { name: "Links" }).click();
  await expect.poll(listed).toEqual(["a-link"]);
  await page.getByText("A short link is a short address of yours that you share.").waitFor();
  await kinds.getByRole("link", { name: "All" }).click();
  await expect.poll(listed).toEqual(["a-link", "a-redirect"]);
  await dashboard.goTo(`/redirects/new?source=${HOST}/old&to=https://new.example/`, "dialog[open]");
  const form = page.getByRole("dialog", { name: "Create a redirect" });
  expect(await form.getByLabel("Sources").inputValue()).toBe(`${HOST}/old`);
  expect(await form.getByLabel("Destination", { exact: true }).inputValue()).toBe("https://new.example/");
});

it("[32.44] copies a link in its row, and keeps the columns that a person chose", async () => {
  await dashboard.open({ permissions: ["clipboard-read", "clipboard-write"] });
  const { alias } = await dashboard.createLink({ alias: "copied-in-row", title: "A title", tags: ["row"] });
  await dashboard.signIn("/links?tags=row");
  const { page } = dashboard;
  const url = `${HOST}:${dashboard.worker.port}/${alias}`;
  await page.getByRole("button", { name: `Copy ${url}` }).click();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(`http://${url}`);
  const headings = async () => (await page.locator("thead th").allInnerTexts()).filter((text) => text !== "");
  expect(await headings()).toEqual([
    "Source",
    "Destination",
    "State and tags",
    "Clicks",
    "Changed",
    "Actions",
  ]);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByLabel("Title", { exact: true }).check();
  await page.getByRole("button", { name: "Move Changed one place earlier" }).click();
  await page.getByLabel("Clicks", { exact: true }).uncheck();
  await page.getByLabel("State and tags", { exact: true }).uncheck();
  const chosen = ["Source", "Destination", "Changed", "Title", "Actions"];
  await expect.poll(headings).toEqual(chosen);
  await page.reload();
  await page.getByRole("cell", { name: "A title" }).waitFor();
  expect(await headings()).toEqual(chosen);
});

it("[32.44] a view keeps the columns as well, and its name is shown while the list is as it was saved", async () => {
  await dashboard.signIn("/links?kind=link");
  const { page } = dashboard;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const isShown = (name: string) => page.getByRole("columnheader", { name }).isVisible();
  await button("Columns").click();
  await page.getByLabel("Title", { exact: true }).check();
  await page.keyboard.press("Escape");
  await button("Views").click();
  await button("Save this view").click();
  await page.getByLabel("Name", { exact: true }).fill("With titles");
  await page.keyboard.press("Enter");
  await button("View: With titles").waitFor();
  await button("Columns").click();
  await page.getByLabel("Title", { exact: true }).uncheck();
  await page.keyboard.press("Escape");
  await button("Views").waitFor();
  expect(await isShown("Title")).toBe(false);
  await button("Views").click();
  await button("With titles").click();
  await button("View: With titles").waitFor();
  expect(await isShown("Title")).toBe(true);
});
