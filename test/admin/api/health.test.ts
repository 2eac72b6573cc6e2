import { env, exports } from "cloudflare:workers";
import { createExecutionContext } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import packageJson from "../../../package.json";
import { keeperOf } from "../../../src/durable/keeper-of.ts";
import { JOBS } from "../../../src/jobs/job.ts";
import type { JobName } from "../../../src/domain/job.ts";
import { checkEnv } from "../../../src/check-env.ts";
import type { Env } from "../../../src/env.ts";
import worker from "../../../src/index.ts";
import { VERSION } from "../../../src/version.ts";
import { meterDatabase } from "../../support/rows-read.ts";
import { createSite, type Site } from "../../support/site.ts";
import { itWithOneDatabase } from "../../support/one-database.ts";

let site: Site;
/** Facts are kept for 30 seconds, so that each test asks at another time. */
let nowMs = Math.ceil(Date.now() / 86_400_000) * 86_400_000;

const KEY = "a key for monitors, long enough for that".replaceAll(" ", "-");
const monitored: Env = { ...env, MONITOR_KEY: KEY };

const jobsAreWell = (of: Env = env) =>
  keeperOf(of).noteJobs(
    { outcomes: (Object.keys(JOBS) as JobName[]).map((job) => ({ job, error: null })), bytes: 1_000_000 },
    nowMs,
  );

beforeAll(async () => {
  site = await createSite("free");
});

