import { readFile } from "node:fs/promises";
import type { Download } from "playwright-core";
import { expect, it } from "vitest";
import { readUntil } from "../../../scripts/lab/testbed/until.ts";
import { HOST, useDashboard } from "../support/dashboard.ts";
import { findBarriers } from "../support/find-barriers.ts";
import { storeClicks } from "../support/click-history.ts";

/** What people do with their numbers: overview, insights, statistics of a record, and lists of any length. */

const dashboard = useDashboard();
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0";
const COUNTED = { everyMs: 500 };

/** Visits as a person would, again if a busy machine made the stores too slow; returns the Location, or what else was answered. */
async function visit(path: string, agent = FIREFOX, headers: string[] = []): Promise<string> {
  const answer = await readUntil(
    () => dashboard.worker.visit(HOST, path, "GET", [`User-Agent: ${agent}`, ...headers]),
    ({ status }) => status !== 503,
    COUNTED,
  );
  return answer.headers.get("location") ?? `${answer.status}: ${answer.body}`;
}

async function untilCounted(id: string, clicks: number): Promise<void> {
  await readUntil(
    async () => (await dashboard.worker.call("GET", `/links/${id}/stats`)).body.clicks,
    (counted) => counted === clicks,
    COUNTED,
  );
}

async function textOf(download: Download): Promise<string> {
  return await readFile(await download.path(), "utf8");
}

async function fill(label: string, value: string): Promise<void> {
  await dashboard.page.getByLabel(label, { exact: true }).fill(value);
}

it("[32.23] leads from nothing to the first click, and finds the link again", async () => {
  await dashboard.signIn();
  const { page } = dashboard;
  const steps = page.locator(".steps > li");
  // The hostname is connected, so what is left is a link.
  await steps.nth(0).getByText("done").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await steps.nth(1).getByRole("link", { name: "Create a link" }).click();
  await fill("Make a short link of a URL", `${dashboard.destination.origin}/first`);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "More settings" }).click();
  await fill("Alias", "first");
  await page.getByText("This alias is free.").waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByText("is saved").first().waitFor();
  await page.goto(dashboard.origin);
  await page.getByRole("link", { name: `Open ${HOST}:${dashboard.worker.port}/first` }).waitFor();
  expect(await visit("/first")).toBe(`${dashboard.destination.origin}/first`);
  await page.keyboard.press("/");
  await page.keyboard.type("first");
  await page.keyboard.press("Enter");
  await page.getByRole("rowheader", { name: `${HOST}:${dashboard.worker.port}/first` }).waitFor();
  expect(dashboard.complaints).toEqual([]);
});

it("[32.23] makes 60 campaign links, each with its own UTM parameters, and a QR code for print", async () => {
  const { page, worker } = dashboard;
  const rows = Array.from({ length: 59 }, (_, index) => ({
    host: HOST,
    alias: `shop-${index + 1}`,
    destination: `${dashboard.destination.origin}/shop`,
    utm: { source: "poster", campaign: "summer", content: `shop-${index + 1}` },
    tags: ["summer"],
  }));
  expect((await worker.call("POST", "/bulk/import", { rows })).status).toBe(200);
  await dashboard.signIn("/links/new");
  await fill("Destination", `${dashboard.destination.origin}/shop`);
  await fill("Alias", "shop-60");
  await page.getByText("This alias is free.").waitFor();
  await page.getByRole("combobox", { name: "Tags" }).pressSequentially("summer,");
  await page.getByText("UTM parameters").click();
  for (const [name, value] of Object.entries({ source: "poster", campaign: "summer", content: "shop-60" })) {
    await fill(`utm_${name}`, value);
  }
  await page.keyboard.press("Control+Enter");
  await page.getByText("is created").first().waitFor();
  await page.goto(`${dashboard.origin}/links?tags=summer`);
  await page.locator("h1 + .number").getByText("60", { exact: true }).waitFor();
  // The row's menu leads to its code.
  await page.locator("tr[data-row]", { hasText: "/shop-60" }).getByRole("button", { name: /^More/ }).click();
  await page.getByRole("button", { name: "QR code", exact: true }).click();
  await page.getByLabel("Width").selectOption("2048");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download PNG" }).click();
  const picture = await readFile(await (await saved).path());
  expect([picture.readUInt32BE(16), picture.subarray(1, 4).toString()]).toEqual([2048, "PNG"]);
  for (const alias of ["shop-1", "shop-60"]) {
    expect(await visit(`/${alias}`)).toBe(
      `${dashboard.destination.origin}/shop?utm_source=poster&utm_campaign=summer&utm_content=${alias}`,
    );
  }
});

