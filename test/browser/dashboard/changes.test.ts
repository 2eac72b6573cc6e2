import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { HOST, LOOKS, useDashboard } from "../support/dashboard.ts";

/** Changes of many records and imports as people make them: from the sign-in to the visitor's redirect. */

const dashboard = useDashboard();

async function locationOf(path: string): Promise<string | undefined> {
  return (await dashboard.worker.visit(HOST, path)).headers.get("location");
}

/** Creates links in one call: `count` of them, with aliases that begin alike. */
async function createLinks(count: number, name: string, destination: string): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    host: HOST,
    alias: `${name}-${index}`,
    destination: `${destination}/${index}`,
    tags: [name],
  }));
  const { body } = await dashboard.worker.call("POST", "/bulk/import", { rows });
  expect(body.meta.created).toBe(count);
}

const button = (name: string | RegExp) => dashboard.page.getByRole("button", { name });
const link = (name: string | RegExp) => dashboard.page.getByRole("link", { name });

/** Pastes rows on the screen of imports, and has them read. */
async function pasteRows(text: string): Promise<void> {
  await dashboard.page.getByLabel("Or paste rows").fill(text);
  await button("Read the rows").click();
}

it("[32.17] changes the destination of all that match, and takes it back", async () => {
  await createLinks(120, "swap", "https://www.old.example");
  await dashboard.signIn("/links?tags=swap");
  await dashboard.page.getByLabel("Select ", { exact: false }).nth(1).check();
  await button(/^Select all that match/).click();
  await button("Change …").click();
  await dashboard.page.getByLabel("Find in destinations").fill("www.old.example");
  await dashboard.page.getByLabel("Replace with").fill("www.new.example");
  const drawer = dashboard.page.getByRole("dialog", { name: "Change 120 records" });
  expect(await drawer.locator("ins").innerText()).toContain("www.new.example");
  await dashboard.page.keyboard.press("Control+Enter");
  await dashboard.page.waitForURL(/\/changes\/[\w-]+$/);
  await dashboard.page.getByText("120 records will be written").waitFor();
  expect(await locationOf("/swap-7")).toBe("https://www.old.example/7");
  const rows = dashboard.page.locator(".change-rows > li");
  await rows.first().waitFor();
  expect(await rows.count()).toBe(50);
  await link("Next page").click();
  await dashboard.page.waitForURL(/cursor=/);
  await button("Apply to 120 records").click();
  await link("Undo …").waitFor();
  expect(await locationOf("/swap-7")).toBe("https://www.new.example/7");

  const { body: found } = await dashboard.worker.call(
    "GET",
    `/links?filter[search]=swap-7&filter[host]=${HOST}`,
  );
  const seventh = found.data.find(({ alias }: { alias: string }) => alias === "swap-7");
  await dashboard.worker.call("PUT", `/links/${seventh.id}`, { destination: "https://by.hand.example/7" });
  await link("Undo …").click();
  await dashboard.page.getByText("The undo writes 120 records").waitFor();
  await dashboard.page.locator(".change-rows ins", { hasText: "www.old.example" }).first().waitFor();
  expect(await locationOf("/swap-8")).toBe("https://www.new.example/8");
  await button("Undo for 120 records").click();
  await dashboard.page.getByText("1 record was edited since and left alone").waitFor();
  expect(await locationOf("/swap-8")).toBe("https://www.old.example/8");
  expect(await locationOf("/swap-7")).toBe("https://by.hand.example/7");
  await link(/^Conflicts/).click();
  await dashboard.page.getByText("Now there:").waitFor();
  expect(dashboard.complaints).toEqual([]);
});

