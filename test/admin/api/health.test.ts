import { env, exports } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import packageJson from "../../../package.json";
import { VERSION } from "../../../src/version.ts";
import { createSite, type Site } from "../../support/site.ts";

let site: Site;

beforeAll(async () => {
  site = await createSite("free");
});

beforeEach(async () => {
  await env.DB.batch(
    ["pending", "dead_letters", "key_sweeps"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
});

afterEach(() => void vi.restoreAllMocks());

async function ask(token: string | null, host = "localhost:8787", method = "GET") {
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
  const response = await exports.default.fetch(new Request(`http://${host}/healthz`, { headers, method }));
  const text = await response.text();
  return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
}

describe("GET /healthz", () => {
  it("[25.6] answers only ok to callers without a token", async () => {
    expect(await ask(null)).toEqual({ status: 200, body: { status: "ok" } });
  });

  it("[25.6] answers more members to a caller with a token", async () => {
    expect(await ask(site.token)).toEqual({
      status: 200,
      body: {
        status: "ok",
        version: VERSION,
        database: "ok",
        store: "ok",
        pending_oldest_seconds: 0,
        dead_letters: 0,
        unknown_keys: null,
      },
    });
    expect(VERSION).toBe(packageJson.version);
  });

  it("[25.6] has the age of the oldest waiting snapshot, and the numbers of dead letters and unknown keys", async () => {
    const note = "INSERT INTO pending (seq, host, slot, created_at) VALUES (?1, 'x.example', ?2, ?3)";
    await env.DB.batch([
      env.DB.prepare(note).bind(2, "p/b", Date.now()),
      env.DB.prepare(note).bind(1, "p/a", Date.now() - 90_000),
      env.DB.prepare("INSERT INTO dead_letters (id, body, received_at) VALUES ('a', '1', 0), ('b', '2', 0)"),
      env.DB.prepare(
        "INSERT INTO key_sweeps (one, writes_tombstones, unknown, created_at, finished_at) VALUES (1, 0, 7, 0, 1)",
      ),
    ]);
    const { body } = await ask(site.token);
    expect(body).toMatchObject({ status: "ok", dead_letters: 2, unknown_keys: 7 });
    expect(body.pending_oldest_seconds).toBeGreaterThanOrEqual(90);
    expect(body.pending_oldest_seconds).toBeLessThan(900);
  });

  it.each<[string, () => void, object]>([
    [
      "D1 fails",
      () =>
        vi.spyOn(env.DB, "prepare").mockImplementation(() => {
          throw new Error("D1_ERROR: Network connection lost.");
        }),
      { status: "failing" },
    ],
    ["KV fails", () => vi.spyOn(env.SNAPSHOTS, "get").mockRejectedValue(new Error("KV GET failed: 500")), {}],
  ])("[25.6] is a 503 when %s", async (_, breakIt, expected) => {
    breakIt();
    expect(await ask(null)).toEqual({ status: 503, body: { status: "failing" } });
    const { status, body } = await ask(site.token);
    expect(status).toBe(503);
    // While the database is down nobody can be told from somebody.
    expect(body).toEqual(
      "status" in expected
        ? expected
        : { ...body, status: "failing", database: "ok", store: "failing", version: VERSION },
    );
  });

  it("[25.6] refuses a wrong token, and methods other than GET", async () => {
    expect((await ask(`sp_${"x".repeat(40)}`)).status).toBe(401);
    expect((await ask(site.token, "localhost:8787", "POST")).status).toBe(405);
  });

  it("[25.6] is the admin host's: a visitor's hostname has no such path", async () => {
    expect((await ask(null, site.host)).status).toBe(404);
  });
});
