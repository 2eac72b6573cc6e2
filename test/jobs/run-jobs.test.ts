import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE_MS } from "../../src/domain/time.ts";
import { keeperOf } from "../../src/durable/keeper-of.ts";
import type { Env } from "../../src/env.ts";
import { JOBS } from "../../src/jobs/job.ts";
import { runJobs } from "../../src/jobs/run-jobs.ts";
import { completeHosts } from "../support/complete-hosts.ts";
import { clicksOn, messageOf, store } from "../support/click.ts";
import { meterDatabase } from "../support/rows-read.ts";
import { deliverJob, withJobs } from "../support/run-cron.ts";
import { createSite, type Site } from "../support/site.ts";

let site: Site;
let nowMs = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
let lines: Record<string, unknown>[] = [];

/** A database that fails at each statement that names a table, except the one that looks for work. */
function withoutTable(table: string): Env {
  const DB = Object.assign(Object.create(env.DB) as D1Database, {
    prepare: (sql: string) => {
      if (!sql.includes(table) || sql.startsWith("SELECT ?1")) return env.DB.prepare(sql);
      throw new Error("D1_ERROR: overloaded");
    },
    batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
  });
  return { ...env, DB };
}

const linesOf = (event: string) => lines.filter((line) => line["event"] === event);

async function minute(bindings: Env = env): Promise<void> {
  nowMs += MINUTE_MS;
  await runJobs(bindings, nowMs);
}

async function countAgo(ageMs: number): Promise<void> {
  await site.call("GET", "/links/facets?filter[search]=some");
  await env.DB.prepare("UPDATE count_cache SET touched_at = ?1")
    .bind(nowMs - ageMs)
    .run();
}

async function click(): Promise<void> {
  const { id } = await site.createLink({ destination: "https://example.com/" });
  await store([messageOf(...clicksOn(id, 3, { atMs: nowMs }))]);
}

const cached = () => env.DB.prepare("SELECT count(*) AS n FROM count_cache").first<number>("n");

