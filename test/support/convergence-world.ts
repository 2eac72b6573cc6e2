import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { beginMove } from "../../src/storage/operator/move.ts";
import { bindPlain } from "../../src/storage/statement.ts";
import { LOCATIONS, PATHS, type MovingOperation, type Operation } from "./convergence-operation.ts";
import { BELOW, idOf, SHAPE, sourcesOf, truthOf, urls, type Sources } from "./convergence-truth.ts";
import { readTables, writeTables, type Rows } from "./database-copy.ts";
import { lifelineOf, type Lifeline } from "./mortal-bindings.ts";
import { hasPassing } from "./move-witness.ts";
import { seededRandom } from "./random.ts";
import { SimulatedEdge } from "./simulated-edge.ts";
import type { SimulationClock } from "./simulated-kv.ts";

const DAY_MS = 86_400_000;
/** Memory, `cacheTtl` and KV's own propagation. */
const BOUND_MS = 100_000;

let epochMs = Date.now();

interface Database {
  /** Its binding. */
  name: string;
  db: D1Database;
}

/** The state of a URL from a moment on: its narrowest source, and the next broader one. */
interface Seen extends Sources {
  sinceMs: number;
  isImported: boolean;
}

/** What happens in a location, and may die. */
type Call = Extract<MovingOperation, { death: unknown; location: number }>;

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

  private readonly databases: Database[];
  /** The databases that have had the workspace. */
  readonly homes = new Set<string>();

  /** @param databases of the installation, the first one first */
  constructor(token: string, seed: number, databases: Database[] = [{ name: "DB", db: env.DB }]) {
    this.databases = databases;
    epochMs += DAY_MS;
    this.clock = { nowMs: epochMs, random: seededRandom(seed) };
    const further = databases.length === 1 ? {} : { DATABASES: String(databases.length) };
    this.edge = new SimulatedEdge(this.clock, LOCATIONS, token, further);
  }

  async begin(): Promise<void> {
    for (const { db } of this.databases) {
      await db.batch(
        [
          "pending",
          "reprojections",
          "key_sweeps",
          "slots",
          "records",
          "hosts",
          "hosts_elsewhere",
          "moves",
        ].map((table) => db.prepare(`DELETE FROM ${table}`)),
      );
    }
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
      const { narrow, broad } = await sourcesOf((await this.home()).db, url);
      const history = this.seen.get(url) ?? [];
      const last = history.at(-1);
      if (last?.narrow !== narrow || last.broad !== broad) {
        history.push({ narrow, broad, sinceMs: this.clock.nowMs, isImported });
      }
      this.seen.set(url, history);
    }
  }

  async run(step: Operation | MovingOperation): Promise<void> {
    switch (step.kind) {
      case "move":
        await this.startMove(step.to);
        return this.edge.cron(step.location, lifeOf(step.death));
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

  /** The database that has the workspace: between the switch and the end of a move the one in which it has arrived. */
  private async home(): Promise<Database> {
    const found: (Database & { state: string | null })[] = [];
    for (const one of this.databases) {
      const row = await one.db
        .prepare(
          "SELECT (SELECT state FROM moves m WHERE m.workspace_id = w.id) AS state FROM workspaces w LIMIT 1",
        )
        .first<{ state: string | null }>();
      if (row !== null && !["arriving", "left"].includes(row.state ?? ""))
        found.push({ ...one, state: row.state });
    }
    const home = found.find(({ state }) => found.length > 1 && state === "arrived") ?? found[0];
    if (home === undefined) throw new Error("the workspace is nowhere");
    this.homes.add(home.name);
    return home;
  }

  private async startMove(to: number): Promise<void> {
    const { db, name } = await this.home();
    const target = this.databases[to]?.name ?? "";
    // As the operator's command does.
    for (const one of this.databases) {
      const moving = await one.db
        .prepare("SELECT 1 FROM moves WHERE state NOT IN ('arrived', 'cancelled')")
        .first();
      if (moving !== null) return;
    }
    if (target === name) return;
    const id = await db.prepare("SELECT id FROM workspaces").first<string>("id");
    await bindPlain(db, beginMove(id ?? "", crypto.randomUUID(), target, this.clock.nowMs)).run();
  }

  private async idOf(source: string): Promise<string | null> {
    return idOf((await this.home()).db, source);
  }

  private async write(step: Exclude<Call, { kind: "move" | "cron" }>): Promise<void> {
    const life = lifeOf(step.death);
    const destination = `https://d.example/${++this.written}`;
    const call = (method: string, to: string, body: object) =>
      this.edge.call(step.location, life, method, to, body);
    switch (step.kind) {
      case "write": {
        const url = `www.example.com/p/${step.path}`;
        const id = await this.idOf(url);
        await (id === null
          ? call("POST", "/redirect", { url, destination })
          : call("PUT", `/redirect/${id}`, { destination }));
        return;
      }
      case "delete": {
        const id = await this.idOf(`www.example.com/p/${step.path}`);
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
        const id = await this.idOf("www.example.com/*");
        if (id !== null) await call("PUT", `/redirect/${id}`, { destination });
        return;
      }
      case "pattern": {
        const id = await this.idOf(`www.example.com${SHAPE}`);
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
    if (response.status === 503 && this.databases.length > 1 && (await hasPassing())) return;
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
    for (const { db } of this.databases) {
      const { results } = await db
        .prepare("SELECT slot = 'h' AS is_of_host, min(created_at) AS at FROM pending GROUP BY 1")
        .all<{ is_of_host: number; at: number }>();
      for (const { is_of_host, at } of results) {
        this.backlogs.push({ fromMs: at, seenMs: this.clock.nowMs, isOfHost: is_of_host === 1 });
      }
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
    for (const { db } of this.databases) {
      await db
        .prepare("INSERT OR REPLACE INTO key_sweeps (one, writes_tombstones, created_at) VALUES (1, 1, ?1)")
        .bind(this.clock.nowMs)
        .run();
    }
    await this.settle();
    await this.settle();
    for (const url of urls()) {
      const truth = await truthOf((await this.home()).db, url);
      for (let at = 0; at < LOCATIONS; at++) {
        const response = await this.edge.visit(at, url);
        const got = response.headers.get("Location") ?? String(response.status);
        expect(got, `${url} in location ${at}, in the end`).toBe(truth);
        if (response.status !== 404) expect(response.headers.get("Cache-Control")).toContain("max-age");
      }
    }
    expect(await hasPassing()).toBe(false);
    for (const { db } of this.databases) {
      const behind =
        "SELECT host FROM hosts WHERE behind_since IS NOT NULL UNION ALL SELECT host FROM pending";
      expect((await db.prepare(behind).all()).results).toEqual([]);
      const moving = "SELECT state FROM moves WHERE state NOT IN ('arrived', 'cancelled')";
      expect((await db.prepare(moving).all()).results).toEqual([]);
    }
  }
}

function lifeOf(death: { operations: number; diesAfter: boolean } | null): Lifeline | null {
  return death === null ? null : lifelineOf(death.operations, death.diesAfter);
}
