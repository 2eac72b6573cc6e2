import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { putMarker } from "../../src/storage/projection/marker.ts";
import { putPace } from "../../src/storage/projection/put-pace.ts";
import { memory } from "../../src/storage/snapshot/memory.ts";

/**
 * Files take turns in one worker. Each begins and ends with all storage empty; what modules remember stays, except
 * for the memory of snapshots.
 */
beforeAll(async () => {
  // Once more, since consumers of queues may have been at work when the last file ended.
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  // Tests write one key again and again, in a KV that has been in use for a while.
  putPace.intervalMs = 0;
  await putMarker(env.SNAPSHOTS);
});

beforeEach(() => memory.clear());

afterAll(() => reset());