it("[32.24] tells clicks of each week by campaign and country, filtered by a bar, as a file", async () => {
  const { page, worker } = dashboard;
  const mail = await dashboard.createLink({ alias: "mail", tags: ["mail"], utm: { campaign: "spring" } });
  const social = await dashboard.createLink({ alias: "social", tags: ["social"] });
  await storeClicks(worker, [
    { recordId: mail.id, daysAgo: 3, countries: { DE: 40, FR: 20 }, campaign: "spring" },
    { recordId: mail.id, daysAgo: 10, countries: { DE: 30 }, campaign: "spring" },
    { recordId: mail.id, daysAgo: 40, countries: { DE: 45 }, campaign: "spring" },
    { recordId: social.id, daysAgo: 3, countries: { US: 500 } },
  ]);
  await dashboard.signIn("/links");
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.getByRole("link", { name: "#mail" }).click();
  await page.waitForURL(/tags=mail/);
  const clicks = page.locator(".stat", { hasText: "Clicks" }).first();
  await clicks.getByText("90", { exact: true }).waitFor();
  await clicks.getByText("+100% against 45 before").waitFor();
  // Each point is read by keyboard, and stands in the table too.
  const series = page.getByRole("slider", { name: "Clicks over time" });
  await series.focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowLeft");
  expect(await series.getAttribute("aria-valuetext")).toMatch(
    /: 60 clicks, 0 of bots · before, .*: 0 clicks$/,
  );
  await page.getByText("As a table").click();
  await page.getByRole("cell", { name: "60", exact: true }).waitFor();
  await page.getByLabel("Steps").selectOption("week");
  const whole = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).click();
  await page.getByRole("button", { name: "Countries, devices … by week" }).click();
  const lines = (await textOf(await whole)).split("\r\n");
  const sums = (kind: string) => {
    const sum = new Map<string, number>();
    for (const [, , name, value, count] of lines.map((line) => line.split(","))) {
      if (name === kind) sum.set(value ?? "", (sum.get(value ?? "") ?? 0) + Number(count));
    }
    return Object.fromEntries(sum);
  };
  expect(lines[0]).toBe("\uFEFFfrom,to,kind,value,clicks");
  // Weeks are rounded to Mondays, so they may begin before the four weeks.
  expect(sums("countries")).toEqual({ DE: 70, FR: 20 });
  expect(sums("utm_campaign")).toEqual({ spring: 90 });
  expect(sums("tags")).toEqual({ mail: 90 });
  const days = /_mail_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/;
  const mailUrl = `http://${HOST}:${worker.port}/mail`;
  const records = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download Records as CSV" }).click();
  expect((await records).suggestedFilename()).toMatch(days);
  expect(await textOf(await records)).toBe(`\uFEFFvalue,clicks\r\n${mailUrl},90\r\n`);
  expect(sums("records")).toEqual({ [mailUrl]: 90 });
  const period = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).click();
  await page.getByRole("button", { name: "Countries, devices … in one file" }).click();
  expect((await period).suggestedFilename()).toMatch(days);
  const periodText = await textOf(await period);
  expect(periodText).toContain(`\r\nrecords,${mailUrl},90,\r\n`);
  expect(periodText.startsWith("\uFEFFkind,value,clicks,bots\r\n")).toBe(true);
  const weeks = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).click();
  await page.getByRole("button", { name: "Clicks by week" }).click();
  expect(await textOf(await weeks)).toMatch(/^\uFEFFdate,clicks,bots\r\n(\d{4}-\d\d-\d\d,\d+,\d+\r\n)+$/);
  const one = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download Countries as CSV" }).click();
  expect(await textOf(await one)).toBe("\uFEFFvalue,clicks\r\nDE,70\r\nFR,20\r\n");
  await page.getByRole("button", { name: "Remove the filter Tag: mail" }).click();
  await page.getByRole("link", { name: "#social" }).waitFor();
  expect(new URL(page.url()).search).toBe("?by=week");
  expect(dashboard.complaints).toEqual([]);
});

it("[32.24] says why a period cannot be shown, and says so where nothing was clicked", async () => {
  const { page } = dashboard;
  await dashboard.signIn("/insights?range=own&from=2019-01-01&to=2019-02-01");
  await page.getByText("must be within the last 13 months").first().waitFor();
  await page.getByLabel("Days in UTC").selectOption("7");
  await page.goto(`${dashboard.origin}/insights?host=nobody.example`);
  await page.getByRole("heading", { name: "No clicks on what the filters match" }).waitFor();
});

