import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { importInto, summarize, type ImportMode, type Outcome } from "../../support/import.ts";
import {
  connectHost,
  createSite,
  expectRefused,
  recordCounts,
  requireOk,
  type Site,
} from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

const DESTINATION = "https://example.com/new";

let site: Site;
let host: string;

beforeEach(async () => {
  site = await createSite();
  host = site.host;
});

function importRows(rows: unknown[], mode?: ImportMode): Promise<Outcome[]> {
  return importInto(site, rows, mode);
}

describe("POST /bulk/import", () => {
  it("[18.1] answers every row in order, with its result, its id, and why it failed", async () => {
    const standing = await site.createLink({ alias: "standing", destination: DESTINATION });
    const outcomes = await importRows(
      [
        { host, alias: "new", destination: DESTINATION },
        { url: `${host}/old/*`, destination: DESTINATION },
        { host, alias: "standing", destination: "https://example.com/other" },
        { host, alias: "standing-too", title: 5 },
        { url: "nobody.acme.example/x" },
      ],
      "upsert",
    );
    expect(outcomes.map(({ row }) => row)).toEqual([0, 1, 2, 3, 4]);
    expect(summarize(outcomes)).toEqual(["created", "created", "updated", "failed title", "failed url"]);
    expect(outcomes[2]?.id).toBe(standing.id);
    expect(outcomes[3]?.id).toBeNull();
    for (const { result, id, errors } of outcomes) {
      expect(typeof id).toBe(result === "failed" ? "object" : "string");
      expect(errors === undefined).toBe(result !== "failed");
    }
  });

  it("with host and alias makes a short link, with url a redirect", async () => {
    const [link, redirect] = await importRows([
      { host, alias: "link", destination: DESTINATION, tags: ["a"], qr: { theme: "dots" } },
      { url: `https://${host}/old?x=1`, destinations: [DESTINATION], forward_query: true, status: 308 },
    ]);
    expect(requireOk(await site.call("GET", `/link/${link?.id}`)).body).toMatchObject({
      alias: "link",
      destination: DESTINATION,
      type: "302",
      tags: ["a"],
      qr: { theme: "dots" },
      created_via: "import",
    });
    expect(requireOk(await site.call("GET", `/redirect/${redirect?.id}`)).body).toMatchObject({
      url: `http://${host}/old?x=1`,
      type: "308",
      forward_query: true,
      created_via: "import",
    });
  });

  it("lands valid rows though others fail", async () => {
    await site.createLink({ alias: "taken" });
    const outcomes = await importRows([
      { host, alias: "one", destination: DESTINATION },
      { host, alias: "a b" },
      "no object",
      ["a list"],
      null,
      {},
      { host, alias: "taken" },
      { host, alias: "half", type: "301", status: 302 },
      { host, alias: "two", destination: DESTINATION },
    ]);
    expect(summarize(outcomes)).toEqual([
      "created",
      "failed alias",
      ...outcomes.slice(2, 6).map(
        ({ errors }) =>
          `failed ${Object.keys(errors ?? {})
            .toSorted()
            .join(" ")}`,
      ),
      "failed alias",
      "failed status",
      "created",
    ]);
    expect(await recordCounts(site.id)).toEqual({ kept: 3, counted: 3 });
    expect((await visit(`http://${host}/two`)).headers.get("Location")).toBe(DESTINATION);
  });

  it("without a row has no results", async () => {
    expect(await importRows([])).toEqual([]);
  });

  it.each<[string, object, string]>([
    ["no rows", {}, "rows"],
    ["rows that are no list", { rows: {} }, "rows"],
    ["a mode that does not exist", { mode: "replace", rows: [] }, "mode"],
    ["a mode of the wrong type", { mode: null, rows: [] }, "mode"],
  ])("with %s is a 422", async (_, body, field) => {
    expectRefused(await site.call("POST", "/bulk/import", body), field);
  });

  it.each<[string, object, string]>([
    ["a host that is not connected", { host: "nobody.acme.example", alias: "x" }, "host"],
    ["no host", { alias: "x" }, "host"],
    ["neither url nor alias", { host: "HOST" }, "url"],
    ["url and alias that disagree", { host: "HOST", alias: "x", url: "HOST/y" }, "url"],
    ["a handler that there is not", { handler: "nonsense", host: "HOST", alias: "x" }, "handler"],
    [
      "an alias that is not the source of a redirect",
      { handler: "redirect", url: "HOST/a", alias: "b" },
      "alias",
    ],
    ["an unknown field", { host: "HOST", alias: "x", colour: "red" }, "colour"],
    ["an expiry that nothing sets", { url: "HOST/a", expired_at: "2126-01-01T00:00:00.000Z" }, "expired_at"],
    ["a password that is not there", { url: "HOST/a", has_password: true }, "has_password"],
    ["a url that can't be read", { url: "HOST/a/*/b" }, "url"],
    ["several urls", { url: "HOST/a HOST/b" }, "url"],
    ["a QR style on a redirect", { url: "HOST/a", qr: { theme: "dots" } }, "qr"],
    ["a destination that is none", { url: "HOST/a", destination: "ftp://example.com" }, "destination"],
    ["a bad one in a list", { url: "HOST/a", destinations: [DESTINATION, 5] }, "destinations.1"],
    [
      "destinations that disagree",
      { url: "HOST/a", destination: DESTINATION, destinations: [] },
      "destination",
    ],
    ["a loop", { url: "HOST/a", destination: "https://HOST/a" }, "destination"],
    ["a page", { host: "HOST", alias: "x", file: "menu" }, "file"],
  ])("fails a row with %s", async (_, row, field) => {
    const written = JSON.parse(JSON.stringify(row).replaceAll("HOST", host)) as object;
    expect(summarize(await importRows([written]))).toEqual([`failed ${field}`]);
    expect(await recordCounts(site.id)).toEqual({ kept: 0, counted: 0 });
  });

  it.each(["no object", 5, null, ["a list"]])(
    "fails %j, which is no object, with one reason",
    async (row) => {
      const [outcome] = await importRows([row]);
      expect(outcome).toMatchObject({ result: "failed", errors: { row: ["must be an object"] } });
    },
  );

  it("makes the handler that a row names, and changes none of a record", async () => {
    const rows = [
      { handler: "qr", host, alias: "code" },
      { handler: "migration", url: `${host}/moved` },
      { handler: "short-url", url: `${host}/short` },
    ];
    const outcomes = await importRows(rows);
    expect(summarize(outcomes)).toEqual(["created", "created", "created"]);
    const shown = await Promise.all(outcomes.map(({ id }) => site.call("GET", `/links/${id}`)));
    expect(shown.map(({ body }) => body.handler)).toEqual(["qr", "migration", "short-url"]);
    const others = [
      { handler: "short-url", host, alias: "code" },
      { handler: "redirect", url: `${host}/moved` },
    ];
    expect(summarize(await importRows(others, "upsert"))).toEqual(["failed handler", "failed handler"]);
  });

  it("takes rows as GET /links answers them", async () => {
    const fields = { destination: DESTINATION, tags: ["a"], utm: { source: "s" }, title: "T" };
    for (const [handler, suffix] of [
      ["short-url", "/s"],
      ["qr", "/q"],
      ["redirect", "/a/b?x=1&y=%C3%A9"],
      ["redirect", "/blog/*"],
      ["redirect", ""],
      ["migration", "/"],
    ] as const) {
      const body = { handler, host, url: host + suffix, ...fields };
      requireOk(await site.call("POST", "/links", body));
    }
    const rows = requireOk(await site.call("GET", "/links")).body.data;
    expect(summarize(await importRows(rows, "upsert"))).toEqual(Array(6).fill("unchanged"));
    for (const { id } of rows) requireOk(await site.call("DELETE", `/links/${id}`));
    expect(summarize(await importRows(rows))).toEqual(Array(6).fill("created"));
    const copies = requireOk(await site.call("GET", "/links")).body.data;
    const facts = (list: typeof rows) =>
      list.map(({ handler, url, tags, utm, title, qr }: typeof rows) => ({
        handler,
        url,
        tags,
        utm,
        title,
        qr,
      }));
    expect(facts(copies)).toEqual(expect.arrayContaining(facts(rows)));
  });

  it("[9.20] takes the page that a record serves, and sets none", async () => {
    const link = await site.createLink({ alias: "page" });
    requireOk(await site.call("PUT", "/files/menu", "<h1>"));
    requireOk(await site.call("PUT", `/link/${link.id}`, { file: "menu" }));
    const row = requireOk(await site.call("GET", `/links/${link.id}`)).body;
    expect(summarize(await importRows([row], "upsert"))).toEqual(["unchanged"]);
    expect(summarize(await importRows([{ ...row, file: "other" }], "upsert"))).toEqual(["failed file"]);
  });

  it("asks a redirect for its url alone", async () => {
    const [redirect, either] = await importRows([{ handler: "redirect", host, alias: "x" }, { host }]);
    expect(redirect).toMatchObject({ errors: { url: ["is required"] } });
    expect(either).toMatchObject({ errors: { url: ["is required, or host and alias"] } });
  });

  it("names every bad field of a row", async () => {
    const row = { host: "nobody.acme.example", alias: "a b", title: 5, qr: { margin: "11" }, tags: [""] };
    expect(summarize(await importRows([row]))).toEqual(["failed alias qr.margin tags.0 title"]);
    const placed = { ...row, alias: "ab" };
    expect(summarize(await importRows([placed]))).toEqual(["failed host qr.margin tags.0 title"]);
  });

  it("puts nothing on a hostname of another workspace, nor changes what is there", async () => {
    const other = await createSite();
    const theirs = await other.createLink({ alias: "theirs", destination: DESTINATION });
    const row = { host: other.host, alias: "theirs", destination: "https://evil.example" };
    expect(summarize(await importRows([row], "upsert"))).toEqual(["failed host"]);
    expect((await other.call("GET", `/link/${theirs.id}`)).body).toEqual(theirs);
  });

  it("creates no short links if they are off", async () => {
    await env.DB.prepare("UPDATE hosts SET short_links_enabled = 0 WHERE host = ?1").bind(host).run();
    expect(summarize(await importRows([{ host, alias: "x" }, { url: `${host}/x` }]))).toEqual([
      "failed host",
      "created",
    ]);
  });
});

