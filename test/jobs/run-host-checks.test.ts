import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Env } from "../../src/env.ts";
import { checkHosts, queueDueHosts } from "../../src/jobs/run-host-checks.ts";
import { consume, type Delivery } from "../../src/jobs/consume.ts";
import { runJobs } from "../../src/jobs/run-jobs.ts";
import { memory } from "../../src/storage/snapshot/memory.ts";
import { serveZone, type FakeDns } from "../support/dns.ts";
import type { DnsZone } from "../support/dns-zone.ts";
import { meterDatabase } from "../support/rows-read.ts";
import { createSite, requireOk, type Site } from "../support/site.ts";
import { createWorkspace, visit } from "../support/workspace.ts";
import type { WatchMessage } from "../../src/queue-messages.ts";
import { hostname } from "../support/hostname.ts";
import { jobRun } from "../support/job-run.ts";

const TARGET = env.CNAME_TARGET;
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

let zone: DnsZone;
let dns: FakeDns;
let sent: string[][];
let nowMs: number;

beforeEach(async () => {
  zone = {};
  dns = serveZone(zone);
  sent = [];
  nowMs = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => nowMs);
  // Tests share a database: what others have connected is not due.
  await env.DB.prepare("UPDATE hosts SET check_due_at = 1e15").run();
});

afterEach(() => {
  dns.restore();
  vi.restoreAllMocks();
});

/** The worker's bindings with a queue that keeps what it is sent, or refuses it. */
function withQueue(refuses = false): Env {
  const sendBatch = (messages: Iterable<{ body: WatchMessage }>) => {
    if (refuses) return Promise.reject(new Error("Queue sendBatch failed: Too Many Requests"));
    for (const { body } of messages) if (body.kind === "check-hosts") sent.push(body.hosts);
    return Promise.resolve({});
  };
  return { ...env, WATCH: { sendBatch } as unknown as Env["WATCH"] };
}

