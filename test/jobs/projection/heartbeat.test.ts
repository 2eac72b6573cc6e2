import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { keeperOf } from "../../../src/durable/keeper-of.ts";
import { beat } from "../../../src/jobs/projection/heartbeat.ts";
import { reproject } from "../../../src/jobs/projection/reproject.ts";
import { sweepKeys } from "../../../src/jobs/projection/sweep-keys.ts";
import { adoptDatabase } from "../../../src/storage/installation/installation.ts";
import { hasMarker, putMarker } from "../../../src/storage/projection/marker.ts";
import { startAllReprojections } from "../../../src/storage/projection/reprojection.ts";
import { memory } from "../../../src/storage/snapshot/memory.ts";
import { completeHosts, drainAll } from "../../support/complete-hosts.ts";
import { readTables, writeTables } from "../../support/database-copy.ts";
import { forgetHeartbeat } from "../../support/forget-heartbeat.ts";
import { createSite, requireOk, type Site } from "../../support/site.ts";
import { visit } from "../../support/workspace.ts";

/** What the heartbeat detects, and what it starts (contract 19.8). */

let site: Site;
let warned: string[];
let nowMs = Date.now();

beforeAll(forgetHeartbeat);

beforeEach(async () => {
  warned = [];
  const note = (text: string) => void warned.push(text);
  vi.spyOn(console, "warn").mockImplementation(note);
  vi.spyOn(console, "error").mockImplementation(note);
  site = await createSite();
  await tick();
  await drainAll();
});

/** A minute of cron, as far as the heartbeat and what it starts are concerned. */
async function tick(): Promise<void> {
  nowMs += 60_000;
  await beat(env, nowMs);
  await reproject(env);
  await drainAll();
  await sweepKeys(env);
  await drainAll();
}

async function askForTombstones(atMs = nowMs): Promise<void> {
  await env.DB.prepare(
    "INSERT OR REPLACE INTO key_sweeps (one, writes_tombstones, created_at) VALUES (1, 1, ?1)",
  )
    .bind(atMs)
    .run();
}

const locationOf = async (url: string) => (await visit(url)).headers.get("Location");

async function storedUrl(url: string): Promise<string | undefined> {
  const { host, pathname } = new URL(url);
  return (await env.SNAPSHOTS.get(`p:${host}${pathname}`)) ?? undefined;
}

async function seqOf(url: string): Promise<number> {
  return (JSON.parse((await storedUrl(url)) ?? "{}") as { seq?: number }).seq ?? 0;
}

describe("a database that was restored", () => {
  it("[19.8] has every snapshot written again, with higher numbers than before", async () => {
    const { id, url } = await site.createLink({ destination: "https://example.com/good" });
    const before = await readTables();
    requireOk(await site.call("PUT", `/link/${id}`, { destination: "https://example.com/bad" }));
    await tick();
    const seqBefore = await seqOf(url);
    await writeTables(before);
    await tick();
    expect(await seqOf(url)).toBeGreaterThan(seqBefore);
    expect(await storedUrl(url)).toContain("https://example.com/good");
    expect(await locationOf(url)).toBe("https://example.com/good");
  });

  it("counts the unknown keys, and leaves them to the operator", async () => {
    const before = await readTables();
    const { url } = await site.createLink({ destination: "https://example.com/later" });
    await tick();
    await writeTables(before);
    await tick();
    expect(warned.join("\n")).toContain(
      '"event":"unknown_keys_counted","level":"warn","keys":1,"are_tombstones_now":false',
    );
    expect(await storedUrl(url)).toContain("https://example.com/later");
    await askForTombstones();
    await tick();
    expect(await storedUrl(url)).toContain('"records":[]');
    expect((await visit(url)).status).toBe(404);
  });

  it("writes the tombstones that an operator asked for before the heartbeat noticed", async () => {
    const before = await readTables();
    const { url } = await site.createLink({ destination: "https://example.com/later" });
    await tick();
    await writeTables(before);
    await askForTombstones();
    await tick();
    expect(await storedUrl(url)).toContain('"records":[]');
  });

  it("writes none that were asked for before the restore", async () => {
    await askForTombstones(nowMs - 60_000);
    const before = await readTables();
    await tick();
    const { url } = await site.createLink({ destination: "https://example.com/later" });
    await tick();
    await writeTables(before);
    await tick();
    expect(await storedUrl(url)).toContain("https://example.com/later");
  });

  it("writes tombstones for keys that are hashes, and for none that the database knows", async () => {
    const path = (end: string) => `${site.host}/${"long/".repeat(90)}${end}`;
    requireOk(
      await site.call("POST", "/redirect", { url: path("kept"), destination: "https://example.com/k" }),
    );
    const before = await readTables();
    requireOk(
      await site.call("POST", "/redirect", { url: path("gone"), destination: "https://example.com/g" }),
    );
    await tick();
    await writeTables(before);
    await tick();
    await askForTombstones();
    await tick();
    memory.clear();
    expect(await locationOf(`http://${path("kept")}`)).toBe("https://example.com/k");
    expect((await visit(`http://${path("gone")}`)).status).toBe(404);
  });
});

