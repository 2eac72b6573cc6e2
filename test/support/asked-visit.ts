import * as fc from "fast-check";
import type { Question } from "../../src/explain/question.ts";
import { cookieOf, postPassword } from "./protected-link.ts";
import { connectHost, requireOk, type Site } from "./site.ts";
import { nastyText } from "./url-text.ts";

/** A site with records of every kind, and visits that ask for them. */

const PASSWORD = "open sesame";
const D = "https://destination.example/inside?a=1&b=2#end";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";
const RULES = [
  { if: { country: ["DE", "EU"] }, not: { query: { x: "1" } }, destination: "https://rules.example/eu?a=9" },
  { if: { continent: ["NA", "AF"], language: ["de"] }, destination: "https://rules.example/na" },
  {
    if: { os: ["ios"] },
    destinations: ["https://rules.example/1", "https://rules.example/2"],
    destination_routing: "random",
  },
  { if: { referrer: ["ref.example"], header: { "x-lab": "yes" } }, destination: "https://rules.example/lab" },
  { if: { device: ["bot"] }, destination: "https://rules.example/bot" },
];

const LINKS: Record<string, object> = {
  plain: { destination: D },
  "Mixed-Case": { destination: D, forward_path: true, forward_query: true },
  all: { destination: D, forward_path: true, forward_query: true, utm: { source: "m", term: "t t" } },
  utm: { destination: D.replace("#end", "&utm_source=own"), forward_query: true, utm: { source: "m" } },
  gate: { destination: D, password: PASSWORD, forward_query: true },
  "gate-frame": { destination: D, password: PASSWORD, type: "frame" },
  "gate-rules": { destination: D, password: PASSWORD, rules: RULES },
  framed: { destination: D, type: "frame", title: "A title", forward_path: true },
  over: { destination: D, expires: "2020-01-01T00:00:00Z" },
  "over-url": { destination: D, expires: "2020-01-01T00:00:00Z", expired_url: "https://over.example/x" },
  later: { destination: D, starts: "2120-01-01T00:00:00Z", forward_path: true },
  soon: { destination: D, expires: "2120-01-01T00:00:00Z" },
  empty: {},
  removed: { type: "gone" },
  spread: {
    destinations: [D, "https://two.example/", "https://three.example/?c"],
    destination_routing: "random",
  },
  weighted: { destinations: [D, "https://two.example/"], destination_routing: "weighted:0,5" },
  turns: {
    destinations: [D, "https://two.example/"],
    destination_routing: "sequential",
    forward_query: true,
  },
  ended: {
    destinations: [D, "https://two.example/"],
    destination_routing: "random",
    routing_ends: { at: "2020-01-01T00:00:00Z", destination: "https://two.example/" },
  },
  "ends-later": {
    destinations: [D, "https://two.example/"],
    destination_routing: "random",
    routing_ends: { at: "2120-01-01T00:00:00Z", destination: "https://two.example/" },
  },
  sticky: { destinations: [D, "https://two.example/"], destination_routing: "random", plugins: ["sticky"] },
  "ruled-sticky": {
    destinations: [D, "https://two.example/"],
    destination_routing: "random",
    rules: RULES.map((rule) => ({
      ...rule,
      destination: undefined,
      destinations: ["https://rules.example/1", "https://rules.example/2"],
      destination_routing: "random",
    })),
    plugins: ["sticky"],
  },
  shy: { destination: D, plugins: ["bot-block", "noindex", "no-referrer"] },
  shown: { destination: D, preview: { title: "T", image: "https://img.example/i.png" } },
  scan: { destination: D, plugins: ["qr-utm"], qr: { theme: "dots" } },
  ruled: { destination: D, rules: RULES, forward_path: true, forward_query: true, utm: { medium: "q" } },
  "ruled-only": { rules: RULES.slice(0, 2) },
  "ruled-frame": { rules: RULES, destination: D, type: "frame" },
  few: { destination: D, max_clicks: 9_999 },
  bad: { destination: "https://evil.example/x" },
  paused: { destination: D, status: "paused" },
  "for-301": { destination: D, type: "301" },
  "for-307": { destination: D, type: "307", forward_query: true },
  "for-308": { destination: D, type: "308" },
};