beforeEach(async () => {
  lines = [];
  const note = (text: string) => void lines.push(JSON.parse(text) as Record<string, unknown>);
  for (const level of ["log", "info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation(note);
  }
  site = await createSite();
  await completeHosts();
  await env.DB.prepare("UPDATE hosts SET check_due_at = ?1")
    .bind(nowMs + 86_400_000)
    .run();
  await env.DB.batch(["job_leases", "count_cache"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
});

describe("[25.14] a minute of cron", () => {
  it("with nothing to do takes few statements, reads few rows and writes none", async () => {
    await click();
    for (let passed = 0; passed < 5; passed++) await minute();
    const metered = meterDatabase();
    for (let passed = 0; passed < 60; passed++) {
      Object.assign(metered.rows, { read: 0, written: 0, statements: 0 });
      await minute(metered.env);
      expect(metered.rows.statements).toBeLessThanOrEqual(8);
      expect(metered.rows.read).toBeLessThanOrEqual(100);
      expect(metered.rows.written).toBe(0);
    }
  });

  it("sends a job that takes long to its queue, once, and the job does its work there", async () => {
    await countAgo(25 * 3_600_000);
    const jobs = withJobs(env);
    await minute(jobs.env);
    await minute(jobs.env);
    expect(jobs.sent).toMatchObject([{ kind: "job", job: "forget-calls" }]);
    expect(await cached()).toBe(1);
    await deliverJob(jobs.sent[0]!, env, nowMs);
    expect(await cached()).toBe(0);
    expect(linesOf("job_done").at(-1)).toMatchObject({ job: "forget-calls", left: false, statements: 12 });
  });

  it("runs no job whose message comes twice, or too late", async () => {
    await countAgo(25 * 3_600_000);
    const jobs = withJobs(env);
    await minute(jobs.env);
    nowMs += 3 * MINUTE_MS;
    await minute(jobs.env);
    const [late, current] = jobs.sent;
    await deliverJob(late!, env, nowMs);
    expect(linesOf("job_done").filter(({ job }) => job === "forget-calls")).toHaveLength(0);
    await Promise.all([deliverJob(current!, env, nowMs), deliverJob(current!, env, nowMs)]);
    expect(linesOf("job_done").filter(({ job }) => job === "forget-calls")).toHaveLength(1);
  });

  it("does the work of a job whose message the queue does not take three minutes later", async () => {
    await countAgo(25 * 3_600_000);
    const full = {
      ...env,
      JOBS: { sendBatch: () => Promise.reject(new Error("full")) } as unknown as Env["JOBS"],
    };
    await expect(minute(full)).rejects.toThrow("forget-calls: Error: full");
    nowMs += 3 * MINUTE_MS;
    const jobs = withJobs(env);
    await minute(jobs.env);
    expect(jobs.sent).toHaveLength(1);
  });

  it("names a job that fails, and since when, after all jobs have run", async () => {
    await minute();
    await click();
    const broken = withoutTable("click_batches");
    const since = new Date(nowMs + MINUTE_MS).toISOString();
    for (let times = 0; times < 2; times++) {
      await expect(minute(broken)).rejects.toThrow("fold: Error: D1_ERROR: overloaded");
    }
    const failed = { level: "error", job: "fold", error: "Error: D1_ERROR: overloaded", since };
    expect(linesOf("job_failed")).toMatchObject([failed, failed]);
    expect(linesOf("job_done").filter(({ job }) => job === "heartbeat")).toHaveLength(3);
    const { states } = await keeperOf(env).noteJobs({}, nowMs);
    expect(states.fold).toMatchObject({ succeededAtMs: nowMs - 2 * MINUTE_MS, failure: { lastMs: nowMs } });
    expect(states["forget-clicks"]).toEqual({ succeededAtMs: nowMs, failure: null });
    await minute();
    expect((await keeperOf(env).noteJobs({}, nowMs)).states.fold).toEqual({
      succeededAtMs: nowMs,
      failure: null,
    });
  });

  it("fails as a whole, by the name of the heartbeat, while the database is down", async () => {
    const down = {
      ...env,
      DB: {
        prepare: () => {
          throw new Error("D1_ERROR: overloaded");
        },
      } as unknown as D1Database,
    };
    await expect(minute(down)).rejects.toThrow("heartbeat: Error: D1_ERROR: overloaded");
    expect(linesOf("job_failed")).toMatchObject([{ job: "heartbeat" }]);
  });
});

describe("[25.14] the jobs that share the invocation of cron", () => {
  it("together stay within the limits of an invocation", () => {
    const shared = Object.values(JOBS).flatMap(({ inCron }) => inCron ?? []);
    const sum = (name: "statements" | "subrequests") => shared.reduce((all, one) => all + one[name], 0);
    expect(sum("statements")).toBeLessThan(1_000);
    // The limit has risen to 10,000 since.
    expect(sum("subrequests")).toBeLessThan(1_500);
  });
});

describe("[25.15] a minute of cron on the free plan", () => {
  const QUEUES = ["PROJECTION", "WATCH", "JOBS"] as const;
  const free = (bindings: Env = env): Env => {
    const refuse = () => Promise.reject(new Error("a message was sent"));
    const queues = QUEUES.map((name) => [name, { send: refuse, sendBatch: refuse }]);
    return { ...bindings, ...(Object.fromEntries(queues) as Partial<Env>), PLAN: "free" };
  };

  it("does the work itself, and sends no message", async () => {
    await countAgo(25 * 3_600_000);
    await click();
    await env.DB.prepare("INSERT INTO reprojections (host, created_at) VALUES (?1, 0)").bind(site.host).run();
    const metered = meterDatabase();
    await minute(free(metered.env));
    expect(await cached()).toBe(0);
    expect(linesOf("projection_message_not_queued")).toEqual([]);
    expect(linesOf("job_done").map(({ job }) => job)).toEqual(
      expect.arrayContaining(["heartbeat", "fold", "reproject", "forget-calls"]),
    );
    expect(metered.rows.statements).toBeLessThanOrEqual(40);
  });
});
