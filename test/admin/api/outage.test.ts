import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSite, recordCounts, requireOk, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

const LOST = new Error("D1_ERROR: Network connection lost. at SELECT * FROM records");

let site: Site;

beforeEach(async () => {
  site = await createSite();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("while the database is down", () => {
  it.each<[string, string, unknown]>([
    ["POST", "/link", { host: "HOST", alias: "x" }],
    ["POST", "/redirect", { url: "HOST/x" }],
    ["PUT", "/link/ID", { alias: "other" }],
    ["DELETE", "/link/ID", undefined],
    ["PUT", "/files/page", "<p>"],
    ["POST", "/bulk/import", { rows: [{ url: "HOST/x" }] }],
    ["POST", "/host", { host: "other.acme.example" }],
  ])(
    "[9.17] %s %s is a 503 with Retry-After that tells nothing of the machine, and writes nothing",
    async (method, path, body) => {
      const link = await site.createLink({ alias: "standing" });
      const before = await recordCounts(site.id);
      vi.spyOn(env.DB, "batch").mockRejectedValue(LOST);
      const written =
        body === undefined
          ? undefined
          : (JSON.parse(JSON.stringify(body).replace("HOST", site.host)) as unknown);
      const answer = await site.call(method, path.replace("ID", link.id), written);
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
      const { request_id: _, ...told } = answer.body;
      expect(JSON.stringify(told)).not.toMatch(/D1|SELECT|records|lost/i);
      vi.restoreAllMocks();
      expect(await recordCounts(site.id)).toEqual(before);
      expect((await site.call("GET", `/link/${link.id}`)).body).toEqual(link);
    },
  );

  it("tokens cannot be checked: 503, not 401", async () => {
    vi.spyOn(env.DB, "prepare").mockImplementation(() => {
      throw LOST;
    });
    expect((await site.call("GET", "/link/0198c0de-0000-7000-8000-000000000001")).status).toBe(503);
  });
});

describe("a write is done once the database has it", () => {
  it("though the store takes no snapshot; visitors see it at once, and its note stays", async () => {
    const put = vi
      .spyOn(env.SNAPSHOTS, "put")
      .mockRejectedValue(new Error("KV PUT failed: 429 Too Many Requests"));
    const link = await site.createLink({ destination: "https://example.com/created" });
    expect((await visit(link.url)).headers.get("Location")).toBe("https://example.com/created");
    requireOk(await site.call("PUT", `/link/${link.id}`, { destination: "https://example.com/changed" }));
    expect((await visit(link.url)).headers.get("Location")).toBe("https://example.com/changed");
    expect(put).toHaveBeenCalled();
    const row = await env.DB.prepare("SELECT count(*) AS notes FROM pending WHERE host = ?1")
      .bind(site.host)
      .first();
    expect(row?.["notes"]).toBeGreaterThan(0);
    requireOk(await site.call("DELETE", `/link/${link.id}`));
    expect((await visit(link.url)).status).toBe(404);
  });

  it("though the queue takes no message", async () => {
    vi.spyOn(env.PROJECTION, "send").mockRejectedValue(new Error("Queue send failed"));
    const rows = [{ host: site.host, alias: "row", destination: "https://example.com" }];
    const { body } = requireOk(await site.call("POST", "/bulk/import", { rows }));
    expect(body.data).toMatchObject([{ result: "created" }]);
    expect((await visit(`http://${site.host}/row`)).status).toBe(302);
  });
});
