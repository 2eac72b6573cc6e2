import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach } from "vitest";
import { keeperOf } from "../../src/durable/keeper-of.ts";
import { putMarker } from "../../src/storage/projection/marker.ts";
import { putPace } from "../../src/storage/projection/projector.ts";
import { memory } from "../../src/storage/snapshot/memory.ts";
import { emptyClickBuffer } from "./empty-click-buffer.ts";

/**
 * Files take turns in one worker. Each begins with all storage empty. The state of modules stays, except for the
 * memory of snapshots and the buffer of clicks.
 */
beforeAll(async () => {
  await emptyStorage();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  // Tests write one key again and again, in a KV that has been in use for a while.
  putPace.intervalMs = 0;
  await putMarker(env.SNAPSHOTS);
  await emptyClickBuffer();
});

beforeEach(() => memory.clear());

const MAX_RESETS = 10;

/** Resets all storage. Work that the file before left running can keep its stores alive through a reset. */
async function emptyStorage(): Promise<void> {
  for (let resets = 0; resets < MAX_RESETS; resets++) {
    await reset();
    const tables = await Promise.all([env.DB, env.DB_01, env.DB_02].map(countTables));
    const { keys } = await env.SNAPSHOTS.list({ limit: 1 });
    // With the heartbeat of the file before, the database of this one would look foreign.
    const keepers = [env, { ...env, DATABASE: "DB_01" }, { ...env, DATABASE: "DB_02" }].map(keeperOf);
    const heartbeats = await Promise.all(keepers.map((keeper) => keeper.read()));
    const isEmpty = [...tables, ...heartbeats].every((found) => !found);
    if (isEmpty && keys.length === 0) return;
  }
  throw new Error("the storage of the file before is still there");
}

function countTables(db: D1Database): Promise<number | null> {
  return db.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name = 'records'").first<number>("n");
}