describe("writing all snapshots again", () => {
  it("puts all hostnames as behind before any slot of theirs", async () => {
    await site.createLink({ destination: "https://example.com/kept" });
    await completeHosts();
    const before = await readTables();
    requireOk(await site.call("PUT", `/host/${site.host}`, { not_found_url: "https://example.com/lost" }));
    await tick();
    await writeTables(before);
    nowMs += 60_000;
    await beat(env, nowMs);
    const { results } = await env.DB.prepare("SELECT DISTINCT slot FROM pending").all();
    expect(results).toEqual([{ slot: "h" }]);
    await drainAll();
    expect(await completeness()).toBe(false);
    await tick();
  });

  it("[19.8] finds the sources with a query of a path whose exact slot a restore left out", async () => {
    const redirect = (source: string, destination: string) =>
      site.call("POST", "/redirect", { url: `${site.host}${source}`, destination, status: 301 });
    requireOk(await redirect("/*", "https://example.com/any"));
    requireOk(await redirect("/ask?x=1", "https://example.com/asked"));
    await env.DB.prepare("DELETE FROM slots WHERE host = ?1 AND slot = 'p/ask'").bind(site.host).run();
    await env.SNAPSHOTS.delete(`p:${site.host}/ask`);
    await env.DB.batch(startAllReprojections(env.DB, nowMs));
    await tick();
    await completeHosts();
    memory.clear();
    expect(await locationOf(`http://${site.host}/ask?x=1`)).toBe("https://example.com/asked");
  });
});

describe("a location that still holds the absence of the marker", () => {
  it("starts nothing over", async () => {
    await env.SNAPSHOTS.delete("~filled");
    await tick();
    await env.SNAPSHOTS.delete("~filled");
    nowMs += 60_000;
    await beat(env, nowMs);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM reprojections").first("n")).toBe(0);
    await putMarker(env.SNAPSHOTS);
  });
});

describe("KV that was emptied", () => {
  it("[19.8] is filled again, and no hostname is complete before", async () => {
    const { url } = await site.createLink({ destination: "https://example.com/kept" });
    await completeHosts();
    const { keys } = await env.SNAPSHOTS.list();
    await Promise.all(keys.map(({ name }) => env.SNAPSHOTS.delete(name)));
    requireOk(await site.call("PUT", `/host/${site.host}`, { not_found_url: "https://example.com/lost" }));
    expect(await completeness()).toBe(false);
    await tick();
    expect(await hasMarker(env.SNAPSHOTS)).toBe(true);
    expect(await storedUrl(url)).toContain("https://example.com/kept");
    expect(await completeness()).toBe(false);
    await completeHosts();
    expect(await completeness()).toBe(true);
  });
});

async function completeness(): Promise<boolean | undefined> {
  return (await env.SNAPSHOTS.get<{ complete?: boolean }>(`h:${site.host}`, "json"))?.complete;
}

describe("a database that is not the installation's own", () => {
  it.each([
    ["that knows of no heartbeat", "DELETE FROM installation"],
    ["of another installation", "UPDATE installation SET database_id = 'another'"],
  ])("[19.8] %s changes nothing in KV, and writes no tombstones", async (_, sql) => {
    const { url } = await site.createLink({ destination: "https://example.com/mine" });
    await tick();
    const before = await readTables();
    await env.DB.batch([
      env.DB.prepare(sql),
      env.DB.prepare("DELETE FROM slots"),
      env.DB.prepare("DELETE FROM records"),
    ]);
    await askForTombstones();
    await tick();
    expect(await storedUrl(url)).toContain("https://example.com/mine");
    expect(warned.join("\n")).toContain("not the one that this installation knows");
    await writeTables(before);
  });

  it("is the installation's own once an operator says so", async () => {
    const before = await readTables();
    await env.DB.prepare("DELETE FROM installation").run();
    await tick();
    expect(warned.join("\n")).toContain("not the one that this installation knows");
    const { sql, parameters } = adoptDatabase("adopted", nowMs);
    await env.DB.prepare(sql)
      .bind(...parameters)
      .run();
    warned.length = 0;
    await tick();
    await tick();
    expect(warned.join("\n")).not.toContain("not the one");
    expect((await keeperOf(env).read())?.databaseId).toBe("adopted");
    await writeTables(before);
    await env.DB.prepare(sql)
      .bind(...parameters)
      .run();
  });

  it("does not take over the heartbeat", async () => {
    const before = await readTables();
    const known = await keeperOf(env).read();
    await env.DB.prepare("UPDATE installation SET database_id = 'another'").run();
    await tick();
    expect(await keeperOf(env).read()).toEqual(known);
    await writeTables(before);
  });
});
