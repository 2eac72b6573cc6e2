import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { importInto, summarize, type ImportMode, type Outcome } from "../../support/import.ts";
import { createSite, historyOf, recordCounts, requireOk, type Site } from "../../support/site.ts";

const DESTINATION = "https://example.com/new";

let site: Site;
let host: string;

beforeEach(async () => {
  site = await createSite();
  host = site.host;
});

afterEach(() => {
  vi.useRealTimers();
});

function importRows(rows: unknown[], mode?: ImportMode): Promise<Outcome[]> {
  return importInto(site, rows, mode);
}

describe("mode", () => {
  it("create is the default, and fails for existing records", async () => {
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

  it("upsert changes only the fields of a row", async () => {
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

  it("[18.1] upsert leaves history with the source import", async () => {
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

  it("[18.9] upsert makes no short link of a redirect, and no redirect of a short link", async () => {
    const link = await site.createLink({ alias: "link" });
    const redirect = await site.createRedirect("/redirect");
    const rows = [{ url: `${host}/link` }, { host, alias: "redirect" }];
    expect(summarize(await importRows(rows, "upsert"))).toEqual(["failed url", "failed alias"]);
    const handlerOf = async (id: string) =>
      requireOk(await site.call("GET", `/links/${id}`)).body.handler as unknown;
    expect([await handlerOf(link.id), await handlerOf(redirect.id)]).toEqual(["short-url", "redirect"]);
  });
});
