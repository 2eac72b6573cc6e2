import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { HOST_SLOT } from "../../src/domain/slot.ts";
import { hostKey } from "../../src/storage/snapshot/key.ts";
import { memory } from "../../src/storage/snapshot/memory.ts";
import { completeHosts, drainAll } from "../support/complete-hosts.ts";
import { proxyOf } from "../support/proxy-of.ts";
import { visitOn, watchEnv, type WatchedEnv } from "../support/watched-env.ts";
import { createWorkspace, type TestWorkspace } from "../support/workspace.ts";
import { hostname } from "../support/hostname.ts";

/** What a missing value in KV proves, and what asking the database for it costs (contract 19.6). */

const WHOLE = "whole.example.com";
const BEHIND = "behind.example.com";
const ARCHIVE = "https://example.com/archive";
const LOOK_UPS_AT_ONCE = 20;

let workspace: TestWorkspace;
let watched: WatchedEnv;
const figures: string[] = [];

beforeAll(async () => {
  workspace = await createWorkspace();
  for (const host of [WHOLE, BEHIND, "*.family.example.com"]) {
    await post("/host", { host });
    await post("/redirect", { url: `${host}/*`, destination: ARCHIVE, status: 301 });
  }
  await completeHosts();
  await importPaths(BEHIND, ["/imported"]);
});
afterAll(() => console.log(figures.join("\n")));

