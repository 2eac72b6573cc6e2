import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSite, expectRefused, recordCounts, requireOk, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

let site: Site;
let host: string;

beforeEach(async () => {
  site = await createSite();
  host = site.host;
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** As if the consumer never ran: nobody calls it. */
function silenceQueue() {
  return vi.spyOn(env.PROJECTION, "send").mockResolvedValue(undefined as never);
}

async function importRows(rows: unknown[], mode: "create" | "upsert" = "create"): Promise<string[]> {
  const { body } = requireOk(await site.call("POST", "/bulk/import", { mode, rows }));
  return body.data.map(({ result }: { result: string }) => result);
}

async function pendingNotes(): Promise<number> {
  const row = await env.DB.prepare("SELECT count(*) AS notes FROM pending WHERE host = ?1")
    .bind(host)
    .first<{ notes: number }>();
  return row?.notes ?? 0;
}

describe("[19.1] an imported row shows to visitors at once, before any consumer has run", () => {
  it("as a new short link, redirect, prefix, query source and `*`", async () => {
    const send = silenceQueue();
    const results = await importRows([
      { host, alias: "link", destination: "https://example.com/link" },
      { url: `${host}/a/b`, destination: "https://example.com/exact" },
      { url: `${host}/blog/*`, destination: "https://example.com/prefix" },
      { url: `${host}/a/b?x=1`, destination: "https://example.com/query" },
      { url: host, destination: "https://example.com/any" },
      { host, alias: "below", destination: "https://example.com/below", forward_path: true },
    ]);
    expect(results).toEqual(Array.from({ length: 6 }, () => "created"));
    expect(send).toHaveBeenCalled();
    expect(await pendingNotes()).toBeGreaterThan(0);
    for (const [path, location] of [
      ["/link", "https://example.com/link"],
      ["/a/b", "https://example.com/exact"],
      ["/blog/2026/01", "https://example.com/prefix"],
      ["/a/b?x=1", "https://example.com/query"],
      ["/nothing/else", "https://example.com/any"],
      ["/below/this", "https://example.com/below/this"],
    ]) {
      expect((await visit(`http://${host}${path}`)).headers.get("Location")).toBe(location);
    }
  });

  it("as a change of what visitors saw a moment ago", async () => {
    const { alias, url } = await site.createLink({ destination: "https://example.com/before" });
    expect((await visit(url)).headers.get("Location")).toBe("https://example.com/before");
    silenceQueue();
    expect(await importRows([{ host, alias, destination: "https://example.com/after" }], "upsert")).toEqual([
      "updated",
    ]);
    expect((await visit(url)).headers.get("Location")).toBe("https://example.com/after");
  });

  it("in place of a 404 that visitors saw a moment ago", async () => {
    silenceQueue();
    expect((await visit(`http://${host}/soon`)).status).toBe(404);
    await importRows([{ host, alias: "soon", destination: "https://example.com" }]);
    expect((await visit(`http://${host}/soon`)).status).toBe(302);
  });
});

describe("5,000 rows", () => {
  it("go in with one call, and again as unchanged", async () => {
    silenceQueue();
    const rows = Array.from({ length: 5_000 }, (_, index) => ({
      url: `${host}/old/${index}`,
      destination: `https://example.com/new/${index}`,
    }));
    expect(new Set(await importRows(rows))).toEqual(new Set(["created"]));
    expect(await recordCounts(site.id)).toEqual({ kept: 5_000, counted: 5_000 });
    expect((await visit(`http://${host}/old/4999`)).headers.get("Location")).toBe(
      "https://example.com/new/4999",
    );
    expect(new Set(await importRows(rows, "upsert"))).toEqual(new Set(["unchanged"]));
    expect(await recordCounts(site.id)).toEqual({ kept: 5_000, counted: 5_000 });
  });

  it("and one more are refused in whole", async () => {
    const rows = Array.from({ length: 5_001 }, (_, index) => ({ url: `${host}/${index}` }));
    expectRefused(await site.call("POST", "/bulk/import", { rows }), "rows");
    expect(await recordCounts(site.id)).toEqual({ kept: 0, counted: 0 });
  });
});

describe("loops inside one import", () => {
  /** Follows visits from a path until they leave the host; more than so many are a loop. */
  async function hopsFrom(path: string): Promise<number> {
    let url = `https://${host}${path}`;
    for (let hops = 0; hops < 10; hops++) {
      if (!url.startsWith(`https://${host}/`)) return hops;
      const location = (await visit(url)).headers.get("Location");
      if (location === null) return hops;
      url = location;
    }
    return Number.POSITIVE_INFINITY;
  }

  it.each([
    ["of two rows", ["/a", "/b"]],
    ["of three rows", ["/a", "/b", "/c"]],
    ["of five rows", ["/a", "/b", "/c", "/d", "/e"]],
  ])("%s are broken, and a row that fails names the loop", async (_, paths) => {
    const rows = paths.map((path, index) => ({
      url: host + path,
      destination: `https://${host}${paths[(index + 1) % paths.length]}`,
    }));
    const { body } = requireOk(await site.call("POST", "/bulk/import", { rows }));
    const failed = body.data.filter(({ result }: { result: string }) => result === "failed");
    expect(failed.length).toBeGreaterThan(0);
    for (const { errors } of failed) {
      expect(Object.keys(errors)).toEqual(["destination"]);
      expect(errors.destination[0]).toContain(`${host}/a`);
    }
    for (const path of paths) expect(await hopsFrom(path)).toBeLessThanOrEqual(paths.length);
  });

  it("that rows far apart make are broken as well", async () => {
    silenceQueue();
    const filler = Array.from({ length: 600 }, (_, index) => ({ url: `${host}/filler/${index}` }));
    const results = await importRows([
      { url: `${host}/first`, destination: `https://${host}/last` },
      ...filler,
      { url: `${host}/last`, destination: `https://${host}/first` },
    ]);
    expect(results.filter((result) => result === "failed").length).toBeGreaterThan(0);
    expect(await hopsFrom("/first")).toBeLessThanOrEqual(2);
  });

  const OUTSIDE: Record<string, string> = { "-": "https://example.com", x: "https://blocked.example" };
  /** `a>b,c` is a row whose source is `a`, and which leads to `b` and `c`; `x` is on the blocklist. */
  const toRow = (text: string) => {
    const [from, to = ""] = text.split(">");
    return {
      url: `${host}/${from}`,
      destinations: to.split(",").map((one) => OUTSIDE[one] ?? `https://${host}/${one}`),
    };
  };

  it.each([
    ["loops", ["a>-", "b>c", "c>-"], ["a>b", "b>a", "c>b"], "failed failed failed"],
    ["is blocked", ["a>-", "b>a"], ["a>b", "b>x"], "failed failed"],
    ["would have led back", ["a>-", "b>-"], ["a>b", "b>a,x"], "updated failed"],
  ])("[4.11, 28.19] are sought as if a row that %s were not there", async (_, stored, rows, results) => {
    requireOk(await site.call("PUT", "/blocklist", { hosts: ["blocked.example"] }));
    await importRows(stored.map(toRow));
    expect((await importRows(rows.map(toRow), "upsert")).join(" ")).toBe(results);
  });

  it("[4.11, 28.19] are found among rows that each bring back what the next leads to", async () => {
    const names = Array.from({ length: 30 }, (_, index) => index);
    await importRows([...names.map((n) => toRow(`${n}>${n + 1}`)), toRow("30>-")]);
    const rows = ["0>0", ...names.map((n) => `${n + 1}>${n}`)].map(toRow);
    expect(new Set(await importRows(rows, "upsert"))).toEqual(new Set(["failed"]));
  });

  it("[4.11] are found through a row for which the plan's limit has no room", async () => {
    site = await createSite("free");
    host = site.host;
    const filler = Array.from({ length: 48 }, (_, index) => toRow(`${index}>-`));
    await importRows([...filler, toRow("a>-"), toRow("p/*>a")]);
    expect(await importRows([toRow("a>p/x"), toRow("p/x>-")], "upsert")).toEqual(["failed", "failed"]);
  });

  it("leave rows that only lead there alone", async () => {
    const outcomes = await importRows([
      { url: `${host}/a`, destination: `https://${host}/a` },
      { url: `${host}/to-a`, destination: `https://${host}/a` },
      { url: `${host}/away`, destination: "https://example.com" },
    ]);
    expect(outcomes).toEqual(["failed", "created", "created"]);
  });
});

it("rows with as much text as they can have are taken like any others", async () => {
  silenceQueue();
  const destinations = Array.from(
    { length: 20 },
    (_, index) => `https://${host}/${"x".repeat(1_990)}${index}`,
  );
  const rows = Array.from({ length: 150 }, (_, index) => ({ host, alias: `long-${index}`, destinations }));
  expect(new Set(await importRows(rows))).toEqual(new Set(["created"]));
  const changed = rows.map((row) => ({ ...row, destinations: destinations.toReversed() }));
  expect(new Set(await importRows(changed, "upsert"))).toEqual(new Set(["updated"]));
});
