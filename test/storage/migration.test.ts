import { expectTrueCounters } from "../support/counters.ts";
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { drainAll } from "../support/complete-hosts.ts";
import { hashToken } from "../../src/services/token/token.ts";
import {
  CHANGE_ID,
  CHECK_ID,
  fillingOf,
  LINK_ID,
  PASSWORD,
  TOKEN,
  tokenIdOf,
  WEBHOOK_ID,
  WORKSPACE_ID,
} from "../support/filling.ts";
import { recount } from "../support/recount.ts";
import { operations, sendTo } from "../support/operation.ts";
import { dropEverything } from "../support/drop-everything.ts";
import { send } from "../support/site.ts";
import { visit } from "../support/workspace.ts";

/** A database of every earlier version of the schema, filled as it was then, and brought to today's. */

const MIGRATIONS = env.TEST_MIGRATIONS;
/** The migration that brings the counters of records. */
const COUNTED_FROM = 8;
/** The migrations that bring changes, checks and webhooks, which operations ask for by their ids. */
const ASKED_FOR = [25, 28, 52];
const VERSIONS = MIGRATIONS.map(({ name }): [version: number, name: string] => [versionOf(name), name]);

/** The number of a migration; a number may be missing. */
function versionOf(name: string): number {
  return Number.parseInt(name, 10);
}

/** The record that a user paused. */
const PAUSED_ID = `${LINK_ID.slice(0, -2)}13`;

type Rows = Record<string, Record<string, unknown>[]>;

/** Tables with rows of the product's own; what a cache holds may be lost. */
const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table'
  AND name NOT GLOB 'record_search*' AND name NOT GLOB '_cf*' AND name NOT GLOB 'd1_*'
  AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '*_cache' AND name <> 'public_suffixes'`;

async function readRows(): Promise<Rows> {
  const { results: tables } = await env.DB.prepare(TABLES).all<{ name: string }>();
  const read = tables.map(async ({ name }) => {
    const { results } = await env.DB.prepare(`SELECT * FROM ${name}`).all();
    return [name, results] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Adds what some migrations brought. @param version of the database when it was filled first */
async function fill(version: number, migrations: number[]): Promise<void> {
  const filling = fillingOf(await hashToken(TOKEN), tokenIdOf(version));
  for (const sql of migrations.flatMap((number) => filling[number] ?? [])) await env.DB.prepare(sql).run();
}

/** An empty database at a version, filled with all that was there by then. */
async function createDatabase(version: number): Promise<Rows> {
  await dropEverything();
  const { keys } = await env.SNAPSHOTS.list();
  await Promise.all(keys.map(({ name }) => env.SNAPSHOTS.delete(name)));
  const migrations = MIGRATIONS.filter(({ name }) => versionOf(name) <= version);
  await applyD1Migrations(env.DB, migrations);
  await fill(
    version,
    migrations.map(({ name }) => versionOf(name)),
  );
  // The product counts what it writes; plain SQL has to.
  if (version >= COUNTED_FROM) await recount();
  return readRows();
}

let looks = 0;

/**
 * As browsers look ahead, which counts no click: those would come to the rows of the next version. Each
 * look comes from an address of its own, so that no number of versions reaches the limit of one.
 */
const look = (path: string, headers: Record<string, string> = {}) =>
  visit(`http://go.example.com${path}`, {
    headers: { "Sec-Purpose": "prefetch", "CF-Connecting-IP": `2001:db8:0:${++looks}::1`, ...headers },
  });

