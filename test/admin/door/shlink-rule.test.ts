import { beforeAll, describe, expect, it } from "vitest";
import { createShlinkSite, type ShlinkSite } from "../../support/shlink.ts";
import { visit } from "../../support/workspace.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

let site: ShlinkSite;
let count = 0;

beforeAll(async () => {
  site = await createShlinkSite();
});

async function create() {
  count++;
  await site.rest("POST", "/short-urls", {
    longUrl: "https://example.org/else",
    customSlug: `rule-${count}`,
  });
  return `/short-urls/rule-${count}`;
}

const condition = (type: string, matchValue: string | null, matchKey: string | null = null) => ({
  type,
  matchKey,
  matchValue,
});

const EVERY = [
  condition("device", "ios"),
  condition("device", "mobile"),
  condition("language", "de"),
  condition("browser", "safari"),
  condition("query-param", "b", "a"),
  condition("any-value-query-param", null, "c"),
  condition("valueless-query-param", null, "d"),
  condition("geolocation-country-code", "DE"),
  condition("before-date", "2099-01-01T00:00:00.000Z"),
  condition("after-date", "2020-01-01T00:00:00.000Z"),
];

describe("redirect rules", () => {
  it.each([
    ["the device of everybody else", condition("device", "other"), "matchValue"],
    ["any other browser", condition("browser", "other"), "matchValue"],
    [
      "a name that is no text",
      { ...condition("query-param", "b"), matchKey: { toString: 1, valueOf: 1 } },
      "matchKey",
    ],
    ["a name that is a list", { ...condition("query-param", "b"), matchKey: ["x"] }, "matchKey"],
    ["a value that is no text", { type: "language", matchValue: {} }, "matchValue"],
  ])("[35.10] [35.13] refuses %s, and keeps the rules that are there", async (_, wrong, member) => {
    const path = await create();
    const redirectRules = [{ longUrl: "https://example.org/ios", conditions: [condition("device", "ios")] }];
    await site.rest("POST", `${path}/redirect-rules`, { redirectRules });
    const refused = await site.rest("POST", `${path}/redirect-rules`, {
      redirectRules: [{ longUrl: "https://example.org/x", conditions: [wrong] }],
    });
    expect(refused.status, JSON.stringify(refused.body)).toBe(400);
    expect(refused.body.invalidElements).toEqual([`redirectRules.0.conditions.0.${member}`]);
    const { body } = await site.rest("GET", `${path}/redirect-rules`);
    expect(body.redirectRules).toMatchObject(redirectRules);
  });

  it("[35.10] names what our checks refuse by Shlink's names", async () => {
    const path = await create();
    const refused = await site.rest("POST", `${path}/redirect-rules`, {
      redirectRules: [
        { longUrl: "nowhere", conditions: [condition("device", "ios")] },
        {
          longUrl: "https://example.org/x",
          conditions: [condition("geolocation-country-code", "no country")],
        },
      ],
    });
    expect(refused.status).toBe(400);
    expect(refused.body.invalidElements.toSorted()).toEqual([
      "redirectRules.0.longUrl",
      "redirectRules.1.conditions",
    ]);
  });

  it("[35.13] says what both have, in order, and decides visits by it", async () => {
    const path = await create();
    const redirectRules = [
      { longUrl: "https://example.org/ios", conditions: [condition("device", "ios")] },
      { longUrl: "https://example.org/desktop", conditions: [condition("device", "desktop")] },
      { longUrl: "https://example.org/every", conditions: EVERY },
    ];
    const set = await site.rest("POST", `${path}/redirect-rules`, { redirectRules });
    expect(set.status, JSON.stringify(set.body)).toBe(200);
    expect(set.body).toEqual({
      defaultLongUrl: "https://example.org/else",
      redirectRules: [
        { ...redirectRules[0], priority: 1 },
        { ...redirectRules[1], priority: 2 },
        { longUrl: "https://example.org/every", priority: 3, conditions: expect.arrayContaining(EVERY) },
      ],
    });
    expect(set.body.redirectRules[2].conditions).toHaveLength(EVERY.length);
    expect((await site.rest("GET", `${path}/redirect-rules`)).body).toEqual(set.body);
    expect((await site.rest("GET", path)).body.hasRedirectRules).toBe(true);
    const url = `http://${site.host}/rule-${count}`;
    const phone = await visit(url, { headers: { "User-Agent": IPHONE } });
    expect(phone.headers.get("Location")).toBe("https://example.org/ios");
    expect((await visit(url)).headers.get("Location")).toBe("https://example.org/else");
    const none = await site.rest("POST", `${path}/redirect-rules`, { redirectRules: [] });
    expect(none.body.redirectRules).toEqual([]);
  });

  it.each(["android", "windows", "macos", "linux", "chromeos"])(
    "[35.13] has the device %s",
    async (system) => {
      const path = await create();
      const rule = { longUrl: "https://example.org/a", conditions: [condition("device", system)] };
      const set = await site.rest("POST", `${path}/redirect-rules`, { redirectRules: [rule] });
      expect(set.body.redirectRules).toEqual([{ ...rule, priority: 1 }]);
    },
  );

  const rule = (...conditions: unknown[]) => [{ longUrl: "https://example.org/a", conditions }];
  it.each([
    [rule(condition("ip-address", "1.2.3.4")), "redirectRules.0.conditions.0.type"],
    [rule(condition("geolocation-city-name", "Bonn")), "redirectRules.0.conditions.0.type"],
    [rule(condition("toString", "x")), "redirectRules.0.conditions.0.type"],
    [rule(condition("language", "de"), condition("language", "en")), "redirectRules.0.conditions.1.type"],
    [
      rule(condition("query-param", "1", "a"), condition("query-param", "2", "a")),
      "redirectRules.0.conditions.1.matchKey",
    ],
    [rule(condition("query-param", "1")), "redirectRules.0.conditions.0.matchKey"],
    [rule(condition("query-param", null, "a")), "redirectRules.0.conditions"],
    [rule(condition("device", "toaster")), "redirectRules.0.conditions"],
    [rule(condition("browser", "android_browser")), "redirectRules.0.conditions"],
    [rule(condition("language", "!")), "redirectRules.0.conditions"],
    [rule(condition("before-date", "soon")), "redirectRules.0.conditions"],
    [rule(), "redirectRules.0.conditions"],
    [rule(null), "redirectRules.0.conditions.0.type"],
    [[{ longUrl: "nothing", conditions: [condition("device", "ios")] }], "redirectRules.0.longUrl"],
    [[{ longUrl: "https://example.org/" }], "redirectRules.0.conditions"],
    [[5], "redirectRules.0.conditions"],
    ["x", "redirectRules"],
    [undefined, "redirectRules"],
  ])("[35.10, 35.13] names what it cannot say in %j, and writes nothing", async (redirectRules, name) => {
    const path = await create();
    const kept = { redirectRules: rule(condition("device", "ios")) };
    const before = await site.rest("POST", `${path}/redirect-rules`, kept);
    const answer = await site.rest("POST", `${path}/redirect-rules`, { redirectRules });
    expect(answer.status, JSON.stringify(answer.body)).toBe(400);
    expect(answer.body.invalidElements).toEqual([name]);
    expect((await site.rest("GET", `${path}/redirect-rules`)).body).toEqual(before.body);
  });

  it.each([
    [{ if: { referrer: ["example.org"] } }],
    [{ if: { country: ["DE", "AT"] } }],
    [{ if: { os: ["other"] } }],
    [{ if: { device: ["tablet"] } }],
    [{ not: { country: ["DE"] } }],
    [{ if: { country: ["DE"] }, destinations: ["https://example.org/1", "https://example.org/2"] }],
  ])("[35.13] neither shows nor replaces a rule that says more: %j", async (more) => {
    const path = await create();
    const { body } = await site.call("GET", `/link?filter[path]=/rule-${count}`);
    const written = [{ destination: "https://example.org/1", ...more }];
    const put = await site.call("PUT", `/link/${body.data[0].id}`, { rules: written });
    expect(put.status, JSON.stringify(put.body)).toBe(200);
    for (const method of ["GET", "POST"]) {
      const sent = method === "POST" ? { redirectRules: [] } : undefined;
      const answer = await site.rest(method, `${path}/redirect-rules`, sent);
      expect(answer.status).toBe(409);
      expect(answer.body.type).toBe("https://shlink.io/api/error/redirect-rules-conflict");
    }
    const after = await site.call("GET", `/link/${body.data[0].id}`);
    expect(after.body.rules).toHaveLength(1);
  });
});
