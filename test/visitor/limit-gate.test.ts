import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { PASSWORD_FORM } from "../support/password-form.ts";
import { createSite, requireOk, type Site } from "../support/site.ts";
import { proxyOf } from "../support/proxy-of.ts";
import { visitOn } from "../support/watched-env.ts";
import { visit } from "../support/workspace.ts";

/** Records that have a password and a limit of visitors. */

const DESTINATION = "https://secret.example/once";
const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const PERSON = { headers: { "User-Agent": BROWSER } };

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

const counterOf = (id: string) => env.LIMITS.get(env.LIMITS.idFromName(id));
const statusOf = async (url: string, init: RequestInit = PERSON) => (await visit(url, init)).status;
const leftOf = async (id: string) => requireOk(await site.call("GET", `/link/${id}`)).body.clicks_left;

describe("[24.6] behind a gate", () => {
  it("a gate that stays closed takes none, the one that opens takes one", async () => {
    const { id, url } = await site.createLink({
      destination: DESTINATION,
      max_clicks: 1,
      password: "open sesame",
    });
    expect(await statusOf(url)).toBe(200);
    expect(await statusOf(url, { ...PERSON, ...PASSWORD_FORM("wrong") })).toBe(403);
    expect(await leftOf(id)).toBe(1);
    const opened = await visit(url, { ...PERSON, ...PASSWORD_FORM("open sesame") });
    expect([opened.status, opened.headers.get("Location")]).toEqual([303, DESTINATION]);
    expect(await leftOf(id)).toBe(0);
    const late = await visit(url, { ...PERSON, ...PASSWORD_FORM("open sesame") });
    expect([late.status, late.headers.get("Location"), late.headers.get("Set-Cookie")]).toEqual([
      410,
      null,
      null,
    ]);
    expect(await statusOf(url)).toBe(410);
  });

  it("a program with the right password takes one", async () => {
    const { id, url } = await site.createLink({
      destination: DESTINATION,
      max_clicks: 1,
      password: "open sesame",
    });
    const ask = () => visit(url, { headers: { "User-Agent": BROWSER, "X-Link-Password": "open sesame" } });
    expect(await (await ask()).json()).toEqual({ location: DESTINATION });
    expect(await leftOf(id)).toBe(0);
    const late = await ask();
    expect(late.status).toBe(410);
    expect(await late.text()).not.toContain("location");
  });

  it.each([
    ["the form", { ...PERSON, ...PASSWORD_FORM("open sesame") }],
    ["a program", { headers: { "User-Agent": BROWSER, "X-Link-Password": "open sesame" } }],
  ])(
    "[24.8] %s with the right password is sent to expired_url by the first answer without a place",
    async (_, init) => {
      for (const type of ["302", "frame"]) {
        const { id, url } = await site.createLink({
          destination: DESTINATION,
          max_clicks: 1,
          password: "open sesame",
          expired_url: "https://example.com/late",
          type,
        });
        // Another isolate takes the last place.
        expect(await counterOf(id).take(1, 1)).toBe(true);
        const late = await visit(url, init);
        expect([late.status, late.headers.get("Location")]).toEqual([302, "https://example.com/late"]);
        expect(late.headers.get("Set-Cookie")).toBeNull();
      }
    },
  );

  it("the right password gets a 503 while the counter does not answer", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const LIMITS = proxyOf(env.LIMITS, {
      get: () => {
        throw new Error("the counter does not answer");
      },
    });
    for (const type of ["302", "frame"]) {
      const { url } = await site.createLink({
        destination: DESTINATION,
        max_clicks: 1,
        password: "open sesame",
        type,
      });
      const init = { headers: { "User-Agent": BROWSER, "X-Link-Password": "open sesame" } };
      expect((await visitOn({ ...env, LIMITS }, url, init)).status).toBe(503);
    }
    warn.mockRestore();
  });

  it("behind a gate a page takes its place when it shows", async () => {
    const { id, url } = await site.createLink({
      destination: DESTINATION,
      max_clicks: 1,
      type: "frame",
      password: "open sesame",
    });
    const opened = await visit(url, { ...PERSON, ...PASSWORD_FORM("open sesame") });
    expect([opened.status, opened.headers.get("Location")]).toEqual([303, url]);
    expect(await leftOf(id)).toBe(1);
    const cookie = opened.headers.get("Set-Cookie")?.split(";")[0] ?? "";
    expect(await statusOf(url, { headers: { "User-Agent": BROWSER, Cookie: cookie } })).toBe(200);
    expect(await leftOf(id)).toBe(0);
  });
});
