import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createSite, expectRefused, historyOf, requireOk, type Site } from "../../support/site.ts";

const DESTINATION = "https://example.com/own";
const GERMAN = { name: "Germany", if: { country: ["DE"] }, destination: "https://example.com/de" };
const IPHONE = {
  not: { os: ["android"] },
  destinations: ["https://a.example", "https://b.example"],
  destination_routing: "weighted:1,2",
};

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

const put = (id: string, body: object) => site.call("PUT", `/link/${id}`, body);

describe("[23.3] rules of a record", () => {
  it("are answered as they can be written again, and a PUT of a GET changes nothing", async () => {
    const created = await site.createLink({ destination: DESTINATION, rules: [GERMAN, IPHONE] });
    expect(created.rules).toEqual([
      {
        ...GERMAN,
        id: expect.stringMatching(/^[0-9a-f]{8}$/),
        not: {},
        destinations: [GERMAN.destination],
        destination_routing: "primary",
      },
      { ...IPHONE, id: expect.any(String), name: "", if: {}, destination: "https://a.example" },
    ]);
    for (const path of [`/link/${created.id}`, `/links/${created.id}`]) {
      const { body } = requireOk(await site.call("GET", path));
      const again = requireOk(await site.call("PUT", path, body)).body;
      expect(again.rules).toEqual(created.rules);
      expect(again.updated_at).toBe(created.updated_at);
    }
    expect(await historyOf(created.id)).toEqual([]);
  });

  it("are replaced whole, keep the ids that are repeated, and are cleared by null and []", async () => {
    const { id, rules } = await site.createLink({ destination: DESTINATION, rules: [GERMAN, IPHONE] });
    const moved = {
      ...rules[1],
      destinations: undefined,
      destination_routing: undefined,
      destination: "https://c.example",
    };
    const changed = requireOk(await put(id, { rules: [moved, { ...GERMAN, if: { country: ["FR"] } }] })).body
      .rules;
    expect(changed[0].id).toBe(rules[1].id);
    expect(rules.map((rule: { id: string }) => rule.id)).not.toContain(changed[1].id);
    for (const empty of [null, []]) {
      requireOk(await put(id, { rules: [GERMAN] }));
      expect(requireOk(await put(id, { rules: empty })).body.rules).toEqual([]);
    }
  });

  it("are in the history", async () => {
    const { id } = await site.createLink({ destination: DESTINATION });
    const { rules } = requireOk(await put(id, { rules: [GERMAN], starts: "2026-01-01T00:00:00Z" })).body;
    const [entry] = await historyOf(id);
    expect(entry?.old).toEqual({ rules: [], starts: null });
    expect(entry?.new).toEqual({ rules, starts: "2026-01-01T00:00:00.000Z" });
  });

  it("are imported with their row", async () => {
    const row = { host: site.host, alias: "imported-rules", destination: DESTINATION, rules: [GERMAN] };
    requireOk(await site.call("POST", "/bulk/import", { mode: "upsert", rows: [row] }));
    const again = requireOk(await site.call("POST", "/bulk/import", { mode: "upsert", rows: [row] }));
    expect(again.body.meta.unchanged).toBe(1);
  });
});

describe("[23.5] errors in rules", () => {
  it("is named by its path, all at once", async () => {
    const rules = [
      { ...GERMAN, if: { country: ["DE", "QQ"], colour: ["red"] } },
      { ...GERMAN, destination: "nowhere", name: "x".repeat(41) },
    ];
    const refused = await site.call("POST", "/link", { host: site.host, rules, title: 1 });
    expectRefused(
      refused,
      "rules.0.if.country.1",
      "rules.0.if.colour",
      "rules.1.destination",
      "rules.1.name",
      "title",
    );
  });

  it.each<[string, unknown, string]>([
    ["no list", {}, "rules"],
    ["a foreign id", [{ ...GERMAN, id: "00000000" }], "rules.0.id"],
    [
      "more than 50 destinations",
      Array.from({ length: 6 }, () => ({
        if: GERMAN.if,
        destinations: Array.from({ length: 10 }, (_, i) => `https://example.com/${i}`),
      })),
      "rules",
    ],
  ])("%s is refused", async (_, rules, field) => {
    expectRefused(await site.call("POST", "/link", { host: site.host, rules }), field);
  });
});

