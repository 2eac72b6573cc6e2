import { createHash, createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { furtherDatabases, MAX_DATABASES } from "../../src/domain/database-name.ts";
import type { PlainStatement } from "../../src/storage/statement.ts";
import { CommandError } from "./command.ts";
import { readSetting } from "./config.ts";
import { CONFIG_FILE, DATABASE_BINDING, PROJECT_FOLDER } from "./project.ts";
import { makeStateFolder } from "./state-folder.ts";

/** The worker writes to the same file: for so long a statement waits for its turn. */
const BUSY_DEADLINE_MS = 10_000;

/**
 * Opens the database of the local worker as `withLocalDatabase` does, for a command that needs existing data.
 * Throws CommandError if there is none, and creates nothing: the state folder may be misspelt.
 */
export async function withExistingDatabase<T>(
  stateDir: string,
  work: (db: DatabaseSync) => Promise<T>,
): Promise<T> {
  const missing = [stateDir, fileOf(stateDir, await readDatabaseId())].find((path) => !existsSync(path));
  if (missing === undefined) return await withLocalDatabase(stateDir, work);
  const problem = missing === stateDir ? "does not exist" : `has no database: ${missing} does not exist`;
  throw new CommandError(
    `The state folder ${stateDir} ${problem}. STATE_DIR names the folder of a local installation, --remote a deployed one.`,
  );
}

/**
 * Opens the migrated database of the local worker, whether the worker runs or not, and creates what is missing. It
 * opens the file directly, because a second runtime would hold locks that make writes of the first one fail.
 */
export async function withLocalDatabase<T>(
  stateDir: string,
  work: (db: DatabaseSync) => Promise<T>,
): Promise<T> {
  await makeStateFolder(stateDir);
  const db = await openMigrated(fileOf(stateDir, await readDatabaseId()));
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

export interface LocalDatabase {
  binding: string;
  db: DatabaseSync;
}

/**
 * Opens all databases of the local worker, the first one first.
 * @param open opens the first one: `withExistingDatabase` or `withLocalDatabase`
 * @param count how many there have to be; missing ones are created. By default those that are there
 */
export async function withLocalDatabases<T>(
  stateDir: string,
  open: typeof withLocalDatabase,
  work: (databases: LocalDatabase[]) => Promise<T>,
  count?: number,
): Promise<T> {
  return await open(stateDir, async (first) => {
    const id = await readDatabaseId();
    const further: LocalDatabase[] = [];
    try {
      for (const binding of furtherDatabases(count ?? (await countLocalDatabases(stateDir)))) {
        further.push({ binding, db: await openMigrated(fileOf(stateDir, toLocalId(id, binding))) });
      }
      return await work([{ binding: DATABASE_BINDING, db: first }, ...further]);
    } finally {
      for (const { db } of further) db.close();
    }
  });
}

/** Returns whether the first database of the local worker is there. */
export async function hasLocalDatabase(stateDir: string): Promise<boolean> {
  return existsSync(fileOf(stateDir, await readDatabaseId()));
}

/** Counts the databases of the local worker, the first one included. */
export async function countLocalDatabases(stateDir: string): Promise<number> {
  const id = await readDatabaseId();
  const further = furtherDatabases(MAX_DATABASES);
  const missing = further.findIndex((binding) => !existsSync(fileOf(stateDir, toLocalId(id, binding))));
  return missing < 0 ? MAX_DATABASES : missing + 1;
}

/** Returns the id after which wrangler names the local file of a further database. @param id that of the first */
export function toLocalId(id: string, binding: string): string {
  return id + binding.slice(DATABASE_BINDING.length);
}

async function openMigrated(file: string): Promise<DatabaseSync> {
  await mkdir(dirname(file), { recursive: true });
  const db = open(file);
  try {
    await migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function open(file: string): DatabaseSync {
  try {
    const db = new DatabaseSync(file, { timeout: BUSY_DEADLINE_MS });
    // The worker does not wait for locks, so this process holds the lock as briefly as possible.
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0");
    // The first read finds out whether it is a database.
    db.prepare("SELECT count(*) FROM sqlite_master").get();
    return db;
  } catch (error) {
    throw new CommandError(
      `The local database ${file} cannot be used: ${(error as Error).message}. Move the state folder away to begin with a new one.`,
    );
  }
}

/** Runs all statements in one short transaction, or none. */
export function writeAll(db: DatabaseSync, statements: PlainStatement[]): void {
  const prepared = statements.map(({ sql, parameters }) => ({ statement: db.prepare(sql), parameters }));
  inOneTransaction(db, () => {
    for (const { statement, parameters } of prepared) statement.run(...parameters);
  });
}

/** Runs work in one transaction, which is rolled back if the work throws. */
export function inOneTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}

/** The table in which wrangler also notes the applied migrations, so that both can continue each other's work. */
const CREATE_APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/**
 * Applies the migrations that are missing, each in full or not at all. Wrangler would start a runtime for it, which
 * takes a hundred times as long.
 */
async function migrate(db: DatabaseSync): Promise<void> {
  const folder = join(PROJECT_FOLDER, "migrations");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  if (hasAll(db, names)) return;
  const migrations = await Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(join(folder, name), "utf8") })),
  );
  db.exec(CREATE_APPLIED);
  for (const { name, sql } of migrations) {
    inOneTransaction(db, () => {
      // Another process may have been faster.
      const { changes } = db.prepare("INSERT OR IGNORE INTO d1_migrations (name) VALUES (?)").run(name);
      if (changes === 1) db.exec(sql);
    });
  }
}

function hasAll(db: DatabaseSync, names: string[]): boolean {
  const table = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'").get();
  if (table === undefined) return false;
  const applied = new Set(
    db
      .prepare("SELECT name FROM d1_migrations")
      .all()
      .map(({ name }) => name),
  );
  return names.every((name) => applied.has(name));
}

function fileOf(stateDir: string, id: string): string {
  return join(stateDir, "v3/d1", DATABASE_CLASS, `${objectId(DATABASE_CLASS, id)}.sqlite`);
}

/** Returns the id after which wrangler names the first local database: the first id that is configured. */
export async function readDatabaseId(): Promise<string> {
  const toml = await readFile(CONFIG_FILE, "utf8");
  const read = (key: string) => readSetting(toml, { table: "d1_databases", binding: DATABASE_BINDING, key });
  return read("preview_database_id") ?? read("database_id") ?? DATABASE_BINDING;
}

const DATABASE_CLASS = "miniflare-D1DatabaseObject";

/** A local D1 database is a Durable Object: its file is called after the object's id. */
function objectId(className: string, name: string): string {
  const key = createHash("sha256").update(className).digest();
  const sign = (data: string | Buffer) => createHmac("sha256", key).update(data).digest().subarray(0, 16);
  const named = sign(name);
  return Buffer.concat([named, sign(named)]).toString("hex");
}
