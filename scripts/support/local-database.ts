import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CommandError } from "./command.ts";
import { CONFIG_FILE, DATABASE_NAME, PROJECT_FOLDER } from "./project.ts";
import { readWrangler } from "./wrangler.ts";

const BUSY_DEADLINE_MS = 10_000;
const BUSY_PAUSE_MS = 50;

/** Opens the database of the local worker, migrated, whether the worker runs or not. */
export async function withLocalDatabase<T>(
  stateDir: string,
  work: (db: D1Database) => Promise<T>,
): Promise<T> {
  const attempt = await openDatabase(stateDir, async (db) => (await isMigrated(db)) && { result: await work(db) });
  if (attempt !== false) return attempt.result;
  await migrate(stateDir);
  return await openDatabase(stateDir, work);
}

async function openDatabase<T>(stateDir: string, work: (db: D1Database) => Promise<T>): Promise<T> {
  // It would tell what it found in .dev.vars, and ask the network where it is.
  process.env.WRANGLER_LOG = "error";
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false";
  const { getPlatformProxy } = await import("wrangler");
  const { env, dispose } = await getPlatformProxy<{ DB: D1Database }>({
    configPath: CONFIG_FILE,
    envFiles: [],
    // `wrangler --persist-to` adds this folder by itself.
    persist: { path: join(stateDir, "v3") },
    remoteBindings: false,
  });
  try {
    return await retryWhileBusy(() => work(env.DB));
  } finally {
    await dispose();
  }
}

async function isMigrated(db: D1Database): Promise<boolean> {
  const files = (await readdir(join(PROJECT_FOLDER, "migrations"))).filter((file) => file.endsWith(".sql"));
  const tables = await db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'").all();
  if (tables.results.length === 0) return files.length === 0;
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map((row) => row.name));
  return files.every((file) => applied.has(file));
}

async function migrate(stateDir: string): Promise<void> {
  const args = ["d1", "migrations", "apply", DATABASE_NAME, "--local", "--persist-to", stateDir];
  const { exitCode, stdout, stderr } = await readWrangler(args);
  if (exitCode !== 0) throw new CommandError(`The database could not be set up.\n${stdout}${stderr}`);
}

/** Two processes share the file: while the other one writes, this one is told that it is busy. */
export async function retryWhileBusy<T>(
  work: () => Promise<T>,
  deadlineMs: number = BUSY_DEADLINE_MS,
): Promise<T> {
  const endMs = performance.now() + deadlineMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > endMs) throw error;
      await delay(BUSY_PAUSE_MS);
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && /SQLITE_BUSY|database is locked/.test(error.message);
}