describe("[23.7] destinations of rules", () => {
  it("that lead back to the record are refused", async () => {
    const { id, url } = await site.createLink({ destination: DESTINATION, alias: "loops" });
    expectRefused(await put(id, { rules: [GERMAN, { ...GERMAN, destination: url }] }), "rules.1.destination");
    const rule = { if: GERMAN.if, destinations: ["https://a.example", url] };
    expectRefused(await put(id, { rules: [rule] }), "rules.0.destinations.1");
    // Through another record.
    const other = await site.createLink({ rules: [{ ...GERMAN, destination: url }] });
    expectRefused(await put(id, { destination: other.url }), "destination");
  });

  it("on the blocklist are refused if a write adds them", async () => {
    requireOk(await site.call("PUT", "/blocklist", { hosts: ["bad.example"] }));
    const bad = { ...GERMAN, destination: "https://www.bad.example/x" };
    const refused = await site.call("POST", "/link", {
      host: site.host,
      destination: DESTINATION,
      rules: [bad],
    });
    expectRefused(refused, "rules.0.destination");
    requireOk(await site.call("PUT", "/blocklist", { hosts: [] }));
  });

  it("are found by filter and search, and have the monitor's state", async () => {
    const rules = [{ ...GERMAN, destination: "https://needle.example/rule" }];
    const { id, monitor } = await site.createLink({ destination: DESTINATION, rules, is_notify: true });
    expect(monitor).toBe("pending");
    for (const query of ["filter[destination]=needle.example", "filter[search]=needle.example"]) {
      const { data } = requireOk(await site.call("GET", `/links?${query}`)).body;
      expect(data.map((record: { id: string }) => record.id)).toEqual([id]);
    }
    const { data } = requireOk(await site.call("GET", "/links?filter[destination]=example.com/own")).body;
    expect(data.map((record: { id: string }) => record.id)).toContain(id);
  });
});

it("[23.10] a permanent status with rules is allowed, and warned of", async () => {
  const record = await site.createRedirect("/warned", { destination: DESTINATION, rules: [GERMAN] });
  expect(record.type).toBe("301");
  expect(record.warnings).toEqual([expect.stringContaining("301")]);
  expect((await site.createLink({ destination: DESTINATION, rules: [GERMAN] })).warnings).toEqual([]);
});

it("[15.10] warns of a preview that the bots it is for do not see", async () => {
  const record = { destination: DESTINATION, plugins: ["bot-block"] };
  expect((await site.createLink(record)).warnings).toEqual([]);
  const both = await site.createLink({ ...record, preview: { title: "A card" } });
  expect(both.warnings).toEqual([expect.stringContaining("bot-block")]);
});

it("[23.12] rules are refused on a page, and cleared by one", async () => {
  requireOk(await site.call("PUT", "/files/ruled", "<p>x</p>"));
  const { id } = await site.createLink({ destination: DESTINATION, rules: [GERMAN] });
  const page = requireOk(await put(id, { file: "ruled" })).body;
  expect(page).toMatchObject({ type: "html", rules: [], destination: null });
  expectRefused(await put(id, { rules: [GERMAN] }), "rules");
});

describe("[4.2] forward_query", () => {
  it("is on by default for new redirects and migrations, and off for short links", async () => {
    expect((await site.createRedirect("/query", { destination: DESTINATION })).forward_query).toBe(true);
    const off = await site.createRedirect("/query-off", { destination: DESTINATION, forward_query: false });
    expect(off.forward_query).toBe(false);
    const unsaid = await site.createRedirect("/query-null", {
      destination: DESTINATION,
      forward_query: null,
    });
    expect(unsaid.forward_query).toBe(true);
    expect((await site.createLink({ destination: DESTINATION })).forward_query).toBe(false);
    const anyRecord = {
      handler: "migration",
      host: site.host,
      url: `${site.host}/moved`,
      destination: DESTINATION,
    };
    expect(requireOk(await site.call("POST", "/links", anyRecord)).body.data[0].forward_query).toBe(true);
  });

  it("is unchanged if an update sends null", async () => {
    const { id } = await site.createLink({ destination: DESTINATION, forward_query: true });
    expect(requireOk(await put(id, { forward_query: null, forward_path: null })).body.forward_query).toBe(
      true,
    );
  });

  it("is off for imported rows that do not say otherwise", async () => {
    const row = { url: `${site.host}/imported`, destination: DESTINATION };
    const { body } = requireOk(await site.call("POST", "/bulk/import", { rows: [row] }));
    expect(requireOk(await site.call("GET", `/redirect/${body.data[0].id}`)).body.forward_query).toBe(false);
  });
});

it("[15.7] a plugin of an earlier release is not shown any more, and refused", async () => {
  expectRefused(
    await site.call("POST", "/link", { host: site.host, plugins: ["keep-referrer"] }),
    "plugins.0",
  );
  const { id } = await site.createLink({ plugins: ["noindex"] });
  await env.DB.prepare("UPDATE records SET plugins = ?2 WHERE id = ?1")
    .bind(id, JSON.stringify(["keep-referrer", "noindex"]))
    .run();
  expect(requireOk(await site.call("GET", `/link/${id}`)).body.plugins).toEqual(["noindex"]);
});

it.each<[unknown, string]>([
  [{ max_clicks: 0 }, "max_clicks"],
  [{ max_clicks: 10_001 }, "max_clicks"],
  [{ max_clicks: 1.5 }, "max_clicks"],
  [{ max_clicks: "1" }, "max_clicks"],
  [{ starts: "tomorrow" }, "starts"],
  [{ expired_url: "ftp://example.com" }, "expired_url"],
  [{ preview: [] }, "preview"],
  [{ preview: { title: "x".repeat(251) } }, "preview.title"],
])("[9.13] %j is refused", async (fields, field) => {
  expectRefused(await site.call("POST", "/link", { host: site.host, ...(fields as object) }), field);
});
