import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createSite, expectRefused, requireOk, type Site } from "../support/site.ts";
import { visit } from "../support/workspace.ts";

const DESTINATION = "https://example.com/article";
const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

function createWith(plugins: string[], fields: object = {}): Promise<{ id: string; url: string }> {
  return site.createLink({ destination: DESTINATION, plugins, ...fields });
}

const as = (userAgent: string) => ({ headers: { "User-Agent": userAgent } });

describe("headers", () => {
  it.each([
    ["noindex", "X-Robots-Tag", "noindex"],
    ["no-referrer", "Referrer-Policy", "no-referrer"],
  ])(
    "[15.9] %s sets %s on redirects, frames and pages, and nothing else does",
    async (plugin, header, value) => {
      const { id, url } = await createWith([plugin, "sticky"]);
      expect((await visit(url)).headers.get(header)).toBe(value);
      requireOk(await site.call("PUT", `/link/${id}`, { type: "frame" }));
      expect((await visit(url)).headers.get(header)).toBe(value);
      requireOk(await site.call("PUT", "/files/shown", "<p>shown</p>"));
      requireOk(await site.call("PUT", `/link/${id}`, { file: "shown" }));
      expect((await visit(url)).headers.get(header)).toBe(value);
      requireOk(await site.call("PUT", `/link/${id}`, { plugins: null }));
      expect((await visit(url)).headers.get(header)).toBeNull();
    },
  );
});

describe("preview", () => {
  it.each([
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Twitterbot/1.0",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "WhatsApp/2.23.20.0",
    "TelegramBot (like TwitterBot)",
    "Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/106.0.0.0 Safari/537.36 (Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots)",
    "Mattermost-Bot/1.1",
    "Tumblr/14.0.835.186",
  ])("[15.8] shows the card of the link to %s", async (userAgent) => {
    const { url } = await createWith(["preview"], { title: `"Quoted" & more`, description: "What it says" });
    const response = await visit(url, as(userAgent));
    expect([response.status, response.headers.get("Location")]).toEqual([200, null]);
    const html = await response.text();
    expect(html).toMatch(/property="og:title" content="&quot;Quoted&quot; &amp; more"/);
    expect(html).toMatch(/property="og:description" content="What it says"/);
    expect(html).toContain(`property="og:url" content="${url}"`);
  });

  it.each([
    ["a person", BROWSER],
    ["a person inside of Pinterest", `${PHONE} Mobile/15E148 [Pinterest/iOS]`],
    [
      "a person inside of Snapchat",
      `${PHONE} Version/17.4 Mobile/15E148 Snapchat/12.80.0.33 (like Safari/8618.1)`,
    ],
    ["a person inside of Mattermost", `${BROWSER} Electron/28.0.0 Mattermost/5.8.1`],
    ["a search engine", "Googlebot/2.1 (+http://www.google.com/bot.html)"],
    ["nobody", ""],
  ])("[15.8] redirects %s", async (_, userAgent) => {
    const { url } = await createWith(["preview"], { title: "Title" });
    expect((await visit(url, as(userAgent))).headers.get("Location")).toBe(DESTINATION);
  });

  it("[15.8] is off unless the record carries it", async () => {
    const { url } = await createWith([], { title: "Title" });
    expect((await visit(url, as("Twitterbot/1.0"))).headers.get("Location")).toBe(DESTINATION);
  });

  it("[5.1] tells nothing of a protected record", async () => {
    const { url } = await createWith(["preview"], { title: "Secret title", password: "open sesame" });
    const html = await (await visit(url, as("Twitterbot/1.0"))).text();
    expect(html).toContain('name="password"');
    expect(html).not.toContain("Secret title");
  });

  it("follows an edit of the title", async () => {
    const { id, url } = await createWith(["preview"], { title: "Before" });
    requireOk(await site.call("PUT", `/link/${id}`, { title: "After" }));
    expect(await (await visit(url, as("Twitterbot/1.0"))).text()).toContain("After");
  });
});

describe("bot-block", () => {
  it.each(["Googlebot/2.1 (+http://www.google.com/bot.html)", "curl/8.5.0", "python-requests/2.31"])(
    "[15.9] refuses %s without a Location",
    async (userAgent) => {
      const { url } = await createWith(["bot-block"]);
      const response = await visit(url, as(userAgent));
      expect([response.status, response.headers.get("Location")]).toEqual([403, null]);
      expect(await response.text()).not.toContain("example.com");
    },
  );

  it("[15.9] refuses a program that sends no user agent, by a page that can be read", async () => {
    const { url } = await createWith(["bot-block"]);
    for (const headers of [{}, { "User-Agent": "" }]) {
      const response = await visit(url, { headers: { ...headers, "Accept-Language": "de" } });
      expect([response.status, response.headers.get("Location")]).toEqual([403, null]);
      expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
      expect(await response.text()).toContain('<html lang="de"');
    }
  });

  it("[15.9] lets people through", async () => {
    const { url } = await createWith(["bot-block"]);
    expect((await visit(url, as(BROWSER))).headers.get("Location")).toBe(DESTINATION);
  });

  it("[15.9] refuses programs behind a password and at the preview, which show people the destination", async () => {
    const { url } = await createWith(["bot-block"], { password: "open sesame", max_clicks: 1 });
    const body = new URLSearchParams({ password: "open sesame" });
    const opened = await visit(`${url}+`, { method: "POST", body, ...as(BROWSER) });
    const [Cookie = ""] = (opened.headers.get("Set-Cookie") ?? "").split(";");
    const statusFor = async (path: string, headers: Record<string, string>) => {
      const response = await visit(url + path, { headers });
      expect(response.headers.get("Location") ?? (await response.text())).not.toContain("/article");
      return response.status;
    };
    const bot = { "User-Agent": "curl/8.5.0" };
    expect(await statusFor("", bot)).toBe(200);
    expect(await statusFor("", { ...bot, Cookie })).toBe(403);
    expect(await statusFor("+", { ...bot, Cookie })).toBe(403);
    expect(await statusFor("", { ...bot, "X-Link-Password": "open sesame" })).toBe(403);
    const posted = await visit(url, { method: "POST", body, ...as("curl/8.5.0") });
    expect([posted.status, posted.headers.get("Location")]).toEqual([303, url]);
    // None of them has taken the one place.
    const entered = await visit(url, { headers: { "User-Agent": BROWSER, Cookie } });
    expect(entered.headers.get("Location")).toBe(DESTINATION);
    const { url: open } = await createWith(["bot-block"]);
    expect((await visit(`${open}+`, as("curl/8.5.0"))).status).toBe(403);
    expect(await (await visit(`${open}+`, as(BROWSER))).text()).toContain("example.com");
  });

  it("[15.10] refuses what draws link previews, too, and is not taken together with preview", async () => {
    expectRefused(
      await site.call("POST", "/link", { host: site.host, plugins: ["preview", "bot-block"] }),
      "plugins",
    );
    const { id, url } = await createWith(["preview"]);
    expectRefused(await site.call("PUT", `/link/${id}`, { plugins: ["bot-block", "preview"] }), "plugins");
    expect((await visit(url, as("Twitterbot/1.0"))).status).toBe(200);
    // As an earlier release may have left it.
    const plugins = ["preview", "bot-block", "noindex"];
    await env.DB.prepare("UPDATE records SET plugins = ?2 WHERE id = ?1")
      .bind(id, JSON.stringify(["preview", "bot-block"]))
      .run();
    requireOk(await site.call("PUT", `/link/${id}`, { plugins, title: "Title" }));
    expect((await visit(url, as("Twitterbot/1.0"))).status).toBe(403);
  });
});
