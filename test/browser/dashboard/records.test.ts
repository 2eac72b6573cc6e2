import { describe, expect, it } from "vitest";
import { readUntil } from "../../../scripts/lab/testbed/until.ts";
import { findBarriers } from "../support/find-barriers.ts";
import { HOST, LOOKS, useDashboard } from "../support/dashboard.ts";

/** Sign-in, lists and records as people use them: the running worker, in a browser. */

const dashboard = useDashboard();

const PERSON =
  "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

it("[32.8] signs in, creates a link by keyboard, and the link leads where the preview said", async () => {
  await dashboard.signInByForm("/links/new");
  await dashboard.page.getByRole("dialog", { name: "Create a link" }).waitFor();
  await dashboard.page.locator("input:focus").fill(`${dashboard.destination.origin}/made?a=1`);
  await dashboard.page.getByLabel("Alias", { exact: true }).fill("made-here");
  await dashboard.page.getByText("This alias is free.").waitFor();
  const shown = dashboard.page.getByRole("region", { name: "Where this leads" });
  expect(await shown.locator("code").innerText()).toBe(`${dashboard.destination.origin}/made?a=1`);
  await dashboard.page.keyboard.press("Control+Enter");
  await dashboard.page.getByRole("dialog", { name: `${HOST}:${dashboard.worker.port}/made-here` }).waitFor();
  await dashboard.page.goto(`http://${HOST}:${dashboard.worker.port}/made-here`);
  expect(dashboard.page.url()).toBe(`${dashboard.destination.origin}/made?a=1`);
  expect(dashboard.complaints).toEqual([]);
});

it("[32.8] opens what a link of the dashboard leads to after the sign-in, and after a reload", async () => {
  const { id } = await dashboard.createLink({ alias: "deep", title: "Deep" });
  await dashboard.signInByForm(`/links/${id}?search=deep`);
  await dashboard.page.getByLabel("Title", { exact: true }).waitFor();
  await dashboard.page.reload();
  expect(await dashboard.page.getByLabel("Title", { exact: true }).inputValue()).toBe("Deep");
  await dashboard.page.keyboard.press("Escape");
  await dashboard.page.waitForURL(`${dashboard.origin}/links?search=deep`);
  const rows = dashboard.page.locator("tbody tr[data-row]:not([aria-hidden])");
  await rows.first().waitFor();
  expect(await rows.count()).toBe(1);
});

it("[32.8] names what the API refused at its field, and keeps what was typed", async () => {
  await dashboard.createLink({ alias: "taken" });
  await dashboard.signIn("/links/new");
  await dashboard.page.getByLabel("Destination", { exact: true }).fill("ftp://nowhere");
  await dashboard.page.getByLabel("Alias", { exact: true }).fill("taken");
  await dashboard.page.getByRole("button", { name: "Create", exact: true }).click();
  await dashboard.page.getByRole("alert").waitFor();
  expect(await dashboard.page.getByRole("alert").innerText()).toContain(
    "must be an absolute http or https URL",
  );
  const field = dashboard.page.getByLabel("Destination", { exact: true });
  expect(await field.evaluate("document.activeElement.getAttribute('aria-invalid')")).toBe("true");
  expect(await field.inputValue()).toBe("ftp://nowhere");
});

it("[32.28, 32.29] waits for the list of hostnames, and refuses in the language of the screen", async () => {
  await dashboard.open({ locale: "de-DE" });
  const { page } = dashboard;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/v1/host?*", async (route) => {
    await held;
    await route.continue();
  });
  await dashboard.signIn("/links/new");
  await page.getByLabel("Ziel", { exact: true }).fill("ftp://nowhere");
  await page.getByLabel("Alias", { exact: true }).fill("german");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Wird gespeichert …" }).waitFor();
  release();
  const refusal = page.getByRole("alert");
  await refusal.waitFor();
  expect(await refusal.getByRole("listitem").allInnerTexts()).toEqual([
    "Ziel 1: muss eine vollständige URL mit http oder https sein",
  ]);
  await page.getByLabel("Ziel", { exact: true }).fill("https://a.example/");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("dialog", { name: `${HOST}:${dashboard.worker.port}/german` }).waitFor();
});

