import { beforeAll, describe, expect, it } from "vitest";
import { readUntil } from "../../../scripts/lab/testbed/until.ts";
import { HOST, LOOKS, useDashboard } from "../support/dashboard.ts";

/** Missed paths, explanations and checks as people use them: the running worker, in a browser. */

const dashboard = useDashboard();

const PERSON =
  "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const SOON = { everyMs: 300 };
const get = async (path: string) => (await dashboard.worker.call("GET", path)).body;
const visited = (path: string) => `http://${HOST}:${dashboard.worker.port}${path}`;

/** Has a person ask for paths in vain, twice each, and returns once they are listed. */
async function miss(...paths: string[]): Promise<void> {
  for (const path of [...paths, ...paths]) await dashboard.worker.visit(HOST, path, "GET", [PERSON]);
  await readUntil(
    async () => {
      await dashboard.worker.cron();
      const { data } = await get(`/misses?filter[host]=${HOST}`);
      return (data as { path: string }[]).map((row) => row.path);
    },
    (listed) => paths.every((path) => listed.includes(path)),
    SOON,
  );
}

async function createRedirect(path: string, destination: string, fields: object = {}): Promise<string> {
  const { body } = await dashboard.worker.call("POST", "/redirect", {
    url: `${HOST}${path}`,
    destination,
    ...fields,
  });
  return body.data[0].id;
}

it("[32.14] answers missed paths by their suggestions, and takes it back", async () => {
  await miss("/shop/red-shoes.html", "/shop/blue-shoes.html", "/nowhere-near");
  await dashboard.open();
  await dashboard.signIn("/misses");
  const { page } = dashboard;
  // The pages of the new site are where suggestions come from.
  await page.getByRole("button", { name: "Recording and suggestions …" }).click();
  const pages = ["red-shoes", "blue-shoes"].map((name) => `${dashboard.destination.origin}/new/${name}`);
  await page.getByLabel("Upload a sitemap …").setInputFiles({
    name: "urls.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(pages.join("\n")),
  });
  await page.getByText("2 pages, uploaded").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page
    .getByRole("row", { name: /red-shoes.html/ })
    .getByText("/new/red-shoes")
    .waitFor();
  // A path opens what redirects it, with the best suggestion filled in.
  await page.getByRole("button", { name: "/shop/red-shoes.html", exact: true }).click();
  const field = page.getByRole("dialog").getByLabel("Destination");
  expect(await field.inputValue()).toBe(pages[0]);
  await page.keyboard.press("Escape");
  // By keyboard: next row, select, until both are.
  for (const name of ["red-shoes", "blue-shoes"]) {
    await page.getByRole("button", { name: `/shop/${name}.html`, exact: true }).focus();
    await page.keyboard.press("x");
  }
  await page.getByText("2 selected").waitFor();
  await page.getByRole("button", { name: "Redirect to the suggestion" }).click();
  const dialog = page.getByRole("dialog", { name: "Redirect 2 paths to their suggestions" });
  await dialog.getByRole("listitem").nth(1).waitFor();
  expect(await dialog.getByRole("listitem").count()).toBe(2);
  expect(await get("/redirect?filter[path]=/shop/red-shoes.html")).toMatchObject({ data: [] });
  await dialog.getByRole("button", { name: "Redirect 2 paths" }).click();
  await page.getByText("2 paths are answered now.").first().waitFor();
  expect(await page.getByRole("link", { name: "See the change" }).first().getAttribute("href")).toMatch(
    /^\/changes\/[\w-]{36}$/,
  );
  const visitor = await dashboard.browser.newPage();
  await visitor.goto(visited("/shop/red-shoes.html"));
  expect(visitor.url()).toBe(`${dashboard.destination.origin}/new/red-shoes`);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("It is undone.").first().waitFor();
  await visitor.goto(visited("/shop/blue-shoes.html"));
  expect(await visitor.locator("h1").innerText()).not.toBe("Destination");
  await visitor.close();
  expect(dashboard.complaints).toEqual([]);
});