const REDIRECTS: Record<string, object> = {
  "/exact": { destination: D },
  "/asked?x=1": { destination: "https://asked.example/" },
  "/asked": { destination: D, forward_query: true },
  "/below/*": { destination: D, forward_path: true, forward_query: true },
  "/below/deep/er/*": { destination: "https://deep.example/a/", forward_path: true },
  "/splat/*": { destination: "https://splat.example/:splat?p=:splat#:splat", forward_query: true },
  "/p/:id.html": { destination: "https://p.example/:id?n=:id&:id=1&a=1#:id", forward_query: true },
  "/:year/:slug": { destination: "https://y.example/:slug/:year", utm: { source: "p" } },
  "/p/:id/*": { destination: "https://open.example/:id/:splat", forward_path: true },
  "/rules/*": { destination: D, rules: RULES, forward_path: true, type: "308" },
  "/gone/*": { type: "gone" },
  "/later/*": { destination: D, starts: "2120-01-01T00:00:00Z" },
};

export interface AskedSite {
  site: Site;
  hosts: string[];
  /** Sends the cookies of a visitor who has entered the passwords. */
  cookies: string;
}

export async function createAskedSite(site: Site): Promise<AskedSite> {
  const { host, call } = site;
  const any = `any.${host}`;
  const wild = `*.wild.${host}`;
  const lost = await connectHost(site);
  for (const name of [any, wild]) requireOk(await call("POST", "/host", { host: name }));
  const settings = { not_found_url: "https://lost.example/?from", expired_url: "https://ended.example/" };
  requireOk(await call("PUT", `/host/${lost}`, settings));
  const locks: string[] = [];
  for (const [alias, { status, ...fields }] of Object.entries(LINKS) as [string, Record<string, unknown>][]) {
    const { id, url } = await site.createLink({ alias, ...fields });
    if (status === "paused") requireOk(await call("POST", `/links/${id}/pause`));
    if ("password" in fields) locks.push(url, url.replace("http:", "https:"));
  }
  for (const [suffix, fields] of Object.entries(REDIRECTS)) await site.createRedirect(suffix, fields);
  for (const name of [any, wild]) {
    const fields = { destination: D, forward_path: true, forward_query: true, type: "301" };
    requireOk(await call("POST", "/redirect", { url: name, ...fields }));
  }
  requireOk(
    await call("POST", "/link", {
      host: lost,
      alias: "over",
      destination: D,
      expires: "2020-01-01T00:00:00Z",
    }),
  );
  requireOk(await call("PUT", "/files/page.html", "<p>A page"));
  const page = await site.createLink({ alias: "page" });
  requireOk(await call("PUT", `/link/${page.id}`, { file: "page.html" }));
  requireOk(await call("PUT", "/blocklist", { hosts: ["evil.example"] }));
  const cookies = await Promise.all(locks.map(async (url) => cookieOf(await postPassword(url, PASSWORD))));
  const hosts = [host, host, host, any, `www.${any}`, `a.b.${wild.slice(2)}`, lost, "unknown.example"];
  return { site, hosts, cookies: cookies.join("; ") };
}

const paths = fc.oneof(
  fc.constantFrom(...[...Object.keys(LINKS), "page"].map((alias) => `/${alias}`)),
  fc.constantFrom(...Object.keys(LINKS).map((alias) => `/${alias.toUpperCase()}`)),
  fc.constantFrom(...Object.keys(REDIRECTS).map((path) => path.replace("*", "x/y").replaceAll(":", ""))),
  fc.constantFrom(
    "/below",
    "/below/deep",
    "/below/deep/er/z",
    "/BELOW/a",
    "/p/5.html",
    "/p/5/6/7",
    "/2024/caf%C3%A9",
  ),
  fc.constantFrom("/", "/robots.txt", "/favicon.ico", "/.well-known/x", `/${"long/".repeat(500)}`),
  nastyText.map((text) => `/${text}`),
);

