import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { keeperOf } from "../../src/durable/keeper-of.ts";
import type { Heartbeat } from "../../src/domain/heartbeat.ts";
import type { Env } from "../../src/env.ts";
import { beat } from "../../src/jobs/projection/heartbeat.ts";
import { sweepKeys } from "../../src/jobs/projection/sweep-keys.ts";
import { startKeySweep } from "../../src/storage/projection/key-sweep.ts";
import { drainAll } from "../support/complete-hosts.ts";
import { proxyOf } from "../support/proxy-of.ts";
import { createWorkspace } from "../support/workspace.ts";

const STRAY = "p:sweep.example/stray";
const HASHED_STRAY = `p:#${"0".repeat(64)}`;
const STRAY_VALUE = JSON.stringify({ v: 1, seq: 1, records: [], hasQueries: true });

interface Walk {
  writes_tombstones: number;
  cursor: string;
  unknown: number;
  finished_at: number | null;
}

const readWalk = () =>
  env.DB.prepare("SELECT writes_tombstones, cursor, unknown, finished_at FROM key_sweeps").first<Walk>();

/** What the object of the installation is to remember from now on. */
async function remember(change: Partial<Heartbeat>): Promise<void> {
  const keeper = keeperOf(env);
  const heartbeat = await keeper.read();
  await keeper.write({ databaseId: "", atMs: 0, seq: 0, ...heartbeat, ...change });
}

beforeEach(async () => {
  for (const method of ["warn", "error"] as const) vi.spyOn(console, method).mockImplementation(() => {});
  const { call } = await createWorkspace();
  await call("POST", "/host", { host: "sweep.example" });
  await drainAll();
  await env.DB.prepare("DELETE FROM key_sweeps").run();
  const row = await env.DB.prepare("SELECT database_id FROM installation").first<{ database_id: string }>();
  if (row !== null) await remember({ databaseId: row.database_id });
  await beat(env, Date.now());
  await env.DB.prepare("DELETE FROM slots WHERE slot = 'p/stray'").run();
  for (const key of [STRAY, HASHED_STRAY]) await env.SNAPSHOTS.put(key, STRAY_VALUE);
});

describe("the walk over keys", () => {
  it("counts keys that the database does not know, and leaves them as they are", async () => {
    await startKeySweep(env.DB, false, Date.now()).run();
    await sweepKeys(env);
    expect(await readWalk()).toMatchObject({ unknown: 2, finished_at: expect.any(Number) });
    expect(await env.SNAPSHOTS.get(STRAY)).toBe(STRAY_VALUE);
  });

  it("makes tombstones of them on request of an operator", async () => {
    await startKeySweep(env.DB, true, Date.now()).run();
    await sweepKeys(env);
    await drainAll();
    expect(await readWalk()).toMatchObject({ unknown: 2, finished_at: expect.any(Number) });
    for (const key of [STRAY, HASHED_STRAY]) {
      const tombstone = { v: 1, seq: expect.any(Number), records: [] };
      expect(await env.SNAPSHOTS.get(key, "json")).toEqual(tombstone);
    }
  });

  it.each<[string, () => Promise<void>]>([
    ["of another installation", () => remember({ databaseId: "another" })],
    ["without a heartbeat", async () => void (await env.DB.prepare("DELETE FROM installation").run())],
    ["without a hostname", async () => void (await env.DB.prepare("DELETE FROM hosts").run())],
  ])("is removed in a database %s, and no tombstone is written", async (_, change) => {
    await change();
    await startKeySweep(env.DB, true, Date.now()).run();
    await sweepKeys(env);
    await drainAll();
    expect(await readWalk()).toBeNull();
    expect(await env.SNAPSHOTS.get(STRAY)).toBe(STRAY_VALUE);
  });

  it("begins at the first key where it was started over while a run was on its way", async () => {
    const nowMs = Date.now();
    await startKeySweep(env.DB, false, nowMs).run();
    const SNAPSHOTS = proxyOf(env.SNAPSHOTS, {
      list: async (options: KVNamespaceListOptions) => {
        await startKeySweep(env.DB, true, nowMs).run();
        return await env.SNAPSHOTS.list(options);
      },
    });
    const overtaken: Env = { ...env, SNAPSHOTS };
    await sweepKeys(overtaken);
    expect(await readWalk()).toEqual({ writes_tombstones: 1, cursor: "", unknown: 0, finished_at: null });
  });
});
