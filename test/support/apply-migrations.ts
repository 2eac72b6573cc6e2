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
    const tables = await env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'records'").all();
    const { keys } = await env.SNAPSHOTS.list({ limit: 1 });
    // With the heartbeat of the file before, the database of this one would look foreign.
    const heartbeat = await keeperOf(env).read();
    if (tables.results.length === 0 && keys.length === 0 && heartbeat === null) return;
  }
  throw new Error("the storage of the file before is still there");
}
