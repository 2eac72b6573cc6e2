import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  connectHost,
  createSite,
  expectRefused,
  historyOf,
  recordCounts,
  requireOk,
  type Site,
} from "../support/site.ts";
import { visit } from "../support/workspace.ts";

const DESTINATION = "https://example.com/new";

interface Outcome {
  row: number;
  result: "created" | "updated" | "unchanged" | "failed";
  id: string | null;
  errors?: Record<string, string[]>;
}

let site: Site;
let host: string;

beforeEach(async () => {
  site = await createSite();
  host = site.host;
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function importRows(rows: unknown[], mode?: "create" | "upsert"): Promise<Outcome[]> {
  const { body } = requireOk(await site.call("POST", "/bulk/import", { ...(mode && { mode }), rows }));
  return body.data;
}

/** The results in order; failures as the fields that they name. */
function summarize(outcomes: Outcome[]): string[] {
  return outcomes.map(({ result, errors }) =>
    result === "failed"
      ? `failed ${Object.keys(errors ?? {})
          .toSorted()
          .join(" ")}`
      : result,
  );
}

describe("POST /bulk/import", () => {
  it("answers every row in order, with its result, its id, and why it failed", async () => {
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

  it("of nothing is nothing", async () => {
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
    ["url and alias", { host: "HOST", alias: "x", url: "HOST/x" }, "url"],
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

  it("makes no short links where they are off", async () => {
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

  it("is free for the second where the first could not land", async () => {
    const rows = [
      { host, alias: "twice", title: 5 },
      { host, alias: "twice", title: "fine" },
    ];
    expect(summarize(await importRows(rows))).toEqual(["failed title", "created"]);
  });

  it("is no conflict in two letter cases", async () => {
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

describe("mode", () => {
  it("create is the default, and fails what exists", async () => {
    await site.createLink({ alias: "standing", title: "before" });
    await site.createRedirect("/old");
    const rows = [
      { host, alias: "standing", title: "after" },
      { url: `${host}/old`, title: "after" },
      { host, alias: "old", title: "after" },
    ];
    for (const mode of [undefined, "create"] as const) {
      expect(summarize(await importRows(rows, mode))).toEqual(["failed alias", "failed url", "failed alias"]);
    }
  });

  it("upsert merges only what a row gives", async () => {
    const before = await site.createLink({
      alias: "standing",
      title: "Title",
      destinations: [DESTINATION, "https://example.com/b"],
      utm: { source: "x" },
      tags: ["a"],
      qr: { theme: "dots" },
      password: "open sesame",
      expires: "2126-01-01T00:00:00Z",
      status: "paused",
    });
    const rows = [
      {
        host,
        alias: "standing",
        description: "given",
        utm: ["medium=y"],
        destination: "https://example.com/c",
      },
    ];
    expect(summarize(await importRows(rows, "upsert"))).toEqual(["updated"]);
    const after = requireOk(await site.call("GET", `/link/${before.id}`)).body;
    expect(after).toEqual({
      ...before,
      description: "given",
      utm: { ...before.utm, medium: "y" },
      destination: "https://example.com/c",
      destinations: ["https://example.com/c", "https://example.com/b"],
      updated_at: after.updated_at,
    });
  });

  it("upsert changes many rows in one call, and leaves one history entry for each", async () => {
    const rowsTo = (destination: string) =>
      Array.from({ length: 12 }, (_, index) => ({
        host,
        alias: `many-${index}`,
        destination,
        tags: [destination],
      }));
    const created = await importRows(rowsTo(DESTINATION));
    const changed = await importRows(rowsTo("https://example.com/b"), "upsert");
    expect(new Set(summarize(changed))).toEqual(new Set(["updated"]));
    expect(changed.map(({ id }) => id)).toEqual(created.map(({ id }) => id));
    for (const { id } of changed) {
      expect(await historyOf(id ?? "")).toMatchObject([{ new: { destination: ["https://example.com/b"] } }]);
    }
    expect(await recordCounts(site.id)).toEqual({ kept: 12, counted: 12 });
  });

  it("upsert that changes nothing is unchanged: no new updated_at, no history", async () => {
    vi.setSystemTime(Date.now() - 3_600_000);
    const before = await site.createLink({ alias: "standing", title: "Title", destination: DESTINATION });
    vi.useRealTimers();
    const rows = [{ host, alias: "standing", title: "Title", destination: DESTINATION }];
    expect(summarize(await importRows(rows, "upsert"))).toEqual(["unchanged"]);
    expect((await site.call("GET", `/link/${before.id}`)).body).toEqual(before);
    expect(await historyOf(before.id)).toEqual([]);
  });

  it("upsert leaves history with the source import", async () => {
    const { id } = await site.createRedirect("/old", { destination: DESTINATION });
    const rows = [{ url: `${host}/old`, destination: "https://example.com/b", type: "308", title: "x" }];
    expect(summarize(await importRows(rows, "upsert"))).toEqual(["updated"]);
    expect(await historyOf(id)).toMatchObject([
      {
        old: { destination: [DESTINATION], type: "301" },
        new: { destination: ["https://example.com/b"], type: "308" },
        source: "import",
      },
    ]);
  });

  it("upsert makes no short link of a redirect, and no redirect of a short link", async () => {
    await site.createLink({ alias: "link" });
    await site.createRedirect("/redirect");
    const rows = [{ url: `${host}/link` }, { host, alias: "redirect" }];
    expect(summarize(await importRows(rows, "upsert"))).toEqual(["failed url", "failed alias"]);
  });
});

it("hosts of one call may be many", async () => {
  const other = await connectHost(site);
  const rows = [host, other, host].map((name, index) => ({ host: name, alias: `a${index}` }));
  expect(summarize(await importRows(rows))).toEqual(["created", "created", "created"]);
});