beforeEach(async () => {
  nowMs += 3_600_000;
  vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
  await env.DB.batch(
    ["pending", "dead_letters", "key_sweeps", "click_batches"].map((table) =>
      env.DB.prepare(`DELETE FROM ${table}`),
    ),
  );
  await jobsAreWell();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function ask(token: string | null, host = "localhost:8787", method = "GET") {
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
  const response = await exports.default.fetch(new Request(`http://${host}/healthz`, { headers, method }));
  const text = await response.text();
  return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
}

/** A call of a Worker that has the secret. */
async function askMonitored(path: string, key: string | null, bindings: Env = monitored) {
  const headers: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` };
  const request = new Request(`http://localhost:8787${path}`, { headers });
  const response = await worker.fetch(request as never, bindings, createExecutionContext());
  const text = await response.text();
  return { status: response.status, text, body: text.startsWith("{") ? JSON.parse(text) : null };
}

const down = () => {
  throw new Error("D1_ERROR: Network connection lost.");
};

// What it says of several databases is told in health-of-several-databases.test.ts.
describe("[25.6] GET /healthz", () => {
  itWithOneDatabase("answers to anybody whether it, the database and the store are well", async () => {
    expect(await ask(null)).toEqual({ status: 200, body: { status: "ok", database: "ok", store: "ok" } });
  });

  itWithOneDatabase("answers more members to a caller with a token", async () => {
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

  itWithOneDatabase(
    "has the age of the oldest waiting snapshot, and the numbers of dead letters and unknown keys",
    async () => {
      const note = "INSERT INTO pending (seq, host, slot, created_at) VALUES (?1, 'x.example', ?2, ?3)";
      await env.DB.batch([
        env.DB.prepare(note).bind(2, "p/b", nowMs),
        env.DB.prepare(note).bind(1, "p/a", nowMs - 90_000),
        env.DB.prepare(
          "INSERT INTO dead_letters (id, body, received_at) VALUES ('a', '1', 0), ('b', '2', 0)",
        ),
        env.DB.prepare(
          "INSERT INTO key_sweeps (one, writes_tombstones, unknown, created_at, finished_at) VALUES (1, 0, 7, 0, 1)",
        ),
      ]);
      const { body } = await ask(site.token);
      expect(body).toMatchObject({
        status: "degraded",
        pending_oldest_seconds: 90,
        dead_letters: 2,
        unknown_keys: 7,
      });
    },
  );

  itWithOneDatabase.each<[string, () => void, object]>([
    [
      "D1 fails",
      () => vi.spyOn(env.DB, "prepare").mockImplementation(down),
      { database: "failing", store: "ok" },
    ],
    [
      "KV fails",
      () => vi.spyOn(env.SNAPSHOTS, "get").mockRejectedValue(new Error("KV GET failed: 500")),
      { database: "ok", store: "failing" },
    ],
  ])(
    "is a 503 that tells which part when %s, and a 200 as soon as it answers again",
    async (_, breakIt, parts) => {
      breakIt();
      expect(await ask(null)).toEqual({ status: 503, body: { status: "down", ...parts } });
      const { status, body } = await ask(site.token);
      expect(status).toBe(503);
      expect(body).toMatchObject({ status: "down", ...parts });
      vi.restoreAllMocks();
      expect((await ask(null)).status).toBe(200);
    },
  );

  it("refuses a wrong token, and methods other than GET", async () => {
    expect((await ask(`sp_${"x".repeat(40)}`)).status).toBe(401);
    expect((await ask(site.token, "localhost:8787", "POST")).status).toBe(405);
  });

  it("is the admin host's: a visitor's hostname has no such path", async () => {
    expect((await ask(null, site.host)).status).toBe(404);
  });
});

describe("[25.6] the monitor's key", () => {
  itWithOneDatabase("opens the state of the installation, also while the database is down", async () => {
    await env.DB.prepare("INSERT INTO dead_letters (id, body, received_at) VALUES ('a', '1', 0)").run();
    await env.DB.prepare("INSERT INTO click_batches (id, body) VALUES (?1, '{}')")
      .bind(`${(nowMs - 700_000).toString(36).padStart(9, "0")}-x`)
      .run();
    const { status, body } = await askMonitored("/healthz", KEY);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "degraded",
      reasons: [
        { code: "clicks_waiting", values: { seconds: 700 } },
        { code: "dead_letters", values: { count: 1, refused_seconds: null } },
      ],
      jobs: { fold: { succeeded_seconds: 0, failing_since: null, error: null } },
      clicks_oldest_seconds: 700,
      migration: expect.stringMatching(/^\d{4}_/),
      backup_seconds: null,
      database_size: { limit_bytes: 10_000_000_000, full_on: null },
    });
    expect(body.database_size.bytes).toBeGreaterThan(100_000);
    expect(body.database_size.estimated_tables).toMatchObject([{ name: "records", rows: 0 }, {}]);
    vi.spyOn(env.DB, "prepare").mockImplementation(down);
    vi.setSystemTime(nowMs + 31_000);
    expect((await askMonitored("/healthz", KEY)).body).toMatchObject({
      status: "down",
      reasons: [{ code: "database_down" }],
      jobs: { fold: { succeeded_seconds: 31 } },
      clicks_oldest_seconds: null,
    });
  });

  it("tells which databases are not bound, and that visits and calls go on", async () => {
    const bindings = { ...monitored, DATABASES: "3", DB_01: env.DB };
    Reflect.deleteProperty(bindings, "DB_02");
    await jobsAreWell({ ...env, DATABASE: "DB_01" });
    expect(await askMonitored("/healthz", KEY, bindings)).toMatchObject({
      status: 200,
      body: { status: "degraded", reasons: [{ code: "database_missing", values: { name: "DB_02" } }] },
    });
    expect((await askMonitored("/v1/links", site.token, bindings)).status).toBe(200);
    expect((await askMonitored("/healthz", KEY, { ...monitored, DATABASES: "1" })).body.status).toBe("ok");
    expect(() => checkEnv({ ...env, DATABASES: "0" })).toThrow("variable DATABASES must be 1 to 100");
  });

  it("is no token, and no token is the key", async () => {
    expect((await askMonitored("/v1/links", KEY)).status).toBe(401);
    expect((await askMonitored("/healthz", site.token)).body.reasons).toBeUndefined();
    for (const wrong of [KEY.slice(1), `${KEY}x`, KEY.toUpperCase(), site.token, null]) {
      expect((await askMonitored("/metrics", wrong)).status).toBe(401);
    }
    expect((await askMonitored("/healthz", KEY.toUpperCase())).status).toBe(401);
    expect((await askMonitored("/metrics", "", env)).status).toBe(401);
    expect((await askMonitored("/metrics", "undefined", env)).status).toBe(401);
  });

  itWithOneDatabase("costs two statements in 30 seconds at most, however often it is sent", async () => {
    const metered = meterDatabase();
    const bindings = { ...monitored, ...metered.env, MONITOR_KEY: KEY };
    for (let second = 0; second < 30; second++) {
      vi.setSystemTime(nowMs + 1_000 * second);
      expect((await askMonitored(second % 2 === 0 ? "/healthz" : "/metrics", KEY, bindings)).status).toBe(
        200,
      );
    }
    expect(metered.rows.statements).toBe(2);
    vi.setSystemTime(nowMs + 30_000);
    await askMonitored("/healthz", KEY, bindings);
    expect(metered.rows.statements).toBe(4);
  });

  it("that is too short opens nothing, and the setup is told to be incomplete", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const asked = askMonitored("/healthz", "short", { ...env, MONITOR_KEY: "short" });
    await expect(asked).rejects.toThrow("secret MONITOR_KEY needs 32 characters or more");
  });
});

describe("[25.16] GET /metrics", () => {
  it("is text for Prometheus", async () => {
    const { status, text } = await askMonitored("/metrics", KEY);
    expect(status).toBe(200);
    expect(text).toContain(`signpost_info{version="${VERSION}",migration="`);
    expect(text).toContain('signpost_job_succeeded_seconds{job="fold"} 0\n');
    expect(text).toContain('signpost_up{part="database"} 1\n');
    expect(text.endsWith("# EOF\n")).toBe(true);
  });
});
