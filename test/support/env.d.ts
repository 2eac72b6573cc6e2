import type { D1Migration } from "@cloudflare/vitest-plugin";
import type * as main from "../../src/index.ts";
import type { Env as WorkerEnv } from "../../src/env.ts";

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      TEST_MIGRATIONS: D1Migration[];
      TEST_BACKUPS: R2Bucket;
      DB_01: D1Database;
      DB_02: D1Database;
      /** Set if the database that tests look into is the second one (first-database.ts). */
      SECOND_DATABASE?: string;
      /** How often tests that try at random do so, where CI's number is not enough. */
      FUZZ_RUNS?: string;
    }
    interface GlobalProps {
      mainModule: typeof main;
    }
  }
}
