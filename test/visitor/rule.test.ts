import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { memory } from "../../src/storage/snapshot/memory.ts";
import { PASSWORD_FORM } from "../support/password-form.ts";
import { createSite, requireOk, type Site } from "../support/site.ts";
import { visit } from "../support/workspace.ts";

const OWN = "https://example.com/own";
const GERMAN = "https://example.com/german";
const PHONES = "https://example.com/phones";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";
const RULES = [
  { if: { country: ["DE", "AT"] }, destination: GERMAN },
  { if: { os: ["ios"] }, not: { query: { app: "no" } }, destination: PHONES },
];

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

const from = (country: string, more: Record<string, string> = {}) => ({
  headers: { "CF-IPCountry": country, ...more },
});
const locationOf = async (url: string, init?: RequestInit) =>
  (await visit(url, init)).headers.get("Location");

describe("[23.1] a record with rules", () => {
  it("leads where the first rule leads whose conditions hold, and else to its own destination", async () => {
    const { url } = await site.createLink({ destination: OWN, rules: RULES });
    expect(await locationOf(url, from("DE", { "User-Agent": IPHONE }))).toBe(GERMAN);
    expect(await locationOf(url, from("FR", { "User-Agent": IPHONE }))).toBe(PHONES);
    expect(await locationOf(`${url}?app=no`, from("FR", { "User-Agent": IPHONE }))).toBe(OWN);
    expect(await locationOf(url, from("FR"))).toBe(OWN);
    expect(await locationOf(url, from("T1"))).toBe(OWN);
  });

  it("answers alike from memory, from KV and from the database", async () => {
    const { url } = await site.createLink({ destination: OWN, rules: RULES });
    for (const forget of [async () => {}, async () => memory.clear(), emptyStore]) {
      await forget();
      expect(await locationOf(url, from("AT"))).toBe(GERMAN);
      expect(await locationOf(url, from("FR"))).toBe(OWN);
    }
  });

  it("answers each visitor of a URL by the visitor's own rule, however often it was visited", async () => {
    const { url } = await site.createLink({ destination: OWN, rules: RULES });
    for (let visits = 0; visits < 4; visits++) {
      expect(await locationOf(url, from("FR"))).toBe(OWN);
      expect(await locationOf(url, from("DE"))).toBe(GERMAN);
      expect(await locationOf(url, from("FR", { "User-Agent": IPHONE }))).toBe(PHONES);
      expect((await visit(url, { ...from("FR"), method: "OPTIONS" })).status).toBe(204);
    }
  });

  it("needs no destination of its own: 404 where no rule holds", async () => {
    const { url } = await site.createLink({ rules: RULES });
    for (let visits = 0; visits < 3; visits++) {
      expect(await locationOf(url, from("DE"))).toBe(GERMAN);
      expect((await visit(url, from("FR"))).status).toBe(404);
    }
  });

  it("shows the destination of the rule in a frame", async () => {
    const { url } = await site.createLink({ destination: OWN, rules: RULES, type: "frame" });
    expect(await (await visit(url, from("DE"))).text()).toContain(GERMAN);
    expect(await (await visit(url, from("FR"))).text()).toContain(OWN);
  });

  it("[23.7] forwards path, query and UTM to the destinations of its rules", async () => {
    const { url } = await site.createLink({
      destination: OWN,
      rules: [{ ...RULES[0], destination: `${GERMAN}?a=1#top` }],
      forward_path: true,
      forward_query: true,
      utm: { source: "mail" },
    });
    expect(await locationOf(`${url}/more?a=2&b`, from("DE"))).toBe(
      `${GERMAN}/more?a=2&b&utm_source=mail#top`,
    );
  });

  it("[23.7] spreads visits over the destinations of a rule by its own routing", async () => {
    const rule = {
      if: { country: ["DE"] },
      destinations: [GERMAN, PHONES],
      destination_routing: "sequential",
    };
    const other = { ...rule, if: { country: ["FR"] } };
    const { url } = await site.createLink({ destination: OWN, rules: [rule, other] });
    const [first, second] = [await locationOf(url, from("DE")), await locationOf(url, from("DE"))];
    expect(new Set([first, second])).toEqual(new Set([GERMAN, PHONES]));
    // The turns of a rule go on, and are not those of the other.
    expect([await locationOf(url, from("DE")), await locationOf(url, from("DE"))]).toEqual([first, second]);
    const others = [await locationOf(url, from("FR")), await locationOf(url, from("FR"))];
    expect(new Set(others)).toEqual(new Set([GERMAN, PHONES]));
  });
});