const call = (method: string, path: string, body?: object) =>
  send(path, {
    method,
    headers: { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

it("the filling knows every table of the schema that it fills", async () => {
  const rows = await createDatabase(VERSIONS.at(-1)![0]);
  const empty = Object.keys(rows).filter((table) => rows[table]?.length === 0);
  expect(empty).toEqual([]);
});

describe.each(VERSIONS)("from version %i (%s)", (version) => {
  let before: Rows;

  beforeAll(async () => {
    before = await createDatabase(version);
    await applyD1Migrations(env.DB, MIGRATIONS);
    await fill(
      version,
      ASKED_FOR.filter((migration) => migration > version),
    );
  });

  it("no row is lost, and no value in one", async () => {
    const after = await readRows();
    // Cells of counters get a member with migration 50.
    await expectTrueCounters();
    for (const [table, rows] of Object.entries(before)) {
      if (table === "record_counts") continue;
      expect(after[table], table).toHaveLength(rows.length);
      expect(after[table], table).toEqual(rows.map((row) => expect.objectContaining(row)));
    }
    const { results: broken } = await env.DB.prepare("PRAGMA foreign_key_check").all();
    expect(broken).toEqual([]);
  });

  it.each([
    ["/Spring?a=b", 302, "https://example.com/a?a=b&utm_source=poster"],
    ["/SPRING/more", 302, "https://example.com/a/more?utm_source=poster"],
    ["/old/deep", 301, "https://example.com/new/deep"],
    ["/ask?x=1", 302, "https://example.com/asked"],
    ["/anything", 308, "https://example.com/any"],
    ["/page", 200, null],
    ["/locked", 200, null],
    ["/paused", 404, null],
    ["/over", 410, null],
  ])("a visit of %s is answered %i", async (path, status, location) => {
    const response = await look(path);
    expect([response.status, response.headers.get("Location")]).toEqual([status, location]);
  });

  it("a password opens what it opened", async () => {
    const response = await look("/locked", { "X-Link-Password": PASSWORD });
    expect(await response.json()).toEqual({ location: "https://example.com/locked" });
  });

  it.each(
    operations
      // No version before 54 has a file of a hostname, and a key of a door is a row of tokens that none has written.
      .filter(({ method, path }) => method === "GET" && (version >= 54 || !path.endsWith("{file}")))
      .filter(({ path }) => path !== "/door-keys/{id}")
      .map((operation) => [operation.path, operation] as const),
  )("GET %s is answered", async (path, operation) => {
    const ids = {
      "/workspace": WORKSPACE_ID,
      "/redirect": `${LINK_ID.slice(0, -2)}15`,
      "/changes": CHANGE_ID,
      "/checks": CHECK_ID,
      "/webhooks": WEBHOOK_ID,
    };
    const id = Object.entries(ids).find(([start]) => path.startsWith(start))?.[1] ?? LINK_ID;
    const parameters = { id, host: "go.example.com", name: "page.html", file: "robots.txt" };
    const { status, text } = await sendTo(operation, parameters, { token: TOKEN });
    expect(status, text).toBe(200);
  });

  it("existing rows are found, shown and counted", async () => {
    const { body: link } = await call("GET", `/links/${LINK_ID}`);
    expect(link).toMatchObject({ alias: "Spring", total_clicks: 7, tags: ["News"], qr: { theme: "dots" } });
    const { body: found } = await call("GET", "/links?filter[search]=example.com/locked");
    expect(found.data).toHaveLength(1);
    const { body: count } = await call("GET", "/link/count");
    expect(count).toEqual({ total: 5, paused: 1 });
    const { body: facets } = await call("GET", "/links/facets");
    expect(facets).toMatchObject({
      total: 8,
      hosts: [{ value: "go.example.com", count: 8 }],
      tags: ["News"],
      untagged: 7,
      kinds: { link: 4, qr: 0, redirect: 2, migration: 1, html: 1 },
      health: { paused: 1, dns_issue: 0 },
    });
    const { body: history } = await call("GET", `/links/${LINK_ID}/history`);
    expect(history.data).toMatchObject([{ new: { status: "paused" } }]);
    const { body: tokens } = await call("GET", "/tokens");
    expect(tokens.data).toMatchObject([{ id: tokenIdOf(version) }]);
  });

  it("snapshots that a crash left are written, and writes go on", async () => {
    await drainAll();
    expect(await env.SNAPSHOTS.get("p:go.example.com/spring")).toContain("https://example.com/a");
    const { body } = await call("PUT", `/link/${LINK_ID}`, { destination: "https://example.com/c" });
    expect(body.destination).toBe("https://example.com/c");
    const created = await call("POST", "/link", {
      host: "go.example.com",
      alias: "new",
      destination: "https://example.com/n",
    });
    expect(created.status, JSON.stringify(created.body)).toBe(200);
    const response = await look("/new");
    expect(response.headers.get("Location")).toBe("https://example.com/n");
    expect((await call("DELETE", `/link/${LINK_ID}`)).status).toBe(200);
    const resumed = await call("POST", `/links/${PAUSED_ID}/resume`);
    expect([resumed.status, resumed.body.paused_by]).toEqual([200, null]);
  });
});
