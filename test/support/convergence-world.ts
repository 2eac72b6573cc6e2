import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { LOCATIONS, PATHS, type Operation } from "./convergence-operation.ts";
import { readTables, writeTables, type Rows } from "./database-copy.ts";
import { lifelineOf, type Lifeline } from "./mortal-bindings.ts";
import { seededRandom } from "./random.ts";
import { SimulatedEdge } from "./simulated-edge.ts";
import type { SimulationClock } from "./simulated-kv.ts";

const DAY_MS = 86_400_000;
/** Memory, `cacheTtl` and KV's own propagation. */
const BOUND_MS = 100_000;

let epochMs = Date.now();

/** The state of a URL from a moment on: its narrowest source, and the next broader one. */
interface Seen {
  narrow: string | null;
  broad: string;
  sinceMs: number;
  isImported: boolean;
}

/** Notes that were pending at a moment. */
interface Backlog {
  fromMs: number;
  seenMs: number;
  isOfHost: boolean;
}

/** An installation in several locations, and what was true of its URLs at every moment. */
export class World {
  readonly clock: SimulationClock;
  readonly edge: SimulatedEdge;
  private readonly seen = new Map<string, Seen[]>();
  private readonly backlogs: Backlog[] = [];
  private saved: Rows | null = null;
  /** The truth itself went back: no bound covers that, only the end. */
  private isRestored = false;
  private written = 0;

  constructor(token: string, seed: number) {
    epochMs += DAY_MS;
    this.clock = { nowMs: epochMs, random: seededRandom(seed) };
    this.edge = new SimulatedEdge(this.clock, LOCATIONS, token);
  }

  async begin(): Promise<void> {
    const { DB } = env;
    await DB.batch(
      ["pending", "reprojections", "key_sweeps", "slots", "records", "hosts"].map((table) =>
        DB.prepare(`DELETE FROM ${table}`),
      ),
    );
    await this.edge.cron(0, null);
    await this.must("POST", "/host", { host: "*.site.example.com" });
    await this.must("POST", "/redirect", {
      url: "*.site.example.com/*",
      destination: "https://wild.example/0",
    });
    await this.must("POST", "/host", { host: "www.example.com" });
    await this.must("POST", "/redirect", { url: "www.example.com/*", destination: "https://star.example/0" });
    await this.settle();
    await this.look();
  }

  private async must(method: string, to: string, body: object): Promise<void> {
    const response = await this.edge.call(0, null, method, to, body);
    expect(response?.status, await response?.text()).toBe(200);
  }

  /** Notes what is true now. */
  async look(isImported = false): Promise<void> {
    for (const url of urls()) {
      const { narrow, broad } = await sourcesOf(url);
      const history = this.seen.get(url) ?? [];
      const last = history.at(-1);
      if (last?.narrow !== narrow || last.broad !== broad) {
        history.push({ narrow, broad, sinceMs: this.clock.nowMs, isImported });
      }
      this.seen.set(url, history);
    }
  }

  async run(step: Operation): Promise<void> {
    switch (step.kind) {
      case "visit":
        for (const url of [urls()[step.path] ?? "", BELOW]) await this.check(step.location, url);
        return;
      case "wait":
        this.clock.nowMs += 1000 * step.seconds;
        return;
      case "evict":
        this.edge.evict(step.location);
        return;
      case "save":
        this.saved = await readTables();
        return;
      case "restore":
        if (this.saved === null) return;
        await writeTables(this.saved);
        this.isRestored = true;
        return this.look();
      case "empty":
        this.edge.kv.replace();
        return;
      case "cron":
        return this.edge.cron(step.location, lifeOf(step.death));
      case "deliver":
        return this.edge.deliver(lifeOf(step.death));
      default:
        await this.write(step);
        return this.look(step.kind === "import");
    }
  }