it("[32.14] sets paths aside and opens them again, and makes one redirect of a folder", async () => {
  await miss("/guide/one", "/guide/two");
  await dashboard.open();
  await dashboard.signIn(`/misses?host=${HOST}`);
  const { page } = dashboard;
  await page.getByLabel("Select /guide/one").check();
  await page.getByLabel("Select /guide/two").check();
  await page.getByRole("link", { name: "Redirect the folder …" }).click();
  expect(await page.getByLabel("Sources").inputValue()).toBe(`${HOST}/guide/*`);
  await page
    .getByRole("textbox", { name: "Destination", exact: true })
    .fill(`${dashboard.destination.origin}/help`);
  await page.getByRole("button", { name: "Create" }).click();
  await page
    .getByText(/is created/)
    .first()
    .waitFor();
  const visitor = await dashboard.browser.newPage();
  await visitor.goto(visited("/guide/two"));
  expect(visitor.url()).toBe(`${dashboard.destination.origin}/help`);
  await visitor.close();
  await dashboard.goTo(`/misses?host=${HOST}`);
  await page.getByRole("button", { name: "Actions for /guide/one" }).click();
  await page.getByRole("button", { name: "Ignore", exact: true }).click();
  await page.getByRole("button", { name: "Ignore 1 path" }).click();
  await page.getByText("1 path is ignored.").first().waitFor();
  await page.getByRole("link", { name: "Ignored" }).click();
  await page.getByLabel("Select /guide/one").check();
  await page.getByRole("button", { name: "Open again" }).click();
  await page.getByRole("button", { name: "Open 1 path again" }).click();
  await page.getByText("1 path is open again.").first().waitFor();
});

it("[32.14] switches what a hostname keeps, and back", async () => {
  await dashboard.signIn(`/misses?settings=${HOST}`);
  const { page } = dashboard;
  await page.getByLabel("Also paths that only * answers").check();
  await page.getByText(`${HOST} also keeps paths that only * answers.`).first().waitFor();
  expect(await get(`/host/${HOST}`)).toMatchObject({ misses: "all" });
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText(`${HOST} keeps paths that no record answers.`).first().waitFor();
  expect(await get(`/host/${HOST}`)).toMatchObject({ misses: "unmatched" });
});

it("[32.15] explains a URL from the sign-in on, and the address holds the question", async () => {
  await dashboard.createLink({
    alias: "why",
    forward_query: true,
    rules: [{ name: "Germany", if: { country: ["DE"] }, destination: `${dashboard.destination.origin}/de` }],
  });
  // Until KV has the link, the answer warns of an older state.
  const countPending = () => dashboard.worker.db.prepare("SELECT count(*) AS n FROM pending").first("n");
  await readUntil(countPending, (count) => count === 0);
  await dashboard.signIn("/links?search=why");
  const { page } = dashboard;
  await page.getByRole("button", { name: /^More for .*why/ }).click();
  await page.getByRole("link", { name: "Explain", exact: true }).last().click();
  const answer = page.getByRole("region", { name: "The answer" });
  await answer.waitFor();
  await page.getByRole("textbox", { name: "URL" }).fill(`${HOST}/why?from=mail`);
  await page.getByText("The question has changed.").waitFor();
  expect(await answer.count()).toBe(0);
  await page.getByText("Visitor, method and time").click();
  await page.getByLabel("Country").selectOption({ label: "Germany" });
  await page.getByRole("button", { name: "Explain", exact: true }).click();
  await answer.locator("code", { hasText: "/de?from=mail" }).first().waitFor();
  expect(await answer.getByRole("listitem").allInnerTexts()).toEqual([
    expect.stringContaining("destination"),
    expect.stringContaining("query of the visitor"),
  ]);
  await page
    .getByRole("listitem")
    .filter({ hasText: "Germany" })
    .getByText("holds", { exact: true })
    .waitFor();
  await page.reload();
  await answer.locator("code", { hasText: "/de?from=mail" }).first().waitFor();
  expect(new URL(page.url()).searchParams.get("country")).toBe("DE");
  await page.goBack();
  await answer.locator("code", { hasText: "/inside" }).first().waitFor();
  expect(dashboard.complaints).toEqual([]);
});