async function connectMany(count: number): Promise<string[]> {
  const { id, userId } = await createWorkspace();
  await env.DB.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
     INSERT INTO hosts (host, workspace_id, domain, tld, connected_via, connected_at, created_by, created_at, updated_at, check_due_at)
     SELECT 'h' || i || '.' || ?2 || '.example', ?2, 'x', 'example', 'api', ?4, ?3, ?4, ?4, ?4 - i FROM n`,
  )
    .bind(count, id, userId, nowMs)
    .run();
  return Array.from({ length: count }, (_, i) => `h${i}.${id}.example`);
}

async function stateOf(host: string) {
  const row = await env.DB.prepare(
    "SELECT correct, check_due_at - ?2 AS due_in, checked_at, errors, turned_at FROM hosts WHERE host = ?1",
  )
    .bind(host, nowMs)
    .first<{
      correct: number;
      due_in: number;
      checked_at: number | null;
      errors: string;
      turned_at: number;
    }>();
  if (row === null) throw new Error(`no host ${host}`);
  return row;
}

async function sequence(): Promise<unknown> {
  return (await env.DB.prepare("SELECT value FROM sequence").first())?.["value"];
}

describe("cron", () => {
  it("[10.11] sends due hostnames in messages of ten, the longest overdue first, each once", async () => {
    const hosts = await connectMany(25);
    await queueDueHosts(jobRun(withQueue(), nowMs));
    expect(sent.map((group) => group.length)).toEqual([10, 10, 5]);
    expect(sent.flat().toSorted()).toEqual(hosts.toSorted());
    await queueDueHosts(jobRun(withQueue(), nowMs));
    expect(sent).toHaveLength(3);
  });

  it("sends nothing twice if two runs overlap", async () => {
    const hosts = await connectMany(30);
    await Promise.all([queueDueHosts(jobRun(withQueue(), nowMs)), queueDueHosts(jobRun(withQueue(), nowMs))]);
    expect(sent.flat().toSorted()).toEqual(hosts.toSorted());
  });

  it("sends at most 500 at once, whatever there is, and reads no more", async () => {
    const hosts = await connectMany(1_200);
    const { env: metered, rows } = meterDatabase();
    await queueDueHosts(jobRun({ ...metered, WATCH: withQueue().WATCH }, nowMs));
    expect(sent.flat()).toHaveLength(500);
    expect(new Set(sent.flat())).toEqual(new Set(hosts.slice(-500)));
    expect(rows.read).toBeLessThan(6 * 500);
    await queueDueHosts(jobRun(withQueue(), nowMs));
    await queueDueHosts(jobRun(withQueue(), nowMs));
    expect(sent.flat().toSorted()).toEqual(hosts.toSorted());
  });

  it("a hostname that no consumer checked is due again after ten minutes", async () => {
    const hosts = await connectMany(3);
    await queueDueHosts(jobRun(withQueue(), nowMs));
    await queueDueHosts(jobRun(withQueue(), nowMs + 10 * MINUTE_MS - 1));
    expect(sent).toHaveLength(1);
    await queueDueHosts(jobRun(withQueue(), nowMs + 10 * MINUTE_MS));
    expect(sent[1]?.toSorted()).toEqual(hosts);
  });

  it("a hostname that the queue refuses is due at once", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const hosts = await connectMany(12);
    await queueDueHosts(jobRun(withQueue(true), nowMs));
    await queueDueHosts(jobRun(withQueue(), nowMs));
    expect(sent.flat().toSorted()).toEqual(hosts.toSorted());
  });

  it("runs each minute, a new hostname in the first of them; names below .localhost never", async () => {
    const { call } = await createWorkspace();
    for (const host of ["cron.acme.example", "cron.localhost"])
      requireOk(await call("POST", "/host", { host }));
    await runJobs(withQueue(), nowMs);
    expect(sent).toEqual([["cron.acme.example"]]);
  });
});

describe("the consumer", () => {
  async function deliver(body: WatchMessage): Promise<string[]> {
    const outcome: string[] = [];
    const message: Delivery<WatchMessage> = {
      body,
      attempts: 1,
      ack: () => void outcome.push("ack"),
      retry: () => void outcome.push("retry"),
    };
    await consume([message], env, nowMs);
    return outcome;
  }

  it("checks the hostnames of a message, and they are due by their state", async () => {
    const [right, wrong] = [await createSite(), await createSite()];
    zone[right.host] = { CNAME: TARGET };
    nowMs += MINUTE_MS;
    const hosts = [right.host, wrong.host, hostname("gone.acme.example")];
    expect(await deliver({ kind: "check-hosts", hosts })).toEqual(["ack"]);
    expect(await stateOf(right.host)).toMatchObject({
      correct: 1,
      due_in: 6 * HOUR_MS,
      checked_at: nowMs,
      turned_at: nowMs,
    });
    expect(await stateOf(wrong.host)).toMatchObject({ correct: 0, due_in: 5 * MINUTE_MS, turned_at: 0 });
  });

  it("one that fails stops no other", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const sites: Site[] = [];
    for (let i = 0; i < 5; i++) sites.push(await createSite());
    for (const { host } of sites) zone[host] = { CNAME: TARGET };
    const failing = sites[1]?.host ?? "";
    const DB = Object.assign(Object.create(env.DB) as D1Database, {
      prepare: (sql: string) => {
        const statement = env.DB.prepare(sql);
        const bind = (...values: unknown[]) => {
          if (sql.includes("SET checked_at") && values[0] === failing)
            throw new Error("D1_ERROR: overloaded");
          return statement.bind(...values);
        };
        return Object.assign(Object.create(statement) as D1PreparedStatement, { bind });
      },
    });
    nowMs += MINUTE_MS;
    await checkHosts(
      { ...env, DB },
      sites.map(({ host }) => host),
      nowMs,
    );
    for (const { host } of sites) expect((await stateOf(host)).correct, host).toBe(host === failing ? 0 : 1);
    expect(warn.mock.calls.flat().join()).toContain(failing);
  });

  it("is tried again where the database fails altogether", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const DB = {
      prepare: () => {
        throw new Error("D1_ERROR: overloaded");
      },
    } as unknown as D1Database;
    await expect(checkHosts({ ...env, DB }, [hostname("a.acme.example")], nowMs)).rejects.toThrow(
      "overloaded",
    );
  });

  it("a message that is delivered twice asks DNS once, as does one beside a refresh", async () => {
    const site = await createSite();
    zone[site.host] = { CNAME: TARGET };
    nowMs += MINUTE_MS;
    await deliver({ kind: "check-hosts", hosts: [site.host] });
    await deliver({ kind: "check-hosts", hosts: [site.host] });
    requireOk(await site.call("POST", `/host/${site.host}/refresh`));
    expect(dns.questions).toHaveLength(1);
    nowMs += 30_000;
    requireOk(await site.call("POST", `/host/${site.host}/refresh`));
    await deliver({ kind: "check-hosts", hosts: [site.host] });
    expect(dns.questions).toHaveLength(2);
  });

  it("commits only if visitors see a change", async () => {
    const site = await createSite();
    await site.createLink({ alias: "a", destination: "https://example.com" });
    requireOk(await site.call("PUT", `/host/${site.host}`, { force_https: true }));
    const check = async () => {
      nowMs += MINUTE_MS;
      const before = await sequence();
      await checkHosts(env, [site.host], nowMs);
      return (await sequence()) !== before;
    };
    const location = async () => {
      memory.clear();
      return (await visit(`http://${site.host}/a`)).headers.get("Location");
    };
    expect([await check(), await check(), await location()]).toEqual([false, false, "https://example.com"]);
    zone[site.host] = { CNAME: TARGET };
    expect([await check(), await check(), await location()]).toEqual([true, false, `https://${site.host}/a`]);
    zone[site.host] = "unavailable";
    expect([await check(), await location()]).toEqual([false, `https://${site.host}/a`]);
    expect((await stateOf(site.host)).due_in).toBe(5 * MINUTE_MS);
    delete zone[site.host];
    expect([await check(), await location()]).toEqual([true, "https://example.com"]);
  });

  it("commits as well where its owner wrote while DNS was asked", async () => {
    const site = await createSite();
    await site.createLink({ alias: "a", destination: "https://example.com" });
    zone[site.host] = { CNAME: TARGET };
    nowMs += MINUTE_MS;
    await checkHosts(env, [site.host], nowMs);
    requireOk(await site.call("PUT", `/host/${site.host}`, { https_requested: false, force_https: true }));
    dns.restore();
    nowMs += MINUTE_MS;
    // Read without a certificate; by the time the answer is there it has one, which the answer ends.
    const goOn = globalThis.fetch;
    globalThis.fetch = async () => {
      globalThis.fetch = goOn;
      requireOk(await site.call("PUT", `/host/${site.host}`, { https_requested: true }));
      return Response.json({ Status: 3 });
    };
    await checkHosts(env, [site.host], nowMs);
    memory.clear();
    expect((await visit(`http://${site.host}/a`)).headers.get("Location")).toBe("https://example.com");
  });

  it("a hostname that turned wrong is looked at often again, however old it is", async () => {
    const site = await createSite();
    zone[site.host] = { CNAME: TARGET };
    const check = () => checkHosts(env, [site.host], nowMs);
    nowMs += MINUTE_MS;
    await check();
    nowMs += 30 * 24 * HOUR_MS;
    delete zone[site.host];
    await check();
    expect(await stateOf(site.host)).toMatchObject({ correct: 0, due_in: 5 * MINUTE_MS, turned_at: nowMs });
    nowMs += HOUR_MS;
    await check();
    expect((await stateOf(site.host)).due_in).toBe(HOUR_MS);
  });
});
