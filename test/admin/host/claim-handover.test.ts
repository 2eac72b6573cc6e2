import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isHeld } from "../../../src/domain/host.ts";
import type { Hostname } from "../../../src/domain/hostname.ts";
import { runBatch } from "../../../src/storage/commit.ts";
import { stopHoldingQuietly } from "../../../src/storage/claim/pass.ts";
import { selectClaims } from "../../../src/storage/claim/read.ts";
import { beginPassing, selectReservation } from "../../../src/storage/directory/reservation.ts";
import { memory } from "../../../src/storage/snapshot/memory.ts";
import { Scene } from "../../support/claims.ts";
import { requireOk } from "../../support/site.ts";
import { migrateDatabases, severalDatabases, type Installation } from "../../support/several-databases.ts";

/** A hostname that passes from a workspace of the first database to one of another, and calls that die on the way. */

let installation: Installation;
let scene: Scene;
let host: Hostname;
let count = 0;

beforeAll(migrateDatabases);
beforeEach(async () => {
  installation = severalDatabases({ HOSTNAME_PROOF: "required" });
  scene = await Scene.open(["A", "B"], `handover${count++}`, installation);
  host = scene.host("go.victim");
  scene.txt("victim", "A");
  await scene.connect("A", "go.victim");
  await scene.check("go.victim");
  await scene.connect("B", "go.victim");
  scene.txt("victim", "B");
});
afterEach(() => scene.close());

const begin = () =>
  beginPassing(env.DB, host, { from: undefined, to: "DB_01", workspaceId: scene.of("B").id }, Date.now());

async function endHolding(): Promise<void> {
  const holder = (await selectClaims(env.DB, host)).find(isHeld);
  if (holder === undefined) throw new Error("nobody holds it");
  await runBatch(env.DB, stopHoldingQuietly(env.DB, holder, null, Date.now()));
}

const homeOf = async () => {
  const row = await selectReservation(env.DB, host);
  return row && { database: row.database, passesTo: row.passesTo };
};
const slotsIn = async (db: D1Database) =>
  (await db.prepare("SELECT count(*) AS n FROM slots WHERE host = ?1").bind(host).first<number>("n")) ?? 0;

describe("[39.4] a hostname whose passing was begun", () => {
  it("is left alone by other checks for three minutes, and then taken back", async () => {
    expect(await begin()).toBe(true);
    await scene.check("go.victim");
    expect(await homeOf()).toEqual({ database: "DB", passesTo: "DB_01" });
    await scene.check("go.victim", 5);
    expect(await homeOf()).toEqual({ database: "DB", passesTo: null });
    expect(await scene.answerer("go.victim")).toBe("A");
  });

  it("and whose holder's claim has ended is answered from KV, and passes with the next check", async () => {
    await begin();
    await endHolding();
    memory.clear();
    expect(await scene.answerer("go.victim")).toBe("A");
    await scene.check("go.victim");
    for (const isForgotten of [false, true]) {
      if (isForgotten) memory.clear();
      expect(await scene.answerer("go.victim")).toBe("B");
    }
    expect(await homeOf()).toEqual({ database: "DB_01", passesTo: null });
    expect(await slotsIn(env.DB)).toBe(0);
    expect(await slotsIn(env.DB_01)).toBeGreaterThan(0);
  });

  it("is no 404 for a visit that has to ask a database, but a 503", async () => {
    await begin();
    await endHolding();
    memory.clear();
    for (const { name } of (await env.SNAPSHOTS.list()).keys) {
      if (name.includes(host)) await env.SNAPSHOTS.delete(name);
    }
    expect((await installation.fetch(`http://${host}/page`)).status).toBe(503);
  });

  it("passes to nobody if its taker gives up, and is answered by nobody", async () => {
    await begin();
    await endHolding();
    await scene.disconnect("B", "go.victim");
    memory.clear();
    expect(await homeOf()).toMatchObject({ passesTo: null });
  });
});

it("[39.4] has higher numbers with its new database, whose clock is behind", async () => {
  await env.DB.prepare("UPDATE sequence SET value = value + 1000000").run();
  requireOk(
    await scene.of("A").call("POST", "/link", { host, alias: "n", destination: "https://a.example" }),
  );
  const before = await env.DB.prepare("SELECT value FROM sequence").first<number>("value");
  await begin();
  await endHolding();
  await scene.check("go.victim");
  const { results } = await env.DB_01.prepare("SELECT min(seq) AS least FROM slots WHERE host = ?1")
    .bind(host)
    .all<{ least: number }>();
  expect(results[0]?.least).toBeGreaterThan(before ?? 0);
});
