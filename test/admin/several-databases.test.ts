import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { migrateDatabases, severalDatabases, type Installation } from "../support/several-databases.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { memory } from "../../src/storage/snapshot/memory.ts";

/** Workspaces of several databases in one installation. */

let installation: Installation;
let first: TestWorkspace;
let second: TestWorkspace;

beforeAll(async () => {
  await migrateDatabases();
  installation = severalDatabases();
  first = await installation.createWorkspace();
  second = await installation.createWorkspace("DB_01");
});

const countLinks = (db: D1Database) => db.prepare("SELECT count(*) AS n FROM records").first<number>("n");

describe("a workspace in another database", () => {
  it("makes links there, which visitors get from KV and from the database", async () => {
    expect((await second.call("POST", "/host", { host: "far.example.com" })).status).toBe(200);
    const made = await second.call("POST", "/link", {
      host: "far.example.com",
      alias: "x",
      destination: "https://there.example/",
    });
    expect(made.status).toBe(200);
    expect(await countLinks(env.DB)).toBe(0);
    expect(await countLinks(env.DB_01)).toBe(1);
    expect((await installation.fetch("https://far.example.com/x")).headers.get("Location")).toBe(
      "https://there.example/",
    );
    memory.clear();
    for (const { name } of (await env.SNAPSHOTS.list()).keys) await env.SNAPSHOTS.delete(name);
    expect((await installation.fetch("https://far.example.com/x")).headers.get("Location")).toBe(
      "https://there.example/",
    );
  });

  it("is not asked for the calls of others", async () => {
    expect((await first.call("GET", "/test")).body.workspace.id).toBe(first.id);
    expect((await second.call("GET", "/test")).body.workspace.id).toBe(second.id);
  });
});
