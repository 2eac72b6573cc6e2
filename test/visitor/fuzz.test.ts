import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { hostileText } from "../support/hostile.ts";
import { newAddress } from "../support/operation.ts";
import { createSite, requireOk, type Site } from "../support/site.ts";
import { nastyText } from "../support/url-text.ts";
import { visit } from "../support/workspace.ts";

/** Visitors send what they like to whatever is there; each gets an answer that a visitor is to get. */

const RUNS = Number(env.FUZZ_RUNS ?? "40");
const DESTINATION = "https://destination.example/inside";
const PASSWORD = "open sesame";

/** What no page or redirect says. */
const LEAKS = /D1_|SQLITE|KV (?:GET|PUT)|Error:|\bat \S+ \(|\.[jt]s:\d|node_modules|open sesame/;

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];
const HEADERS = [
  "Accept",
  "Accept-Language",
  "Authorization",
  "CF-IPCountry",
  "Content-Type",
  "Cookie",
  "Forwarded",
  "Purpose",
  "Referer",
  "Sec-Purpose",
  "User-Agent",
  "X-Forwarded-Host",
  "X-Forwarded-Proto",
  "X-Link-Password",
];

let site: Site;
let aliases: string[];

beforeAll(async () => {
  site = await createSite();
  const destination = DESTINATION;
  const records: Record<string, object> = {
    plain: { destination, forward_path: true, forward_query: true },
    gate: { destination, password: PASSWORD },
    framed: { destination, type: "frame", title: "A title" },
    over: { destination, expires: "2020-01-01T00:00:00Z" },
    empty: {},
    spread: {
      destinations: [destination, destination],
      destination_routing: "random",
      plugins: ["sticky", "preview"],
    },
    shy: { destination, plugins: ["bot-block", "noindex"] },
    "behind-both": { destination, type: "frame", password: PASSWORD, plugins: ["preview"] },
  };
  for (const [alias, fields] of Object.entries(records)) await site.createLink({ alias, ...fields });
  const page = await site.createLink({ alias: "page" });
  requireOk(await site.call("PUT", "/files/page.html", "<p>A page"));
  requireOk(await site.call("PUT", `/link/${page.id}`, { file: "page.html" }));
  aliases = [...Object.keys(records), "page", "", "robots.txt", "favicon.ico", ".well-known/x"];
});

const requests = fc.record({
  scheme: fc.constantFrom("http", "https"),
  alias: fc.nat(),
  behind: fc.oneof(fc.constantFrom("", "", "+", ".qr", "/", "/a", ".qr+"), nastyText),
  query: fc.oneof(
    fc.constant(""),
    nastyText.map((text) => `?${text}`),
  ),
  method: fc.constantFrom(...METHODS),
  headers: fc.dictionary(
    fc.constantFrom(...HEADERS),
    fc.oneof(hostileText, fc.constantFrom("prefetch", "de", "*/*", PASSWORD, "bot")),
    {
      maxKeys: 5,
    },
  ),
  body: fc.oneof(hostileText, fc.constantFrom(`password=${PASSWORD}`, "password=", "password=%ff")),
});

/** As far as a header can hold it. */
function toHeaders(given: Record<string, string>): Headers {
  const headers = new Headers({ "CF-Connecting-IP": newAddress() });
  for (const [name, value] of Object.entries(given))
    headers.set(name, value.replaceAll(/[^\x20-\x7e]/g, "~"));
  return headers;
}

it(
  "whatever a visitor sends, nothing breaks, nothing is told, and no way leads elsewhere",
  { timeout: 600_000 },
  async () => {
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(requests, async ({ scheme, alias, behind, query, method, headers, body }) => {
        const url = `${scheme}://${site.host}/${aliases[alias % aliases.length]}${behind}${query}`;
        fc.pre(URL.canParse(url));
        const init = {
          method,
          headers: toHeaders(headers),
          ...(!["GET", "HEAD"].includes(method) && { body: body.toWellFormed() }),
        };
        const response = await visit(url, init);
        statuses.add(response.status);
        expect([200, 204, 301, 302, 303, 308, 403, 404, 405, 410, 429]).toContain(response.status);
        expect(await response.text()).not.toMatch(LEAKS);
        expect(JSON.stringify([...response.headers])).not.toMatch(LEAKS);
        const location = response.headers.get("Location");
        if (location !== null)
          expect([new URL(DESTINATION).host, site.host]).toContain(new URL(location).host);
      }),
      { numRuns: RUNS * 10 },
    );
    expect(statuses.size).toBeGreaterThan(4);
  },
);
