import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { importInto } from "../support/import.ts";
import { newAddress } from "../support/operation.ts";
import { addToken, createSite, requireOk, type Site } from "../support/site.ts";
import { nastyText, utmMembers, writtenUrl } from "../support/url-text.ts";
import { visit } from "../support/workspace.ts";

/** Whole visits of whatever the API took; the URL parser of the platform is what they are held to. */

const RUNS = Number(env.FUZZ_RUNS ?? "40");
const CALLS_BY_TOKEN = 150;
const PASSWORD = "open sesame";

let site: Site;
let anyHost: string;
let wildcard: string;

beforeAll(async () => {
  site = await createSite();
  anyHost = `any.${site.host}`;
  wildcard = `*.wild.${site.host}`;
  for (const host of [anyHost, wildcard]) requireOk(await site.call("POST", "/host", { host }));
});

/** A record of every kind of source, in rows of an import. */
function rowsOf(fields: object): object[] {
  const { host } = site;
  return [
    { url: `${host}/exact`, ...fields },
    { url: `${host}/below/*`, ...fields },
    { url: `${host}/asked?x=1`, ...fields },
    { host, alias: "short", ...fields },
    { url: anyHost, ...fields },
    { url: wildcard, ...fields },
    { url: `${host}/caught/:zz.html`, ...fields },
    { url: `${host}/caught/:zz/*`, ...fields },
  ];
}

/** What a visitor asks for to reach each of them. */
function urlsOf(scheme: string, path: string, query: string): string[] {
  const { host } = site;
  return [
    `${host}/exact${query}`,
    `${host}/EXACT/${query}`,
    `${host}/below/${path}${query}`,
    `${host}/asked?x=1`,
    `${host}/short${query}`,
    `${host}/short/${path}${query}`,
    `${anyHost}/${path}${query}`,
    `${anyHost}:8080//${path}${query}`,
    `a.b.${wildcard.slice(2)}/${path}${query}`,
    `${host}/caught/${path}.html${query}`,
    `${host}/caught/${path}/${path}${query}`,
  ].map((rest) => `${scheme}://${rest}`);
}

/** A Location leads to where the owner wrote, whatever was asked for. */
function expectLed(location: string, written: string): void {
  const expected = new URL(written);
  const { protocol, username, password, hostname, port, pathname } = new URL(location);
  expect({ protocol, username, password, hostname, port }).toEqual({
    protocol: expected.protocol,
    username: "",
    password: "",
    hostname: expected.hostname,
    port: expected.port,
  });
  expect(pathname.startsWith(expected.pathname.replace(/\/+$/, "")), pathname).toBe(true);
  expect(location).toMatch(/^https?:\/\/[\x21-\x7e]+$/i);
}

const settings = fc.record({
  utm: utmMembers,
  forward_path: fc.boolean(),
  forward_query: fc.boolean(),
  type: fc.constantFrom("301", "302", "303", "307", "308"),
});
const requests = fc.record({
  scheme: fc.constantFrom("http", "https"),
  path: nastyText,
  query: fc.oneof(
    fc.constant(""),
    nastyText.map((text) => `?${text}`),
  ),
});

/** Runs a property with a token that is not used up. */
function workspaceFor(): () => Promise<Site> {
  let calls = 0;
  let token = "";
  return async () => {
    if (calls++ % CALLS_BY_TOKEN === 0) token = await addToken(site.id);
    return {
      ...site,
      call: (method, path, body) => site.call(method, path, body, { Authorization: `Bearer ${token}` }),
    };
  };
}

describe("for any destination that was accepted and any request", () => {
  it("[4.4] scheme, host, port and beginning of the path are the destination's, and there is no user", async () => {
    const workspace = workspaceFor();
    let led = 0;
    await fc.assert(
      fc.asyncProperty(writtenUrl, settings, requests, async (written, fields, { scheme, path, query }) => {
        const rows = rowsOf({ destination: written, ...fields });
        const [first] = await importInto(await workspace(), rows, "upsert");
        if (first?.result === "failed") return;
        const urls = urlsOf(scheme, path, query).filter((url) => URL.canParse(url));
        for (const url of urls) {
          const response = await visit(url, { headers: { "CF-Connecting-IP": newAddress() } });
          const location = response.headers.get("Location");
          expect([Number(fields.type), 404, 200, 204], url).toContain(response.status);
          if (location === null) continue;
          led++;
          expectLed(location, written);
        }
      }),
      { numRuns: RUNS },
    );
    expect(led).toBeGreaterThan(RUNS);
  }, 600_000);

  it("[22.5, 22.6] so they are where captures stand in path, query and fragment, and no parameter comes in", async () => {
    const workspace = workspaceFor();
    const { host } = site;
    let led = 0;
    await fc.assert(
      fc.asyncProperty(writtenUrl, settings, requests, async (written, fields, { scheme, path, query }) => {
        const base = /^[a-z]+:\/\/[^/?#]+/i.exec(written)?.[0] ?? "";
        const destination = `${base}/to/:zz/x:splat?a=:zz&b=:splat&:zz#f:zz`;
        const more = { ...fields, utm: null, forward_query: false };
        const rows = [{ url: `${host}/held/:zz/*`, destination, ...more }];
        const [first] = await importInto(await workspace(), rows, "upsert");
        if (first?.result === "failed") return;
        const url = `${scheme}://${host}/held/${path}/${path}${query}`;
        if (!URL.canParse(url)) return;
        const response = await visit(url, { headers: { "CF-Connecting-IP": newAddress() } });
        const location = response.headers.get("Location");
        if (location === null) return;
        led++;
        expectLed(location, `${base}/to/`);
        const [a, b, third, ...rest] = location.split("#")[0]?.split("?").slice(1).join("?").split("&") ?? [];
        expect([a?.slice(0, 2), b?.slice(0, 2), third?.includes("="), rest], location).toEqual([
          "a=",
          "b=",
          false,
          [],
        ]);
      }),
      { numRuns: RUNS },
    );
    expect(led).toBeGreaterThan(RUNS / 4);
  }, 600_000);

  it("[4.4] so does the Location behind a password", async () => {
    const { id, url } = await site.createLink({ alias: "gated", password: PASSWORD });
    const workspace = workspaceFor();
    const headers = () => ({ "X-Link-Password": PASSWORD, "CF-Connecting-IP": newAddress() });
    await fc.assert(
      fc.asyncProperty(writtenUrl, settings, requests, async (written, fields, { path, query }) => {
        const { call } = await workspace();
        const answer = await call("PUT", `/link/${id}`, { destination: written, ...fields });
        if (answer.status === 422) return;
        for (const asked of [`${url}${query}`, `${url}/${path}${query}`]) {
          const response = await visit(asked, { headers: headers() });
          if (response.status === 404) continue;
          expectLed((await response.json<{ location: string }>()).location, written);
        }
      }),
      { numRuns: Math.ceil(RUNS / 4) },
    );
  }, 600_000);
});