beforeEach(() => {
  memory.clear();
  watched = watchEnv();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

async function post(path: string, body: object): Promise<void> {
  const answer = await workspace.call("POST", path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

async function importPaths(host: string, paths: string[]): Promise<void> {
  const rows = paths.map((path) => ({ url: `${host}${path}`, destination: `https://new.example${path}` }));
  await post("/bulk/import", { mode: "upsert", rows });
}

interface Seen {
  status: number;
  location: string | null;
  caching: string | null;
}

async function see(url: string, init?: RequestInit): Promise<Seen> {
  const { status, headers } = await visitOn(watched.env, url, init);
  return { status, location: headers.get("Location"), caching: headers.get("Cache-Control") };
}

const PERMANENT = { status: 301, location: ARCHIVE, caching: "private, max-age=90" };
const UNCONFIRMED = { status: 302, location: ARCHIVE, caching: "no-store" };

describe("a hostname that is complete", () => {
  it("[19.6] reads the database for none of 10,000 different paths that its * answers", async () => {
    const wrong: Seen[] = [];
    for (let path = 0; path < 10_000; path++) {
      const seen = await see(`http://${WHOLE}/unknown/${path}`);
      if (JSON.stringify(seen) !== JSON.stringify(PERMANENT)) wrong.push(seen);
    }
    expect(wrong).toEqual([]);
    figures.push(
      `10,000 unknown paths on a complete hostname: ${watched.operations.database} look-ups in D1`,
    );
    expect(watched.operations).toMatchObject({ database: 0, limiter: 0 });
  });

  it("costs a second visit of a path nothing", async () => {
    await see(`http://${WHOLE}/again`);
    watched.reset();
    expect(await see(`http://${WHOLE}/again`)).toEqual(PERMANENT);
    expect(watched.operations).toMatchObject({ store: 0, database: 0, limiter: 0 });
  });

  it("stays complete in memory when a path of it is looked up in the database", async () => {
    await post("/link", { host: WHOLE, alias: "known", destination: "https://example.com/known" });
    const exact = await env.SNAPSHOTS.get("p:whole.example.com/known");
    await env.SNAPSHOTS.delete("p:whole.example.com/known");
    onTestFinished(() => env.SNAPSHOTS.put("p:whole.example.com/known", exact ?? ""));
    await see(`http://${WHOLE}/known`);
    watched.reset();
    expect(await see(`http://${WHOLE}/other`)).toEqual(PERMANENT);
    expect(watched.operations.database).toBe(0);
  });
});

describe("a hostname that is behind", () => {
  it("[19.6] has the database asked before its * answers", async () => {
    expect(await see(`http://${BEHIND}/imported`)).toMatchObject({
      location: "https://new.example/imported",
    });
    expect(await see(`http://${BEHIND}/unknown`)).toEqual(PERMANENT);
    expect(watched.operations).toMatchObject({ database: 2, limiter: 0 });
  });

  it("asks it at most once in ten seconds for a path, also if it has no record", async () => {
    for (let visit = 0; visit < 5; visit++) {
      for (const path of ["/imported", "/one", "/two"]) await see(`http://${BEHIND}${path}`);
    }
    figures.push(
      `5 visits to each of 3 paths on a hostname that is behind: ${watched.operations.database} look-ups`,
    );
    expect(watched.operations.database).toBe(3);
    const later = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10_001);
    onTestFinished(() => later.mockRestore());
    await see(`http://${BEHIND}/one`);
    expect(watched.operations.database).toBe(4);
  });

  it("has at most 20 look-ups in flight, and answers the rest uncacheably", async () => {
    const { hold, release, mostInFlight } = heldDatabase();
    watched.env.DB = hold(watched.env.DB);
    const visits = Array.from({ length: 200 }, (_, path) => see(`http://${BEHIND}/crowd/${path}`));
    const unconfirmed = await Promise.all(visits.slice(LOOK_UPS_AT_ONCE));
    release();
    const confirmed = await Promise.all(visits.slice(0, LOOK_UPS_AT_ONCE));
    figures.push(
      `200 visits at once on a hostname that is behind: at most ${mostInFlight()} look-ups in flight`,
    );
    expect(unconfirmed.every((seen) => JSON.stringify(seen) === JSON.stringify(UNCONFIRMED))).toBe(true);
    expect(confirmed.every((seen) => JSON.stringify(seen) === JSON.stringify(PERMANENT))).toBe(true);
    expect(mostInFlight()).toBe(LOOK_UPS_AT_ONCE);
  });

  it("[19.7] does not remember an answer that nothing confirmed", async () => {
    watched.faults.database = "throws";
    expect(await see(`http://${BEHIND}/hidden`)).toEqual(UNCONFIRMED);
    watched.faults = {};
    expect(await see(`http://${BEHIND}/hidden`)).toEqual(PERMANENT);
  });

  it.each([
    ["GET", 307],
    ["POST", 307],
  ])("answers a 308 of its * to %s by %i where the database fails", async (method, status) => {
    const host = `kept-${method.toLowerCase()}.example.com`;
    await post("/host", { host });
    await post("/redirect", { url: `${host}/*`, destination: ARCHIVE, status: 308 });
    await importPaths(host, ["/other"]);
    memory.clear();
    watched.faults.database = "throws";
    expect(await see(`http://${host}/x`, { method })).toEqual({ ...UNCONFIRMED, status });
  });

  it("never counts its visitors as misses", async () => {
    watched.faults.limiter = "refuses";
    expect(await see(`http://${BEHIND}/imported`)).toMatchObject({
      location: "https://new.example/imported",
    });
  });

  it("[19.6] is complete again two minutes after its last snapshot was put, and not before", async () => {
    await post("/host", { host: "soon.example.com" });
    await importPaths("soon.example.com", ["/a", "/b"]);
    expect(await completeness("soon.example.com")).toBe(false);
    await drainAll();
    const { completeReadyHosts } = await import("../../src/jobs/projection/complete-hosts.ts");
    const now = vi.spyOn(Date, "now");
    onTestFinished(() => now.mockRestore());
    const putAtMs = await env.DB.prepare(
      "SELECT slots_put_at FROM hosts WHERE host = 'soon.example.com'",
    ).first<number>("slots_put_at");
    now.mockReturnValue((putAtMs ?? 0) + 119_999);
    await completeReadyHosts(env);
    expect(await completeness("soon.example.com")).toBe(false);
    now.mockReturnValue((putAtMs ?? 0) + 120_000);
    await completeReadyHosts(env);
    expect(await completeness("soon.example.com")).toBe(true);
  });

  it("is kept behind by what an import leaves to the consumer, and not by single writes", async () => {
    const host = "busy.example.com";
    await post("/host", { host });
    await importPaths(host, ["/a"]);
    await drainAll();
    await env.DB.prepare("UPDATE hosts SET slots_put_at = 1 WHERE host = ?1").bind(host).run();
    await post("/link", { host, alias: "single", destination: "https://example.com/single" });
    expect(await putAt(host)).toBe(1);
    await importPaths(host, ["/b"]);
    await drainAll();
    expect(await putAt(host)).toBeGreaterThan(1);
  });

  it("has its own key written twice for an import, however many calls it takes", async () => {
    const host = hostname("twice.example.com");
    await post("/host", { host });
    const put = vi.spyOn(env.SNAPSHOTS, "put");
    onTestFinished(() => put.mockRestore());
    for (let call = 0; call < 4; call++) {
      await importPaths(host, [`/${call}/a`, `/${call}/b`]);
      await drainAll();
    }
    await completeHosts();
    expect(put.mock.calls.filter(([key]) => key === hostKey(host))).toHaveLength(2);
  });
});

function putAt(host: string): Promise<number | null> {
  return env.DB.prepare("SELECT slots_put_at FROM hosts WHERE host = ?1")
    .bind(host)
    .first<number>("slots_put_at");
}

async function completeness(host: string): Promise<boolean | undefined> {
  return (await env.SNAPSHOTS.get<{ complete?: boolean }>(hostKey(hostname(host)), "json"))?.complete;
}

describe("names that another hostname answers for", () => {
  it("are the wildcard's without a look-up while it is complete", async () => {
    expect(await see("http://a.family.example.com/x")).toEqual(PERMANENT);
    expect(watched.operations.database).toBe(0);
  });

  it("are asked of the database from the moment that one of them is connected", async () => {
    await post("/host", { host: "new.family.example.com" });
    expect(await completeness("*.family.example.com")).toBe(false);
    await env.SNAPSHOTS.delete(hostKey(hostname("new.family.example.com")));
    memory.clear();
    expect(await see("http://new.family.example.com/x")).toMatchObject({ status: 404 });
    memory.clear();
    watched.faults.database = "throws";
    expect(await see("http://other.family.example.com/x")).toEqual(UNCONFIRMED);
  });

  it("get no answer from it while their own snapshot is missing, whatever was asked for another name", async () => {
    await post("/redirect", { url: "*.family.example.com/x", destination: "https://example.com/family" });
    await post("/host", { host: "missed.family.example.com" });
    await env.SNAPSHOTS.delete(hostKey(hostname("missed.family.example.com")));
    memory.clear();
    expect(await see("http://other.family.example.com/x")).toMatchObject({
      location: "https://example.com/family",
    });
    expect(await see("http://missed.family.example.com/x")).toMatchObject({ status: 404 });
  });

  it("count the bare name over whose www the wildcard answers", async () => {
    await post("/host", { host: "*.bare.example" });
    await completeHosts();
    expect(await completeness("*.bare.example")).toBe(true);
    await post("/host", { host: "bare.example" });
    expect(await completeness("*.bare.example")).toBe(false);
    await drainAll();
    await env.DB.batch([
      env.DB.prepare("UPDATE hosts SET slots_put_at = 0"),
      env.DB.prepare("INSERT INTO reprojections (host, created_at) VALUES ('bare.example', 0)"),
    ]);
    const { completeReadyHosts } = await import("../../src/jobs/projection/complete-hosts.ts");
    await completeReadyHosts(env);
    expect(await completeness("*.bare.example")).toBe(false);
    await env.DB.prepare("DELETE FROM reprojections").run();
  });

  it("stay so while the snapshot of one of them is still to be written", async () => {
    await completeHosts();
    expect(await completeness("*.family.example.com")).toBe(true);
    await post("/host", { host: "late.family.example.com" });
    await env.DB.batch([
      env.DB.prepare("UPDATE hosts SET slots_put_at = 0"),
      env.DB.prepare(
        "INSERT INTO pending (seq, host, slot, created_at, leased_until) VALUES (1, 'late.family.example.com', ?1, 0, ?2)",
      ).bind(HOST_SLOT, Number.MAX_SAFE_INTEGER),
    ]);
    const { completeReadyHosts } = await import("../../src/jobs/projection/complete-hosts.ts");
    await completeReadyHosts(env);
    expect(await completeness("*.family.example.com")).toBe(false);
  });
});

/** Reads that begin, and do not end until they are released. */
function heldDatabase() {
  let inFlight = 0;
  let most = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const hold = (db: D1Database) =>
    proxyOf(db, {
      batch: async (statements: D1PreparedStatement[]) => {
        inFlight++;
        most = Math.max(most, inFlight);
        await released;
        inFlight--;
        return db.batch(statements);
      },
    });
  return { hold, release, mostInFlight: () => most };
}