it("[32.9] shows two changes side by side, and writes only what was changed here", async () => {
  const { id } = await dashboard.createLink({ alias: "both", title: "first" });
  await dashboard.signIn(`/links/${id}`);
  await dashboard.page.getByLabel("Title", { exact: true }).fill("mine");
  await dashboard.worker.call("PUT", `/links/${id}`, { description: "theirs", title: "theirs" });
  await dashboard.page.getByRole("button", { name: "Save" }).click();
  const conflict = dashboard.page.getByRole("dialog", { name: "Two changes at once" });
  await conflict.getByRole("cell", { name: "theirs" }).first().waitFor();
  expect(await findBarriers(dashboard.page)).toEqual([]);
  expect(await dashboard.page.evaluate("document.activeElement.textContent")).toBe("Cancel");
  await conflict.getByRole("button", { name: "Overwrite it with mine" }).click();
  await conflict.waitFor({ state: "detached" });
  await dashboard.page.getByText("is saved").first().waitFor();
  const { body } = await dashboard.worker.call("GET", `/links/${id}`);
  expect(body).toMatchObject({ title: "mine", description: "theirs" });
});

it("[32.9] takes a change back from the record's history", async () => {
  const { id } = await dashboard.createLink({ alias: "undo" });
  await dashboard.worker.call("PUT", `/links/${id}`, {
    destination: `${dashboard.destination.origin}/wrong`,
  });
  await dashboard.signIn(`/links/${id}?tab=history`);
  await dashboard.page.getByRole("button", { name: "Undo this change" }).click();
  await dashboard.page.getByText("The change is undone.").first().waitFor();
  const { body } = await dashboard.worker.call("GET", `/links/${id}`);
  expect(body.destination).toBe(`${dashboard.destination.origin}/inside`);
  // The older entry has nothing to undo any more, and says so; the undo can be undone.
  await dashboard.page.getByText(/^This brought back/).waitFor();
  await dashboard.page.getByText("undone", { exact: true }).waitFor();
  expect(await dashboard.page.getByRole("button", { name: "Undo this change" }).count()).toBe(1);
});

it("[32.3] signs out, and shows nothing of the workspace afterwards", async () => {
  await dashboard.signIn("/links");
  await dashboard.page.getByRole("button", { name: "You and this browser" }).click();
  await dashboard.page.getByRole("button", { name: "Sign out" }).click();
  await dashboard.page.getByLabel("API token").waitFor();
  await dashboard.page.goBack().catch(() => null);
  await dashboard.page.goto(`${dashboard.origin}/links`);
  await dashboard.page.getByLabel("API token").waitFor();
  expect(await dashboard.page.locator("table").count()).toBe(0);
});

/** The only hostname of the client, an editor. */
const CLIENT = "client.localhost";

/** Creates records of the client and of others, a missed path, and the client's token. */
async function prepareClient(): Promise<{ token: string; foreignId: string }> {
  const { worker, destination } = dashboard;
  await worker.call("POST", "/host", { host: CLIENT });
  const foreign = {
    url: `${HOST}/private`,
    destination: `${destination.origin}/private`,
    tags: ["private-tag"],
  };
  await worker.call("POST", "/redirect", foreign);
  const { id: foreignId } = await dashboard.createLink({ alias: "private-link", tags: ["private-tag"] });
  const to = `${destination.origin}/new/chairs.html`;
  await worker.call("POST", "/redirect", {
    url: `${CLIENT}/chairs.html`,
    destination: to,
    tags: ["own-tag"],
  });
  await worker.call("POST", "/redirect", {
    url: `${CLIENT}/old`,
    destination: `http://${CLIENT}/chairs.html`,
  });
  for (const _ of ["first", "second"]) await worker.visit(CLIENT, "/chairs.htm", "GET", [PERSON]);
  await readUntil(
    async () => {
      await worker.cron();
      return (await worker.call("GET", `/misses?filter[host]=${CLIENT}`)).body.data.length;
    },
    (count) => count === 1,
    { everyMs: 300 },
  );
  const { body } = await worker.call("POST", "/tokens", { name: "client", role: "editor", hosts: [CLIENT] });
  return { token: body.token, foreignId };
}