it("[32.25] sends Germany, France, the United States and both stores elsewhere, and tells each rule's clicks", async () => {
  const { page, destination } = dashboard;
  await dashboard.signIn("/links/new");
  await fill("Destination", `${destination.origin}/en`);
  await fill("Alias", "app");
  await page.getByText("This alias is free.").waitFor();
  await page.getByText("Rules", { exact: true }).click();
  const rules: [name: string, key: string, value: string, path: string][] = [
    ["App Store", "os", "ios", "/ios"],
    ["Play Store", "os", "android", "/android"],
    ["Germany", "country", "DE", "/de"],
    ["France", "country", "FR", "/fr"],
    ["United States", "country", "US", "/us"],
  ];
  for (const [index, [name, key, value, path]] of rules.entries()) {
    await page.getByRole("button", { name: "Add a rule" }).click();
    const rule = page.getByRole("group", { name: `Rule ${index + 1}`, exact: true });
    await rule.getByLabel("Name of the rule").fill(name);
    await rule.getByLabel("Condition", { exact: true }).selectOption(key);
    await rule
      .getByRole("combobox", { name: key === "os" ? "System" : "Country", exact: true })
      .last()
      .pressSequentially(`${value},`);
    await rule.getByLabel("Destination", { exact: true }).fill(destination.origin + path);
  }
  await page.keyboard.press("Control+Enter");
  await page.getByText("is created").first().waitFor();
  const id = /links\/([^?]+)/.exec(page.url())?.[1] ?? "";
  const country = (code: string) => [`CF-IPCountry: ${code}`];
  expect(await visit("/app", IPHONE, country("DE"))).toBe(`${destination.origin}/ios`);
  expect(await visit("/app", ANDROID, country("FR"))).toBe(`${destination.origin}/android`);
  for (const [code, path] of Object.entries({ DE: "/de", FR: "/fr", US: "/us", JP: "/en" })) {
    expect(await visit("/app", FIREFOX, country(code))).toBe(destination.origin + path);
  }
  await untilCounted(id, 6);
  await page.getByRole("link", { name: "Statistics" }).click();
  const card = page.getByRole("region", { name: "Rules" });
  for (const [name] of rules) await card.getByRole("row", { name: `${name} 1 16.7%` }).waitFor();
  await card.getByRole("row", { name: "no rule held 1 16.7%" }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

it("[32.25] compares two pages by what they got, says what that does not tell, and forgets it", async () => {
  const { page, destination } = dashboard;
  await dashboard.signIn("/links/new");
  await fill("Destination", `${destination.origin}/a`);
  await page.getByRole("button", { name: "Add a destination" }).click();
  await fill("Destination 2", `${destination.origin}/b`);
  await page.getByLabel("Distribution of visits").selectOption("sequential");
  await fill("Alias", "ab");
  await page.getByText("This alias is free.").waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByText("is created").first().waitFor();
  const id = /links\/([^?]+)/.exec(page.url())?.[1] ?? "";
  const shown = destination.origin.replace("http://", "");
  for (let count = 0; count < 3; count++) await visit("/ab");
  await untilCounted(id, 3);
  await page.getByRole("link", { name: "Statistics" }).click();
  const card = page.getByRole("region", { name: "Destinations" });
  await card.getByText(/: 66.7% of these clicks \(95% interval: 20.8% to 93.9%\)/).waitFor();
  await card.getByText("These are too few clicks to tell the shares apart.").waitFor();
  await card.getByText("not which page does better").waitFor();
  await card
    .getByRole("row", { name: `${shown}/a 2 66.7%` })
    .or(card.getByRole("row", { name: `${shown}/b 2 66.7%` }))
    .waitFor();
  await page.getByRole("button", { name: "Forget these clicks" }).click();
  await page.getByRole("button", { name: "Forget the clicks", exact: true }).click();
  await page.getByRole("heading", { name: "No clicks in these days" }).waitFor();
  expect((await dashboard.worker.call("GET", `/links/${id}/stats`)).body.clicks).toBe(0);
});

it("[32.26] shows what needs somebody; a card that fails is tried again alone", async () => {
  const { page, worker } = dashboard;
  for (let count = 0; count < 2; count++) await visit("/Old-Prices.html");
  await readUntil(
    async () => {
      await worker.cron();
      return (await worker.call("GET", "/misses")).body.data.length;
    },
    (count) => count > 0,
    COUNTED,
  );
  // After the last cron, which would ask the destination and find it healthy.
  await worker.db
    .prepare("UPDATE records SET monitor_state = 'broken', is_notify = 1 WHERE source = '/mail'")
    .run();
  await dashboard.signIn("/links");
  await page.route("**/v1/misses*", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("alert").waitFor();
  await page
    .getByRole("link", { name: `${HOST}:${worker.port}/mail` })
    .first()
    .waitFor();
  expect(await page.getByRole("alert").count()).toBe(1);
  await page.unroute("**/v1/misses*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText(`${HOST}/Old-Prices.html`).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.getByRole("link", { name: /^Paused/ }).click();
  await page.waitForURL(/status=paused/);
});
