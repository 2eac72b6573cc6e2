import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import {
  withExistingDatabase,
  withLocalDatabase,
  withLocalDatabases,
  type LocalDatabase,
} from "../../scripts/support/local-database.ts";
import { runScript, type Ended } from "./run-script.ts";

type Database = LocalDatabase["db"];

/** Makes a local installation with two databases, for the tests of a file, and what they do with it. */
export function useTwoLocalDatabases() {
  const stateDir = mkdtempSync(join(tmpdir(), "two-databases-"));
  beforeAll(() => withLocalDatabases(stateDir, withLocalDatabase, async () => {}, 2));
  afterAll(() => rm(stateDir, { recursive: true }));
  return {
    stateDir,
    run: (name: string, ...args: string[]): Promise<Ended> =>
      runScript(name, args, { stateDir, cwd: tmpdir() }),
    inDatabases: <T>(work: (first: Database, second: Database) => T): Promise<T> =>
      withLocalDatabases(stateDir, withExistingDatabase, async ([first, second]) =>
        work(first!.db, second!.db),
      ),
  };
}