it("[32.16] checks a file of old URLs, while other screens are shown, and runs it again", async () => {
  await createRedirect("/checked", `${dashboard.destination.origin}/checked`);
  await createRedirect("/first", visited("/checked"));
  await dashboard.signIn("/check");
  const { page } = dashboard;
  const lines = ["/checked", `/first, ${dashboard.destination.origin}/checked`, "/never"];
  await page.getByLabel("Choose a file …").setInputFiles({
    name: "old.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(lines.join("\n")),
  });
  await page.getByText("3 rows are left out").waitFor();
  await page.getByLabel("Hostname for paths without one").selectOption(HOST);
  await page.getByText("3 URLs found.").waitFor();
  await page.getByRole("button", { name: "Check 3 URLs" }).click();
  await page.waitForURL(/\/check\/[\w-]{36}$/);
  const address = page.url();
  await page.getByRole("link", { name: "Overview" }).click();
  await page.goto(address);
  await page.getByText("1 of 3 URLs arrives directly, 1 arrives by a detour, 1 breaks").waitFor();
  await page.getByRole("link", { name: "Leads nowhere 1" }).click();
  await page.getByRole("link", { name: new RegExp(`${HOST}.*/never`) }).waitFor();
  expect(await page.locator("tbody tr[data-row]:not([aria-hidden])").count()).toBe(1);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as CSV" }).click();
  expect((await saved).suggestedFilename()).toBe("check-uncovered.csv");
  await page.getByRole("button", { name: /Actions for .*never/ }).click();
  await page.getByRole("link", { name: "Make a redirect for it" }).click();
  await page
    .getByRole("textbox", { name: "Destination", exact: true })
    .fill(`${dashboard.destination.origin}/never`);
  await page.getByRole("button", { name: "Create" }).click();
  await page
    .getByText(/is created/)
    .first()
    .waitFor();
  await page.goto(address);
  await page.getByRole("button", { name: "Run again" }).click();
  await page.waitForURL((url) => url.href !== address && /\/check\//.test(url.pathname));
  await page.getByText("2 of 3 URLs arrive directly, 1 arrives by a detour, 0 break").waitFor();
  await page.getByRole("button", { name: "Shorten 1 detour …" }).waitFor();
  expect(dashboard.complaints).toEqual([]);
});

it("[32.13] names the lines that a check leaves out, and starts nothing without a URL", async () => {
  await dashboard.signIn("/check");
  const { page } = dashboard;
  await page.getByLabel("Or paste URLs").fill("/no-host\nhttps://user:word@x.example/\n");
  await page.getByText("2 rows are left out").click();
  await page.getByText("has no hostname: choose one below").waitFor();
  expect(await page.getByRole("button", { name: "Check", exact: true }).isDisabled()).toBe(true);
});

it("[32.13] starts no check of a list that has been changed since", async () => {
  const { page } = dashboard;
  await dashboard.takeClock();
  await dashboard.signIn("/check");
  await page.getByLabel("Or paste URLs").fill("first.example/\nfirst.example/b");
  await page.getByRole("button", { name: "Check 2 URLs" }).waitFor();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByLabel("Or paste URLs").fill("second.example/");
  expect(await page.getByRole("button", { name: "Check", exact: true }).isDisabled()).toBe(true);
  await page.clock.runFor(1_000);
  await page.getByRole("button", { name: "Check 1 URL", exact: true }).waitFor();
});

describe("every look", () => {
  let alias: string;
  let checkId: string;
  beforeAll(async () => {
    ({ alias } = await dashboard.createLink({}));
    const urls = [`${HOST}/${alias}`, `${HOST}/not`];
    checkId = (await dashboard.worker.call("POST", "/checks", { urls })).body.id;
    await miss("/looked/at");
    await readUntil(
      () => get(`/checks/${checkId}`),
      ({ state }) => state === "done",
      SOON,
    );
  });

  it.each(LOOKS)(
    "[32.10] has no barrier in %s at %i pixels, and never scrolls sideways",
    async (colorScheme, width, height) => {
      await dashboard.open({ colorScheme, viewport: { width, height } });
      const { page } = dashboard;
      await dashboard.signIn("/misses");
      const paths = [
        "/misses",
        `/misses?settings=${HOST}`,
        "/explain",
        `/explain?url=${HOST}/${alias}&country=DE`,
        "/explain?url=ftp://no",
        "/check",
      ];
      for (const path of paths) {
        await dashboard.goTo(path, path.includes("settings") ? "dialog[open]" : "main h1");
        await dashboard.expectNoBarrier(path);
      }
      await dashboard.goTo(`/check/${checkId}`);
      await dashboard.expectNoBarrier("a check");
      await page.getByRole("button", { name: /Actions for .*not/ }).click();
      await page.getByRole("button", { name: "Details" }).click();
      await dashboard.expectNoBarrier("details of a row");
    },
  );
});
