import { expect, vi } from "vitest";
import type { Env } from "../../src/env.ts";
import { foldClicks } from "../../src/jobs/fold-clicks.ts";
import { foldMisses } from "../../src/jobs/fold-misses.ts";
import { memory } from "../../src/storage/snapshot/memory.ts";
import { clickOn, IPHONE, messageOf } from "./click.ts";
import { jobRun } from "./job-run.ts";
import { missOn } from "./miss.ts";
import { severalDatabases, type Installation } from "./several-databases.ts";
import { requireOk, type RecordBody } from "./site.ts";
import type { Answer, TestWorkspace } from "./workspace.ts";

/** A workspace that moves to another database, with something of everything, and all that the API says of it. */

export const PAGE = "<!doctype html>\r\n<p>\u0000 'quotes' \"too\" 🦊 \\ </p>\n\n";
export const WIDE_PAGE = "ü🦊\u0000\\".repeat(9_000);
const BOT = { headers: { "User-Agent": "Googlebot/2.1" } };

/** Bindings that let a test call as often as it needs to, and count no visits. */
export const UNLIMITED = {
  API_LIMITER: { limit: () => Promise.resolve({ success: true }) },
  CLICKS: { send: () => Promise.resolve() } as never,
};

let movers = 0;

export class Mover {
  readonly workspace: TestWorkspace;
  readonly hosts: [string, string];
  readonly links = new Map<string, RecordBody>();
  private readonly installation: Installation;

  private constructor(installation: Installation, workspace: TestWorkspace) {
    this.installation = installation;
    this.workspace = workspace;
    movers++;
    this.hosts = [`a${movers}.mover.example`, `b${movers}.mover.example`];
  }

  /** @param database the binding of its database; undefined for the first */
  static async create(installation: Installation, database?: "DB_01" | "DB_02"): Promise<Mover> {
    const mover = new Mover(installation, await installation.createWorkspace(database));
    for (const host of mover.hosts) await mover.must("POST", "/host", { host });
    for (const alias of ["first", "second", "third", "fourth"]) await mover.createLink(alias);
    return mover;
  }

