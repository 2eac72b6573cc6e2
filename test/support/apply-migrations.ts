import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach } from "vitest";
import { putMarker } from "../../src/storage/projection/marker.ts";
import { putPace } from "../../src/storage/projection/put-pace.ts";
import { memory } from "../../src/storage/snapshot/memory.ts";
import { emptyClickBuffer } from "./empty-click-buffer.ts";

/**
 * Files take turns in one worker. Each begins with all storage empty. The state of modules stays, except for the
 * memory of snapshots and the buffer of clicks.
 */
beforeAll(async () => {
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  // Tests write one key again and again, in a KV that has been in use for a while.
  putPace.intervalMs = 0;
  await putMarker(env.SNAPSHOTS);
  await emptyClickBuffer();
});

beforeEach(() => memory.clear());