it("[32.21] refuses nothing that it offers an editor of one hostname, and shows nothing of others", async () => {
  const { token, foreignId } = await prepareClient();
  await dashboard.open();
  const { page } = dashboard;
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() >= 400)
      refused.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
  });
  await dashboard.signIn("/", token);
  await page.getByText(`Editor · ${CLIENT}`).first().waitFor();
  const screens = [
    "/",
    "/links",
    "/links?kind=redirect",
    "/insights",
    "/misses",
    `/misses?settings=${CLIENT}`,
    "/hosts",
  ]
    .concat(["dns", "settings", "look", "owner"].map((tab) => `/hosts/${CLIENT}?tab=${tab}`))
    .concat(["/import", "/changes", "/explain", "/check", "/settings/pages", "/settings/members"])
    .concat(["/settings/tags", "/settings"]);
  for (const path of screens) {
    await dashboard.goTo(path);
    const text = await page.locator("body").innerText();
    expect([path, text.includes(HOST), text.includes("private")]).toEqual([path, false, false]);
  }
  // Empty fields would say that the workspace has set nothing.
  await page.getByText(`You are limited to ${CLIENT}.`).waitFor();
  expect(await page.locator("main").getByRole("textbox").count()).toBe(0);
  await dashboard.goTo("/settings/tags");
  await page.getByText("own-tag").first().waitFor();
  expect(await page.locator("main").getByRole("button").count()).toBe(0);

  await dashboard.goTo("/links/new");
  await page
    .getByRole("textbox", { name: "Destination", exact: true })
    .fill(`${dashboard.destination.origin}/inside`);
  await page.getByLabel("Alias").fill("theirs");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page
    .getByText(/is created/)
    .first()
    .waitFor();

  await dashboard.goTo(`/misses?settings=${CLIENT}`);
  await page.getByLabel("Upload a sitemap …").setInputFiles({
    name: "urls.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(`${dashboard.destination.origin}/new/chairs.html`),
  });
  await page.getByText("1 page, uploaded").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page
    .getByRole("row", { name: /chairs.htm/ })
    .getByText("/new/chairs.html")
    .waitFor();
  await page.getByRole("button", { name: "Actions for /chairs.htm" }).click();
  await page.getByRole("button", { name: "Redirect to the suggestion" }).click();
  await page.getByRole("button", { name: "Redirect 1 path" }).click();
  await page.getByText("1 path is answered now.").first().waitFor();
  expect((await dashboard.worker.visit(CLIENT, "/chairs.htm")).headers.get("location")).toBe(
    `${dashboard.destination.origin}/new/chairs.html`,
  );

  await dashboard.goTo("/check");
  await page.getByLabel("Or paste URLs").fill(`${CLIENT}/old\n${CLIENT}/never\n${HOST}/private`);
  await page.getByRole("button", { name: "Check 3 URLs" }).click();
  await page.getByRole("link", { name: "Leads nowhere 2" }).waitFor();
  // Nobody can make a redirect of a hostname that is not theirs.
  for (const [source, count] of [
    [`${HOST}/private`, 0],
    [`${CLIENT}/never`, 1],
  ] as const) {
    await page.getByRole("button", { name: new RegExp(`Actions for .*${source}`) }).click();
    await page.getByRole("button", { name: "Details" }).waitFor();
    expect(await page.getByRole("link", { name: "Make a redirect for it" }).count()).toBe(count);
    await page.keyboard.press("Escape");
  }
  await page.getByRole("link", { name: "Detour 1" }).click();
  await page.getByRole("button", { name: "Shorten 1 detour …" }).click();
  await page.getByRole("button", { name: "Change 1 record" }).click();
  await page.getByText("1 record leads straight to the end now.").first().waitFor();

  await dashboard.goTo("/import");
  const rows = [`${CLIENT}/imported`, `${HOST}/private`].map((url) => `${url},https://new.example/`);
  await page.getByLabel("Or paste rows").fill(rows.join("\n"));
  await page.getByRole("button", { name: "Read the rows" }).click();
  const preview = page.getByRole("button", { name: "Preview the import of 1 row" });
  await preview.waitFor();
  expect(await page.getByRole("link", { name: "Connect it" }).count()).toBe(0);
  await preview.click();
  await page.getByText(`the hostname ${HOST} is not connected to this workspace`).first().waitFor();
  await page.getByRole("button", { name: "Apply to 1 record" }).click();
  await page.getByRole("link", { name: "Undo …" }).click();
  await page.getByRole("button", { name: "Undo for 1 record" }).click();
  await page.getByText("undone").first().waitFor();
  expect((await dashboard.worker.visit(HOST, "/private")).headers.get("location")).toBe(
    `${dashboard.destination.origin}/private`,
  );
  expect([refused, dashboard.complaints]).toEqual([[], []]);

  await dashboard.goTo(`/links/${foreignId}`);
  await page.getByText(`You are limited to ${CLIENT}.`).waitFor();
});

describe.each(LOOKS)("in %s at %i pixels", (colorScheme, width, height) => {
  it("[32.10] has no barrier on any screen, and never scrolls sideways", async () => {
    const { id } = await dashboard.createLink({ tags: ["one", "two"] });
    await dashboard.open({ colorScheme, viewport: { width, height } });
    await dashboard.page.goto(dashboard.origin);
    await dashboard.page.getByLabel("API token").waitFor();
    await dashboard.expectNoBarrier("sign-in");
    await dashboard.signIn();
    const lists = ["/links", "/links?kind=redirect"];
    const records = ["/links/new", `/links/${id}`, `/links/${id}?tab=qr`];
    for (const path of [...lists, ...records]) {
      await dashboard.goTo(path, records.includes(path) ? "dialog[open]" : "h1");
      await dashboard.expectNoBarrier(path);
    }
    expect(dashboard.complaints).toEqual([]);
  });
});