  private async write(step: Extract<Operation, { death: unknown; location: number }>): Promise<void> {
    const life = lifeOf(step.death);
    const destination = `https://d.example/${++this.written}`;
    const call = (method: string, to: string, body: object) =>
      this.edge.call(step.location, life, method, to, body);
    switch (step.kind) {
      case "write": {
        const url = `www.example.com/p/${step.path}`;
        const id = await idOf(url);
        await (id === null
          ? call("POST", "/redirect", { url, destination })
          : call("PUT", `/redirect/${id}`, { destination }));
        return;
      }
      case "delete": {
        const id = await idOf(`www.example.com/p/${step.path}`);
        if (id !== null) await call("DELETE", `/redirect/${id}`, {});
        return;
      }
      case "import": {
        const rows = Array.from({ length: PATHS }, (_, index) => ({
          url: `www.example.com/p/${index}`,
          destination: `${destination}/${index}`,
        }));
        await call("POST", "/bulk/import", { mode: "upsert", rows });
        return;
      }
      case "star": {
        const id = await idOf("www.example.com/*");
        if (id !== null) await call("PUT", `/redirect/${id}`, { destination });
        return;
      }
      case "pattern": {
        const id = await idOf(`www.example.com${SHAPE}`);
        const fields = { destination: `${destination}/:n` };
        if (id === null) {
          if (!step.isRemoved) await call("POST", "/redirect", { url: "www.example.com/p/:n", ...fields });
        } else if (step.isRemoved) await call("DELETE", `/redirect/${id}`, {});
        else await call("PUT", `/redirect/${id}`, fields);
        return;
      }
      case "connect": {
        await call("POST", "/host", { host: "a.site.example.com" });
        await this.look();
        await call("POST", "/redirect", { url: "a.site.example.com/*", destination });
        return;
      }
      case "cron":
        throw new Error("cron writes nothing by itself");
    }
  }

  /**
   * A visit gets what is true, or was true within the bound after KV took the writes. Nothing broader
   * may be cached in the place of a record that an import brought before that, whether KV took it or not.
   */
  private async check(at: number, url: string): Promise<void> {
    const response = await this.edge.visit(at, url);
    const got = response.headers.get("Location") ?? String(response.status);
    const isCacheable = response.headers.get("Cache-Control")?.includes("max-age") === true;
    expect(response.status).not.toBe(500);
    if (response.status === 302) expect(isCacheable).toBe(false);
    if (this.isRestored) return;
    const history = this.seen.get(url) ?? [];
    const endOf = (index: number) => history[index + 1]?.sinceMs ?? Number.POSITIVE_INFINITY;
    // A location may have the newest of one source and an older state of the other.
    const within = (fromMs: number) => {
      const open = history.filter((_, index) => endOf(index) >= fromMs);
      const narrow = open.flatMap((entry) => entry.narrow ?? []);
      return open.some((entry) => entry.narrow === null)
        ? [...narrow, ...open.map(({ broad }) => broad)]
        : narrow;
    };
    const what = `${url} in location ${at}, ${isCacheable ? "cacheable" : "not cacheable"}`;
    // An unconfirmed answer is that of the broader source.
    if (response.status === 302) return;
    expect(within(this.boundOf(() => true)), what).toContain(got);
    if (isCacheable && history.at(-1)?.isImported === true) {
      expect(within(this.boundOf(({ isOfHost }) => isOfHost)), `${what}, after an import`).toContain(got);
    }
  }

  /** The earliest moment of which an answer may still be. */
  private boundOf(counts: (backlog: Backlog) => boolean): number {
    const earliestMs = this.clock.nowMs - BOUND_MS;
    const open = this.backlogs.filter((backlog) => backlog.seenMs >= earliestMs && counts(backlog));
    return Math.min(earliestMs, ...open.map(({ fromMs }) => fromMs));
  }

