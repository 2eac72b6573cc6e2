import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach } from "vitest";
import { putMarker } from "../../src/storage/projection/marker.ts";
import { turnTo } from "./home.ts";

/** Makes the other database of an installation with two, whose second one tests look into (first-database.ts). */
beforeAll(async () => {
  turnTo("file");
  await applyD1Migrations(env.DB_01, env.TEST_MIGRATIONS);
  await putMarker(env.SNAPSHOTS, "DB_01");
});

beforeEach(() => turnTo("test"));
afterEach(() => turnTo("between"));