/** A question, and the URL in it for one of the hosts. */
export const askedVisit = fc.record({
  scheme: fc.constantFrom("http", "https"),
  host: fc.nat(),
  path: paths,
  behind: fc.oneof(fc.constantFrom("", "", "", "+", ".qr", "/", "/a/b", "//c"), nastyText),
  query: fc.oneof(
    fc.constantFrom("", "?", "?x=1", "?x=1&utm_source=v", "?a=3&a=4", "?utm_source=qr", "?b", "?%61=x&+=1"),
    nastyText.map((text) => `?${text}`),
  ),
  as: fc.record(
    {
      country: fc.constantFrom("DE", "US", "ZA", "JP", "XX"),
      language: fc.constantFrom("de-CH,en;q=0.5", "en", "de"),
      userAgent: fc.constantFrom(
        IPHONE,
        "Googlebot/2.1",
        "Slackbot-LinkExpanding 1.0",
        "curl/8.0",
        "WhatsApp/2",
      ),
      address: fc.constantFrom("192.0.2.7", "2001:db8::1"),
      method: fc.constantFrom("GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"),
      isUnlocked: fc.boolean(),
      headers: fc.constantFrom({ Referer: "https://ref.example/a", "X-Lab": "yes" }, { Purpose: "prefetch" }),
    },
    { requiredKeys: [] },
  ),
});
export type AskedVisit = typeof askedVisit extends fc.Arbitrary<infer T> ? T : never;

/** Returns the question; null where the text makes no URL. */
export function toQuestion(
  { hosts }: AskedSite,
  { scheme, host, path, behind, query, as }: AskedVisit,
): Question | null {
  const url = `${scheme}://${hosts[host % hosts.length]}${path}${behind}${query}`;
  return URL.canParse(url) ? { url, atMs: Date.now(), ...as } : null;
}

/** Returns the request that the question stands for. */
export function toInit(
  { cookies }: AskedSite,
  { country, language, userAgent, address, method = "GET", isUnlocked, headers }: Question,
): RequestInit {
  const all = new Headers(headers);
  if (country !== undefined) all.set("CF-IPCountry", country);
  if (language !== undefined) all.set("Accept-Language", language);
  if (userAgent !== undefined) all.set("User-Agent", userAgent);
  if (address !== undefined) all.set("CF-Connecting-IP", address);
  if (isUnlocked === true) all.set("Cookie", cookies);
  const continents: Record<string, string> = { DE: "EU", US: "NA", ZA: "AF", JP: "AS" };
  const cf = country === undefined ? {} : { country, continent: continents[country] };
  return { method, headers: all, cf };
}

/** A visit of each record, so that every kind is asked for, and some of visitors that a record keeps at a destination. */
export const EACH_RECORD: [AskedVisit][] = [
  ...[
    ...[...Object.keys(LINKS), "page"].map((alias) => `/${alias}`),
    ...Object.keys(REDIRECTS).map((path) => path.replace("*", "x/y").replaceAll(":", "")),
  ].map((path): [AskedVisit] => [
    { scheme: "http", host: 0, path, behind: "", query: path.includes("?") ? "" : "?a=3&z=1", as: {} },
  ]),
  ...(["DE", "US", "ZA", "JP"] as const).flatMap((country) =>
    ["/sticky", "/ruled-sticky"].flatMap((path) =>
      (["192.0.2.7", "2001:db8::1"] as const).map((address): [AskedVisit] => [
        {
          scheme: "http",
          host: 0,
          path,
          behind: "",
          query: "",
          as: { country, address, userAgent: IPHONE, language: "de" },
        },
      ]),
    ),
  ),
];