describe("a source that is named twice in one call", () => {
  it.each<[string, object, object, string]>([
    ["an alias", { alias: "twice" }, { alias: "twice" }, "alias"],
    ["an alias in NFC and NFD", { alias: "café" }, { alias: "cafe\u0301" }, "alias"],
    ["a path, escaped and not", { url: "HOST/caf%C3%A9" }, { url: "HOST/café/" }, "url"],
    ["every other path", { url: "HOST" }, { url: "HOST/*" }, "url"],
    ["an alias and a path", { alias: "twice" }, { url: "HOST/twice" }, "url"],
  ])("%s: the first lands, the second fails", async (_, first, second, field) => {
    const rows = [first, second].map((row) => ({
      ...("alias" in row && { host }),
      ...(JSON.parse(JSON.stringify(row).replaceAll("HOST", host)) as object),
    }));
    for (const mode of ["create", "upsert"] as const) {
      const [kept, dropped] = summarize(await importRows(rows, mode));
      expect(kept).toMatch(mode === "create" ? "created" : "unchanged");
      expect(dropped).toBe(`failed ${field}`);
    }
    expect(await recordCounts(site.id)).toEqual({ kept: 1, counted: 1 });
  });

  it("is free for the second row if the first was refused", async () => {
    const rows = [
      { host, alias: "twice", title: 5 },
      { host, alias: "twice", title: "fine" },
    ];
    expect(summarize(await importRows(rows))).toEqual(["failed title", "created"]);
  });

  it("does not conflict with another letter case", async () => {
    expect(
      summarize(
        await importRows([
          { host, alias: "Case" },
          { host, alias: "case" },
        ]),
      ),
    ).toEqual(["created", "created"]);
  });
});

it("hosts of one call may be many", async () => {
  const other = await connectHost(site);
  const rows = [host, other, host].map((name, index) => ({ host: name, alias: `a${index}` }));
  expect(summarize(await importRows(rows))).toEqual(["created", "created", "created"]);
});