it("[32.18] deletes a selection, which asks once more, and brings it back", async () => {
  await createLinks(2, "away", "https://www.away.example");
  await dashboard.signIn("/links?tags=away");
  await dashboard.page.getByLabel(/^Select .*away-1/).waitFor();
  await dashboard.page.getByLabel("Select all rows that are loaded").check();
  await button("Delete …").click();
  await dashboard.page.getByText("2 records will be deleted").waitFor();
  await button("Delete 2 records").click();
  const dialog = dashboard.page.getByRole("dialog", { name: "Delete 2 records?" });
  await dialog.getByText("their addresses stop working").waitFor();
  await dialog.getByRole("button", { name: "Delete 2 records" }).click();
  await link("Undo …").waitFor();
  expect((await dashboard.worker.visit(HOST, "/away-0")).status).toBe(404);
  await dashboard.page.reload();
  await link("Undo …").click();
  await dashboard.page.getByText("2 deleted records come back").waitFor();
  await button("Undo for 2 records").click();
  await dashboard.page.getByText("All records are as they were before.").waitFor();
  expect(await locationOf("/away-0")).toBe("https://www.away.example/0");
});

it("[32.18] shows plans by state, drops one, and tells an editor what needs a manager", async () => {
  await createLinks(1, "plan", "https://www.plan.example");
  const plan = { filter: { tags: "plan" }, delete: true };
  const { body } = await dashboard.worker.call("POST", "/changes", plan);
  const editor = await dashboard.worker.call("POST", "/tokens", { name: "editor", role: "editor" });
  await dashboard.signIn(`/changes/${body.id}`, editor.body.token);
  await dashboard.page.getByText("This needs the role Manager.").waitFor();
  expect(await button(/^Apply/).count()).toBe(0);
  await link("All changes").click();
  await link("Waiting").click();
  await dashboard.page.waitForURL(/state=open/);
  await link("Delete one record").first().click();
  await button("Drop this plan").click();
  await dashboard.page.getByText("This plan has expired").waitFor();
  await dashboard.page.goto(`${dashboard.origin}/changes?state=open`);
  await dashboard.page.getByText("No change is in this state").waitFor();
});