async function emptyStore(): Promise<void> {
  memory.clear();
  const { keys } = await env.SNAPSHOTS.list();
  for (const { name } of keys) if (name.startsWith("p:")) await env.SNAPSHOTS.delete(name);
}

it("[23.9] answers of a record with rules are never cached, whatever its status", async () => {
  const { url } = await site.createRedirect("/rules-301", { destination: OWN, rules: RULES });
  for (const country of ["DE", "FR", "DE"]) {
    const response = await visit(url, from(country));
    expect(response.status).toBe(301);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  }
});

it("[23.8] a rule comes after the gate, and what is behind it is chosen for the visitor", async () => {
  const { url } = await site.createLink({ destination: OWN, rules: RULES, password: "open sesame" });
  const gate = await visit(url, from("DE"));
  expect(gate.status).toBe(200);
  expect(await gate.text()).not.toContain("example.com/");
  const opened = await visit(url, { ...PASSWORD_FORM("open sesame"), headers: { "CF-IPCountry": "DE" } });
  expect([opened.status, opened.headers.get("Location")]).toEqual([303, GERMAN]);
});

it("[23.8] a rule comes after bot-block, and other plugins see its destination", async () => {
  const blocked = await site.createLink({
    destination: OWN,
    rules: RULES,
    plugins: ["bot-block", "noindex"],
  });
  expect((await visit(blocked.url, from("DE", { "User-Agent": "curl/8.7.1" }))).status).toBe(403);
  const shown = await visit(blocked.url, from("DE", { "User-Agent": IPHONE }));
  expect(shown.headers.get("X-Robots-Tag")).toBe("noindex");
  const card = await site.createLink({ destination: OWN, rules: RULES, plugins: ["preview"], title: "T" });
  const bot = await visit(card.url, from("DE", { "User-Agent": "facebookexternalhit/1.1" }));
  expect(await bot.text()).toContain(GERMAN);
});

it("[23.7] a destination of a rule on the blocklist gets the warning", async () => {
  const { url } = await site.createLink({
    destination: OWN,
    rules: [{ if: { country: ["DE"] }, destination: "https://bad.example/x" }],
  });
  // After a few visits the redirect is remembered.
  for (let visits = 0; visits < 3; visits++) {
    expect(await locationOf(url, from("DE"))).toBe("https://bad.example/x");
  }
  requireOk(await site.call("PUT", "/blocklist", { hosts: ["bad.example"] }));
  for (let visits = 0; visits < 3; visits++) {
    expect((await visit(url, from("DE"))).status).toBe(403);
    expect(await locationOf(url, from("FR"))).toBe(OWN);
  }
  requireOk(await site.call("PUT", "/blocklist", { hosts: [] }));
  expect(await locationOf(url, from("DE"))).toBe("https://bad.example/x");
});

it("[23.7, 33.9] the preview of an alias shows the destinations of all rules", async () => {
  const { url } = await site.createLink({
    destination: OWN,
    rules: ["other", "third"].map((name) => ({
      if: { country: ["DE"] },
      destination: `https://${name}.example/x`,
    })),
  });
  const page = await (await visit(`${url}+`)).text();
  const [own, byRules] = page.split("Some visitors are sent to");
  expect(own).toContain("https://<b>example.com</b>/<wbr>own");
  for (const name of ["other", "third"]) expect(byRules).toContain(`https://<b>${name}.example</b>/<wbr>x`);
});

describe("[3.19] OPTIONS names the methods that are answered by", () => {
  const ALL = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
  const READING = "GET, HEAD, OPTIONS";
  it.each<[string, object, string, number]>([
    ["a redirect with rules alone", { rules: RULES }, ALL, 302],
    ["a redirect with a limit", { destination: OWN, max_clicks: 9 }, ALL, 302],
    ["a frame with a limit", { type: "frame", destination: OWN, max_clicks: 9 }, READING, 405],
    ["a frame with rules alone", { type: "frame", rules: RULES }, READING, 405],
    [
      "a frame with an end",
      { type: "frame", destination: OWN, expires: "2099-01-01T00:00:00Z", expired_url: OWN },
      READING,
      405,
    ],
    ["a record that is gone", { type: "gone" }, ALL, 410],
  ])("%s", async (_, fields, allowed, status) => {
    const { url } = await site.createLink(fields);
    expect((await visit(url, { method: "OPTIONS" })).headers.get("Allow")).toBe(allowed);
    expect((await visit(url, { ...from("DE"), method: "POST" })).status).toBe(status);
  });
});