  /** Adds something of everything that a workspace may have. */
  async fill(): Promise<void> {
    const [host] = this.hosts;
    const redirect = { url: `${host}/old/*`, destination: "https://old.example/", tags: ["old", "shop"] };
    await this.must("POST", "/redirect", redirect);
    await this.must("POST", "/redirect", { url: `${host}/p/:n`, destination: "https://n.example/:n" });
    await this.must("PUT", "/files/page", PAGE);
    await this.must("PUT", "/files/wide", WIDE_PAGE);
    await this.must("PUT", `/link/${this.idOf("fourth")}`, { file: "page", type: "html" });
    await this.must("PUT", `/host/${host}/files/robots.txt`, "User-agent: *\n", {
      "Content-Type": "text/plain",
    });
    await this.must("POST", "/tokens", { name: "limited", role: "editor", hosts: [host] });
    await this.must("POST", "/members", {
      email: `ada-${host}`.replace("-", "@"),
      name: "Ada",
      role: "editor",
    });
    await this.must("POST", "/webhooks", { url: "https://hooks.example.com/x", events: ["link.created"] });
    await this.must("POST", "/shared-statistics", { name: "Shared", host, shows: ["series"] });
    await this.must("PUT", "/blocklist", { hosts: ["phishing.example"] });
    await this.must(
      "PUT",
      `/sitemaps/${host}`,
      "<urlset><url><loc>https://s.example/x</loc></url></urlset>",
      {
        "Content-Type": "application/xml",
      },
    );
    await this.must("PUT", "/workspace", { branding: { name: "Acme", color: "#0b57d0" } });
    await this.carryOut({ destination_find: ".example", destination_replace: ".moved.example" });
    await this.count("first", 3);
    await this.installation.deliver([messageOf(missOn(host, "/missed", { host: host as never }))]);
    await this.installation.deliver([
      messageOf(missOn(host, "/missed", { host: host as never, agent: IPHONE })),
    ]);
  }

  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.workspace.call(method, path, body, headers);
  }

  async must(...call: Parameters<TestWorkspace["call"]>): Promise<Answer> {
    return requireOk(await this.workspace.call(...call));
  }

  async createLink(alias: string, fields: object = {}): Promise<void> {
    const body = { host: this.hosts[0], alias, destination: `https://${alias}.example/`, ...fields };
    this.links.set(alias, (await this.must("POST", "/link", body)).body.data[0]);
  }

  idOf(alias: string): string {
    return this.links.get(alias)?.id as string;
  }

  /** A change of the links of a hostname, applied to the end. */
  async carryOut(edit: object): Promise<string> {
    const { body } = await this.must("POST", "/changes", { filter: { host: this.hosts[0] }, ...edit });
    const path = `/changes/${body.id}`;
    await this.untilState(path, "planned");
    await this.must("POST", `${path}/apply`, {});
    await this.untilState(path, "applied");
    return path;
  }

  async undo(change: string): Promise<void> {
    await this.must("POST", `${change}/undo`);
    await this.untilState(change, "undone");
  }

  async checkUrls(urls: string[]): Promise<void> {
    const { body } = await this.must("POST", "/checks", { urls, status: 302 });
    await this.untilState(`/checks/${body.id}`, "done");
  }

  private async untilState(path: string, state: string): Promise<void> {
    await expect
      .poll(async () => {
        await this.installation.deliverSent();
        return (await this.must("GET", path)).body.state;
      })
      .toBe(state);
  }

  async count(alias: string, clicks: number): Promise<void> {
    for (let left = clicks; left > 0; left--) {
      await this.installation.deliver([messageOf(clickOn(this.idOf(alias), { agent: IPHONE }))]);
    }
  }

  /** What a visitor gets whose isolate remembers nothing. */
  async visit(url: string, installation = this.installation): Promise<string> {
    memory.clear();
    const { status, headers } = await installation.fetch(url, BOT);
    return headers.get("Location") ?? String(status);
  }

  private async readText(path: string): Promise<string> {
    const headers = { Authorization: `Bearer ${this.workspace.token}` };
    return (await this.installation.fetch(`http://localhost:8787/v1${path}`, { headers })).text();
  }

  /** All that the API says of the workspace. */
  async read(): Promise<Record<string, unknown>> {
    const said: Record<string, unknown> = {};
    const read = async (path: string) => {
      const { status, body } = await this.call("GET", path);
      said[path] = { status, body: withoutVolatile(body) };
      return body;
    };
    for (const path of LISTS) await read(path);
    for (const { id } of (await read("/links")).data) {
      for (const path of ["", "/history", "/stats"]) await read(`/links/${id}${path}`);
    }
    for (const { id } of (await read("/changes")).data) {
      for (const path of ["", "/rows"]) await read(`/changes/${id}${path}`);
    }
    for (const { id } of (await read("/webhooks")).data) {
      for (const path of ["", "/log"]) await read(`/webhooks/${id}${path}`);
    }
    for (const { host } of (await read("/host")).data) {
      for (const path of ["", "/history", "/files"]) await read(`/host/${host}${path}`);
    }
    const pages = (await read("/files")).data.map(({ name }: { name: string }) => `/files/${name}`);
    for (const path of [...pages, "/export"]) said[path] = await this.readText(path);
    return said;
  }
}

/** The lists, of whose rows some are read one by one. */
const LISTS = [
  "/test",
  "/account",
  "/workspace/current",
  "/blocklist",
  "/link/count",
  "/links/facets",
  "/stats",
  "/activity",
  "/checks",
  "/misses",
  "/sitemaps",
  "/tokens",
  "/door-keys",
  "/members",
  "/tags",
  "/shared-statistics",
];

/** When a credential was last used, and how old an answer is, change with the reading. */
const VOLATILE = new Set(["last_used", "last_used_at", "counted_at", "request_id", "last_active"]);

function withoutVolatile(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutVolatile);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !VOLATILE.has(name));
  return Object.fromEntries(entries.map(([name, member]) => [name, withoutVolatile(member)]));
}

interface Leaving {
  installation: Installation;
  source: Env;
  target: Env;
  mover: Mover;
}

/** Creates a workspace in DB_01, from which nothing moves, with DB_02 as the target. What its moves log is not shown. */
export async function createLeaving(): Promise<Leaving> {
  for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
  const installation = severalDatabases(UNLIMITED);
  const [, source, target] = installation.envs;
  for (const { DB } of installation.envs) await DB.prepare("DELETE FROM moves").run();
  return { installation, source, target, mover: await Mover.create(installation, "DB_01") };
}

/** Adds up what a database has stored of clicks and misses. */
export async function addUp(env: Env): Promise<void> {
  const run = jobRun({ ...env, CLICKS_WAIT_MINUTES: "0" }, Date.now());
  await foldClicks(run);
  await foldMisses(run);
}