  /** Notes what KV still has to be told, and what of it is told by the hostname's own snapshot. */
  async observe(): Promise<void> {
    const { results } = await env.DB.prepare(
      "SELECT slot = 'h' AS is_of_host, min(created_at) AS at FROM pending GROUP BY 1",
    ).all<{ is_of_host: number; at: number }>();
    for (const { is_of_host, at } of results) {
      this.backlogs.push({ fromMs: at, seenMs: this.clock.nowMs, isOfHost: is_of_host === 1 });
    }
  }

  /** Lets the platform work for as long as it takes, with nobody dying. */
  async settle(): Promise<void> {
    for (let minute = 0; minute < 12; minute++) {
      for (let second = 0; second < 60; second += 5) {
        this.clock.nowMs += 5_000;
        await this.edge.deliver(null);
      }
      await this.edge.cron(minute % LOCATIONS, null);
    }
  }

  /** Asserts that in the end every location has the current state and is complete. */
  async conclude(): Promise<void> {
    // What a restored database does not know is the operator's to remove.
    await env.DB.prepare(
      "INSERT OR REPLACE INTO key_sweeps (one, writes_tombstones, created_at) VALUES (1, 1, ?1)",
    )
      .bind(this.clock.nowMs)
      .run();
    await this.settle();
    await this.settle();
    for (const url of urls()) {
      const truth = await truthOf(url);
      for (let at = 0; at < LOCATIONS; at++) {
        const response = await this.edge.visit(at, url);
        const got = response.headers.get("Location") ?? String(response.status);
        expect(got, `${url} in location ${at}, in the end`).toBe(truth);
        if (response.status !== 404) expect(response.headers.get("Cache-Control")).toContain("max-age");
      }
    }
    const { results } = await env.DB.prepare(
      "SELECT host FROM hosts WHERE behind_since IS NOT NULL UNION ALL SELECT host FROM pending",
    ).all();
    expect(results).toEqual([]);
  }
}

function lifeOf(death: { operations: number; diesAfter: boolean } | null): Lifeline | null {
  return death === null ? null : lifelineOf(death.operations, death.diesAfter);
}

/** The source `/p/:n`, which stands between the paths and `*`. */
const SHAPE = "/p/*:";

const BELOW = "http://a.site.example.com/x";

function urls(): string[] {
  return [...Array.from({ length: PATHS }, (_, index) => `http://www.example.com/p/${index}`), BELOW];
}

/** Computes from the database what a visitor gets, with a separate implementation. */
async function truthOf(url: string): Promise<string> {
  const { narrow, broad } = await sourcesOf(url);
  return narrow ?? broad;
}

/** The path before the pattern and `*`, and the hostname itself before the wildcard above it. */
async function sourcesOf(url: string): Promise<Pick<Seen, "narrow" | "broad">> {
  const { hostname, pathname } = new URL(url);
  const destinationOf = (host: string, source: string) =>
    env.DB.prepare("SELECT destinations ->> 0 AS destination FROM records WHERE host = ?1 AND source = ?2")
      .bind(host, source)
      .first<string>("destination");
  if (url !== BELOW) {
    const template = await destinationOf(hostname, SHAPE);
    const broad =
      template?.replace(":n", pathname.slice("/p/".length)) ?? (await destinationOf(hostname, "*")) ?? "404";
    return { narrow: await destinationOf(hostname, pathname), broad };
  }
  const broad = (await destinationOf("*.site.example.com", "*")) ?? "404";
  const isConnected =
    (await env.DB.prepare("SELECT 1 FROM hosts WHERE host = ?1").bind(hostname).first()) !== null;
  return { narrow: isConnected ? ((await destinationOf(hostname, "*")) ?? "404") : null, broad };
}

async function idOf(source: string): Promise<string | null> {
  const slash = source.indexOf("/");
  const row = await env.DB.prepare("SELECT id FROM records WHERE host = ?1 AND source = ?2")
    .bind(source.slice(0, slash), source.slice(slash) === "/*" ? "*" : source.slice(slash))
    .first<{ id: string }>();
  return row?.id ?? null;
}
