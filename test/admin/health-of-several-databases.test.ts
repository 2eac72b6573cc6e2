import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { JobName } from "../../src/domain/job.ts";
import { keeperOf } from "../../src/durable/keeper-of.ts";
import { JOBS } from "../../src/jobs/job.ts";
import { migrateDatabases, severalDatabases, type Installation } from "../support/several-databases.ts";
import type { TestWorkspace } from "../support/workspace.ts";

const KEY = "a-key-for-monitors,-long-enough-for-that";

let installation: Installation;
let placed: TestWorkspace;
/** Facts are kept for 30 seconds, so that each test asks at another time. */
let nowMs = Math.ceil(Date.now() / 86_400_000) * 86_400_000;

beforeAll(async () => {
  await migrateDatabases();
  installation = severalDatabases({ MONITOR_KEY: KEY });
  placed = await installation.createWorkspace("DB_01");
});

beforeEach(async () => {
  nowMs += 3_600_000;
  vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
  const outcomes = (Object.keys(JOBS) as JobName[]).map((job) => ({ job, error: null }));
  for (const one of installation.envs) await keeperOf(one).noteJobs({ outcomes, bytes: 1_000_000 }, nowMs);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function ask(path: string, key: string | null = KEY) {
  const headers: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` };
  const response = await installation.fetch(`http://localhost:8787${path}`, { headers });
  return { status: response.status, text: await response.text() };
}

async function askHealth(key: string | null = KEY) {
  const { status, text } = await ask("/healthz", key);
  return { status, body: JSON.parse(text) };
}

const breakDatabase = (database: D1Database) =>
  vi.spyOn(database, "prepare").mockImplementation(() => {
    throw new Error("D1_ERROR: Network connection lost.");
  });

describe("[25.6] the health of several databases", () => {
  it("has all of each for the monitor's key", async () => {
    await keeperOf({ ...env, DATABASE: "DB_01" }).noteJobs({ bytes: 3_000_000 }, nowMs + 86_400_000);
    const { status, body } = await askHealth();
    expect({ status, of: body.status, reasons: body.reasons }).toEqual({
      status: 200,
      of: "ok",
      reasons: [],
    });
    const { DB_01: second, ...others } = body.further_databases;
    expect(Object.keys(others)).toEqual(["DB_02"]);
    expect(second).toMatchObject({
      database: "ok",
      pending_oldest_seconds: 0,
      clicks_oldest_seconds: 0,
      dead_letters: 0,
      unknown_keys: null,
      backup_seconds: null,
      late_certificates: 0,
      migration: body.migration,
      jobs: { fold: { succeeded_seconds: 0, failing_since: null, error: null } },
      database_size: {
        bytes: expect.any(Number),
        limit_bytes: 10_000_000_000,
        growth_bytes_a_day: 2_000_000,
        full_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        estimated_tables: [{ name: "records" }, { name: "missed_paths" }],
      },
    });
  });

  it("names the database of a reason, and tells others of the workspaces nothing", async () => {
    await env.DB_02.prepare(
      "INSERT INTO pending (seq, host, slot, created_at) VALUES (1, 'x.example', 'p/a', ?1)",
    )
      .bind(nowMs - 700_000)
      .run();
    expect((await askHealth()).body).toMatchObject({
      status: "degraded",
      pending_oldest_seconds: 0,
      reasons: [{ code: "snapshots_waiting", values: { database: "DB_02", seconds: 700 } }],
      further_databases: { DB_02: { pending_oldest_seconds: 700 } },
    });
    for (const key of [null, placed.token]) {
      const { status, text } = await ask("/healthz", key);
      expect(status).toBe(200);
      expect(text).not.toContain("DB_0");
      expect(text).not.toContain("further");
      expect(JSON.parse(text)).toMatchObject({ status: "degraded", database: "ok" });
    }
    await env.DB_02.prepare("DELETE FROM pending").run();
  });

  it("[39.8] tells of a workspace that moves, and for a day that its move was given up", async () => {
    const note = (state: string, failures: number, seenAtMs: number) =>
      env.DB_01.prepare(
        `INSERT OR REPLACE INTO moves (workspace_id, id, state, other, failures, error, created_at, seen_at)
         VALUES ('w', 'm', ?1, 'DB_02', ?2, 'x', ?3, ?4)`,
      )
        .bind(state, failures, nowMs - 3_600_000, seenAtMs)
        .run();
    const read = async (waitMs: number) => {
      vi.setSystemTime(nowMs + waitMs);
      const { reasons, move, further_databases } = (await askHealth()).body;
      return { reasons, first: move, second: further_databases.DB_01.move };
    };
    const move = { workspace_id: "w", to: "DB_02", failures: 2, error: "x", seconds: 3_600 };
    await note("copying", 2, nowMs - 60_000);
    expect(await read(0)).toEqual({
      reasons: [],
      first: null,
      second: { ...move, state: "copying", silent_seconds: 60 },
    });
    await note("cancelled", 10, nowMs - 60_000);
    const [reason, ...others] = (await read(31_000)).reasons;
    expect(others).toEqual([]);
    expect(reason).toMatchObject({ code: "move_stuck", values: { database: "DB_01", state: "cancelled" } });
    await note("cancelled", 9, nowMs);
    expect(await read(62_000)).toEqual({ reasons: [], first: null, second: null });
    await note("cancelled", 10, nowMs - 86_400_000);
    expect(await read(93_000)).toEqual({ reasons: [], first: null, second: null });
    await env.DB_01.prepare("DELETE FROM moves").run();
  });

  it("is degraded while a further database is down, and down while the first is", async () => {
    breakDatabase(env.DB_01);
    const { status, body } = await askHealth();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "degraded",
      database: "ok",
      reasons: [{ code: "database_down", values: { database: "DB_01" } }],
      further_databases: { DB_01: { database: "failing", dead_letters: null }, DB_02: { database: "ok" } },
    });
    vi.restoreAllMocks();
    vi.setSystemTime(nowMs + 31_000);
    breakDatabase(env.DB);
    expect(await askHealth()).toMatchObject({
      status: 503,
      body: {
        status: "down",
        reasons: [{ code: "database_down", values: {} }],
        further_databases: { DB_01: { database: "ok" } },
      },
    });
  });

  it("asks all at the same time", async () => {
    const waiting = new Set<string>();
    const prepare = env.DB_02.prepare.bind(env.DB_02);
    const answers = Promise.withResolvers<void>();
    for (const [name, database] of Object.entries({ DB: env.DB, DB_01: env.DB_01 })) {
      const real = database.prepare.bind(database);
      vi.spyOn(database, "prepare").mockImplementation((sql) => {
        const statement = real(sql);
        const bind = statement.bind.bind(statement);
        statement.bind = (...values) => {
          const bound = bind(...values);
          const all = bound.all.bind(bound);
          bound.all = async <T>() => {
            waiting.add(name);
            await answers.promise;
            return all<T>();
          };
          return bound;
        };
        return statement;
      });
    }
    vi.spyOn(env.DB_02, "prepare").mockImplementation((sql) => {
      if (waiting.size === 2) answers.resolve();
      return prepare(sql);
    });
    expect((await askHealth()).body.status).toBe("ok");
  });
});

describe("[25.16] the metrics of several databases", () => {
  it("have a label for each further one", async () => {
    breakDatabase(env.DB_02);
    const { text } = await ask("/metrics");
    expect(text).toContain('signpost_up{part="database"} 1\n');
    expect(text).toContain('signpost_up{database="DB_01",part="database"} 1\n');
    expect(text).toContain('signpost_up{database="DB_02",part="database"} 0\n');
    expect(text).toContain('signpost_degraded{database="DB_02",code="database_down",of=""} 1\n');
    expect(text).toMatch(/^signpost_database_bytes\{database="DB_01"\} \d+$/m);
    expect(text.match(/^# TYPE signpost_database_bytes gauge$/gm)).toHaveLength(1);
  });
});
