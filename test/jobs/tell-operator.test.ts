import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE_MS } from "../../src/domain/time.ts";
import { keeperOf } from "../../src/durable/keeper-of.ts";
import type { Env } from "../../src/env.ts";
import { runJobs } from "../../src/jobs/run-jobs.ts";
import { withJobs } from "../support/run-cron.ts";
import { fakeWeb, type FakeWeb } from "../support/web.ts";

const SECRET = `whsec_${btoa("a secret for tests, 24 bytes and more")}`;
const HOOK = "https://hook.example/operator";

let web: FakeWeb;
let nowMs = Math.ceil(Date.now() / 86_400_000) * 86_400_000;
let warned: string[];
const { env: bindings } = withJobs({
  ...env,
  OPERATOR_NOTIFY_URL: HOOK,
  OPERATOR_NOTIFY_SECRET: SECRET,
});

async function minute(bound: Env = bindings): Promise<void> {
  nowMs += MINUTE_MS;
  await runJobs(bound, nowMs).catch(() => {});
}

/** What the operator was told since the last call, by verified messages. */
async function told(): Promise<object[]> {
  const requests = web.requests.splice(0);
  return Promise.all(
    requests.map(async (request) => {
      expect(request.url).toBe(HOOK);
      const [body, headers] = [await request.text(), Object.fromEntries(request.headers)];
      // The library refuses messages that come from the future.
      vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
      const { type, data } = new Webhook(SECRET).verify(body, headers) as { type: string; data: object };
      vi.useRealTimers();
      return { type, ...data };
    }),
  );
}

beforeEach(async () => {
  web = fakeWeb();
  warned = [];
  vi.spyOn(console, "log").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation((text: string) => void warned.push(text));
  await env.DB.batch(["dead_letters", "pending"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
  for (let passed = 0; passed < 2; passed++) await minute();
  web.requests.length = 0;
});
afterEach(() => void vi.restoreAllMocks());

/** A database that says how large it is. */
function withSize(bytes: number): Env {
  const DB = Object.assign(Object.create(env.DB) as D1Database, {
    prepare(sql: string) {
      const statement = env.DB.prepare(sql);
      if (!sql.includes("pendingSinceMs")) return statement;
      const all = async (...values: unknown[]) => {
        const { meta, ...rest } = await statement.bind(...values).all();
        return { ...rest, meta: { ...meta, size_after: bytes } };
      };
      return { bind: (...values: unknown[]) => ({ all: () => all(...values) }) };
    },
    batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
  });
  return { ...bindings, DB };
}

const addLetter = () =>
  env.DB.prepare("INSERT INTO dead_letters (id, body, received_at) VALUES ('a', '1', 0)").run();
const deleteLetter = () => env.DB.prepare("DELETE FROM dead_letters").run();

describe("[25.17] the operator's URL", () => {
  it("is told once when a reason begins and once when it ends, by signed messages", async () => {
    await minute();
    expect(await told()).toEqual([]);
    await addLetter();
    await minute();
    expect(await told()).toEqual([
      {
        type: "installation.reason_began",
        code: "dead_letters",
        values: { count: 1, refused_seconds: null },
      },
    ]);
    await minute();
    expect(await told()).toEqual([]);
    await deleteLetter();
    await minute();
    expect(await told()).toMatchObject([{ type: "installation.reason_ended", code: "dead_letters" }]);
    await minute();
    expect(await told()).toEqual([]);
  });

  it("is told again in the next minute what it did not accept", async () => {
    await addLetter();
    web.site = () => new Response(null, { status: 500 });
    await minute();
    expect(await told()).toHaveLength(1);
    expect(warned.join("\n")).toContain("operator_not_told");
    web.site = () => new Response("");
    await minute();
    expect(await told()).toHaveLength(1);
    await minute();
    expect(await told()).toEqual([]);
  });

  it("is told of a database that fills at 70, 85 and 95 percent", async () => {
    for (const percent of [71, 86, 96]) {
      await minute(withSize(percent * 100_000_000));
      expect(await told()).toMatchObject([
        { type: "installation.reason_began", code: "database_filling", values: { percent: percent - 1 } },
        ...(percent === 71 ? [] : [{ type: "installation.reason_ended", code: "database_filling" }]),
      ]);
    }
    await minute();
    expect(await told()).toMatchObject([{ type: "installation.reason_ended", values: { percent: 95 } }]);
  });

  it("is told by name of a job that has not succeeded for ten minutes", async () => {
    const broken = { ...bindings, HEARTBEAT: env.HEARTBEAT, SNAPSHOTS: env.SNAPSHOTS };
    await env.DB.prepare(
      "INSERT INTO pending (seq, host, slot, created_at, leased_until) VALUES (1, 'x.example', 'h', ?1, 1)",
    )
      .bind(nowMs)
      .run();
    const DB = Object.assign(Object.create(env.DB) as D1Database, {
      prepare: (sql: string) => {
        if (sql.startsWith("UPDATE pending")) throw new Error("D1_ERROR: overloaded");
        return env.DB.prepare(sql);
      },
      batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
    });
    for (let passed = 0; passed < 10; passed++) await minute({ ...broken, DB });
    expect(await told()).toEqual([]);
    await minute({ ...broken, DB });
    expect(await told()).toMatchObject([
      { code: "job_overdue", values: { job: "drain", seconds: 660, error: "Error: D1_ERROR: overloaded" } },
      { code: "snapshots_waiting" },
    ]);
  });

  it("is asked by no request where it leads to an address that is not public", async () => {
    await addLetter();
    web.resolver = () => Response.json({ Status: 0, Answer: [{ type: 1, data: "10.0.0.1" }] });
    await minute();
    expect(web.requests).toEqual([]);
    expect((await keeperOf(env).noteJobs({}, nowMs)).told).toEqual([]);
  });
});
