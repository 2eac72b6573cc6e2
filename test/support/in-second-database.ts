import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll } from "vitest";
import { putMarker } from "../../src/storage/projection/marker.ts";

/** Puts all that a file of tests makes into the second database of an installation with two. */

const bindings = env as unknown as Record<string, D1Database>;
const isPrepared = bindings["FIRST"] !== undefined;
if (!isPrepared) {
  // The Worker takes `FIRST` as its first database, and tests look into `DB` (first-database.ts).
  const { DB, DB_01 } = bindings;
  Object.assign(bindings, { FIRST: DB, DB: DB_01 });
}

beforeAll(async () => {
  await applyD1Migrations(bindings["FIRST"] as D1Database, env.TEST_MIGRATIONS);
  await putMarker(env.SNAPSHOTS, "DB_01");
});