it("[32.19] imports an export of another tool, whose links then lead where they did", async () => {
  const lines = ["Bitlink,Long URL,Title,Tags,Created"];
  for (let index = 0; index < 520; index++) {
    lines.push(
      `bit.ly/im${index},https://shop.example/${index},"Shop, ${index}",sale,2024-03-01T10:00:00+0000`,
    );
  }
  lines.splice(3, 0, "bit.ly/bad,ftp://shop.example/bad,Bad,,");
  lines.push("elsewhere.example/x,https://shop.example/x,Elsewhere,,");
  await dashboard.signIn("/import");
  const file = { name: "bitly.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) };
  await dashboard.page.setInputFiles("input[type=file]", file);
  await dashboard.page.getByText("Bitly, CSV").first().waitFor();
  await dashboard.page.getByText("the destination is not http or https").waitFor();
  await dashboard.page.getByRole("combobox", { name: "Tags for all rows" }).fill("from-bitly");
  await dashboard.page.keyboard.press("Enter");
  await button("Preview the import of 520 rows").click();
  await dashboard.page.waitForURL(/\/changes\//);
  await button("Apply to 520 records").click();
  await link("Undo …").waitFor();
  expect(await locationOf("/im519")).toBe("https://shop.example/519");
  const { body } = await dashboard.worker.call("GET", "/links?filter[tags]=from-bitly&filter[search]=/im0");
  expect(body.data[0]).toMatchObject({ title: "Shop, 0", tags: ["sale", "from-bitly"] });
  await dashboard.page.reload();
  const [saved] = await Promise.all([
    dashboard.page.waitForEvent("download"),
    button(/left-out rows? as CSV/).click(),
  ]);
  const left = (await readFile(await saved.path(), "utf8")).split("\r\n");
  expect(left[1]).toContain("4,");
  expect(left[1]).toContain("the destination is not http or https");
  expect(left[2]).toBe("523,elsewhere.example/x,Hostname: is not connected to this workspace");
  await link("Undo …").click();
  await button("Undo for 520 records").click();
  await dashboard.page.getByText("This change is undone").waitFor();
  expect((await dashboard.worker.visit(HOST, "/im519")).status).toBe(404);
  expect(dashboard.complaints).toEqual([]);
});

it("[18.7] reads unescaped dots of expressions as dots if that is chosen", async () => {
  await dashboard.signIn("/import");
  const { page } = dashboard;
  await page.getByLabel("Or paste rows").fill("RewriteRule ^dotted.html$ https://is.example/d [R=301,L]\n");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("an unescaped dot stands for any character").waitFor();
  await page.getByLabel("Hostname for rows that name none").selectOption(HOST);
  await page.getByLabel("Read unescaped dots as dots").check();
  await page.getByText("dots without \\ are read as dots").waitFor({ state: "attached" });
  await button("Preview the import of 1 row").click();
  await button("Apply to 1 record").click();
  await link("Undo …").waitFor();
  expect(await locationOf("/dotted.html")).toBe("https://is.example/d");
  expect((await dashboard.worker.visit(HOST, "/dottedxhtml")).status).toBe(404);
});

it("[18.8] imports an export with its pages, and overwrites none", async () => {
  const { page, worker } = dashboard;
  const type = { "Content-Type": "text/html" };
  const url = `http://localhost:${worker.port}/v1/files/taken.html`;
  const headers = { ...type, Authorization: `Bearer ${worker.token}` };
  expect((await fetch(url, { method: "PUT", headers, body: "<p>ours" })).status).toBe(200);
  const shown = (alias: string, file: string) => ({
    kind: "record",
    data: { handler: "short-url", host: HOST, alias, type: "html", file, destination: null },
  });
  const stored = (name: string, content: string) => ({
    kind: "page",
    data: { name, type: "text/html", html: content },
  });
  const lines = [
    stored("menu.html", "<p>The menu"),
    stored("taken.html", "<p>theirs"),
    shown("menu", "menu.html"),
    shown("taken", "taken.html"),
  ];
  const buffer = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await dashboard.signIn("/import");
  await page.setInputFiles("input[type=file]", {
    name: "all.ndjson",
    mimeType: "application/x-ndjson",
    buffer,
  });
  await button("Preview the import of 2 rows").click();
  await button("Apply to 1 record").click();
  await link("Undo …").waitFor();
  expect((await worker.visit(HOST, "/menu")).body).toContain("The menu");
  expect((await worker.visit(HOST, "/taken")).status).toBe(404);
  expect(await (await fetch(url, { headers })).text()).toBe("<p>ours");
});

it("[32.19] reads pasted rows whose columns nobody knows, by keyboard alone", async () => {
  await dashboard.signIn("/import");
  await dashboard.page
    .getByLabel("Or paste rows")
    .fill("Ancient;Modern\n/was/a;https://is.example/a\n/was/b;\n");
  await dashboard.page.keyboard.press("Tab");
  await dashboard.page.keyboard.press("Enter");
  await dashboard.page.getByLabel("Ancient").selectOption("source");
  await dashboard.page.getByLabel("Modern").selectOption("destination");
  await dashboard.page.getByText("no destination", { exact: true }).waitFor();
  await button("Preview the import of 1 row").press("Enter");
  await dashboard.page.getByText("Line 2").waitFor();
  await button("Apply to 1 record").press("Enter");
  await link("Undo …").waitFor();
  expect(await locationOf("/was/a")).toBe("https://is.example/a");
});

it("[32.19] plans no mirror of a file with a refused row, whose record it would delete", async () => {
  await dashboard.signIn("/import");
  await pasteRows("source,destination\n/kept,https://is.example/a\n/unreadable,ftp://is.example/b\n");
  await dashboard.page.getByLabel("Make them equal to the file").check();
  await dashboard.page.getByLabel("Label of the file").fill("www-site");
  await dashboard.page.getByText("would delete the records of its refused rows").waitFor();
  expect(await button("Preview the import of 1 row").isDisabled()).toBe(true);
  await dashboard.page.getByLabel("Change them").check();
  expect(await button("Preview the import of 1 row").isDisabled()).toBe(false);
});

it("[32.19] sends on when its screen is left, and takes no other file meanwhile", async () => {
  const { page } = dashboard;
  const sent: string[] = [];
  const held = Promise.withResolvers<void>();
  await page.route("**/v1/changes/*/parts/*", async (route) => {
    sent.push(route.request().url().split("/").at(-1) ?? "");
    await held.promise;
    await route.continue();
  });
  // So many bytes that they are two parts.
  const rows = Array.from(
    { length: 1_200 },
    (_, n) => `/left/${n},https://is.example/${n}/${"x".repeat(900)}`,
  );
  await dashboard.signIn("/import");
  await pasteRows(`source,destination\n${rows.join("\n")}`);
  const asked = page.waitForRequest("**/parts/1");
  await button("Preview the import of 1,200 rows").click();
  await asked;
  expect(await button("Another file").isDisabled()).toBe(true);
  expect(await page.getByLabel("Hostname for rows that name none").isDisabled()).toBe(true);
  await link("Overview").click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  held.resolve();
  await page.getByText("The import is planned.").first().waitFor();
  await link("See the change").click();
  expect(sent).toEqual(["1", "2"]);
  await expect.poll(() => page.workers()).toEqual([]);
  await button("Apply to 1,200 records").waitFor();
});

it("[32.19] reads 40,000 rows while the page answers", async () => {
  const rows = Array.from({ length: 40_000 }, (_, index) => `/long/${index},https://long.example/${index}`);
  await dashboard.signIn("/import");
  const file = {
    name: "long.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`source,destination\n${rows.join("\n")}`),
  };
  await dashboard.page.setInputFiles("input[type=file]", file);
  await button("Preview the import of 40,000 rows").waitFor();
  // The rows are with a thread of their own, and the page shows the first of them.
  expect(dashboard.page.workers().length).toBe(1);
  expect(await dashboard.page.locator(".import-row").count()).toBe(20);
  expect(dashboard.complaints).toEqual([]);
});

describe.each(LOOKS)("in %s at %i pixels", (colorScheme, width, height) => {
  it("[32.10] has no barrier on changes and imports", async () => {
    await createLinks(2, `look${width}`, "https://www.look.example");
    const planned = await dashboard.worker.call("POST", "/changes", {
      filter: { tags: `look${width}` },
      destination_find: "www",
      destination_replace: "a-very-long-name-that-does-not-fit-on-a-phone.of.somebody",
    });
    const { id } = planned.body;
    await dashboard.open({ colorScheme, viewport: { width, height } });
    await dashboard.signIn();
    await dashboard.goTo(`/changes/${id}`);
    await dashboard.page.locator(".change-rows ins").first().waitFor();
    await dashboard.expectNoBarrier("plan");
    await dashboard.goTo("/changes");
    await dashboard.page.locator(".change-list").first().waitFor();
    await dashboard.expectNoBarrier("changes");
    await dashboard.goTo("/import");
    await dashboard.expectNoBarrier("import");
    await dashboard.page.getByLabel("Or paste rows").fill("Ancient;Modern\n/was/a;https://is.example/a\n");
    await button("Read the rows").click();
    await dashboard.page.getByLabel("Ancient").selectOption("source");
    await dashboard.page.getByLabel("Modern").selectOption("destination");
    await button(/^Preview the import/).waitFor();
    await dashboard.expectNoBarrier("file");
    await dashboard.goTo(`/links?tags=look${width}`);
    await dashboard.page
      .getByLabel(/^Select .*look/)
      .first()
      .check();
    // So high that no row is half behind the bar.
    await dashboard.page.setViewportSize({ width, height: 3_000 });
    await dashboard.expectNoBarrier("bulk bar");
    await button("Change …").click();
    await dashboard.page.getByRole("dialog").waitFor();
    await dashboard.expectNoBarrier("bulk form");
    expect(dashboard.complaints).toEqual([]);
  });
});
