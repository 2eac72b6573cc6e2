import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { RunQuery } from "../../src/storage/backup/read.ts";
import type { PlainStatement } from "../../src/storage/statement.ts";
import { CommandError } from "../support/command.ts";
import { openDeployedDatabase } from "./deployed-database.ts";
import { deployedConfig } from "../support/installation.ts";
import { writeAll, type withLocalDatabase } from "../support/local-database.ts";
import { stateFolder } from "../support/project.ts";
import { toSqlText } from "../support/sql-text.ts";
import { readWrangler } from "../support/wrangler.ts";

/** A database that is backed up, or restored into. */
export interface BackupDatabase {
  /** What people call it in a sentence. */
  title: string;
  query: RunQuery;
  /** Runs all statements, or none. Throws CommandError. */
  run(statements: PlainStatement[]): Promise<void>;
  /** Lets all queries of the work see the same moment, if the database supports that. */
  readTogether<T>(work: (isSnapshot: boolean) => Promise<T>): Promise<T>;
}

export interface DatabasePlace {
  isRemote: boolean;
  /** The name of a deployed database; null for the database of the installation. */
  name: string | null;
}

/**
 * Opens the deployed database, or the local one (STATE_DIR), for the duration of the work.
 * @param open opens the local one: `withLocalDatabase` also creates it
 */
export async function withBackupDatabase<T>(
  { isRemote, name }: DatabasePlace,
  open: typeof withLocalDatabase,
  work: (db: BackupDatabase) => Promise<T>,
): Promise<T> {
  if (isRemote) {
    const { id, query } = await openDeployedDatabase(name, process.env);
    return await work({
      title: `The D1 database ${name ?? id}`,
      query,
      // The configuration names the account. By its id a database is found even if the configuration lacks it.
      run: wranglerWriter([id, "--remote", "--config", await deployedConfig(process.env)]),
      // The platform has no transaction that lasts for several calls.
      readTogether: (read) => read(false),
    });
  }
  const stateDir = stateFolder(process.env);
  return await open(stateDir, async (db) => work(toBackupDatabase(db, `The local database in ${stateDir}`)));
}

/** Returns a local database in the form that backup and restore use. */
export function toBackupDatabase(db: DatabaseSync, title: string): BackupDatabase {
  return {
    title,
    async query({ sql, parameters }) {
      return db.prepare(sql).all(...parameters);
    },
    async run(statements) {
      writeAll(db, statements);
    },
    async readTogether(read) {
      db.exec("BEGIN");
      try {
        return await read(true);
      } finally {
        db.exec("ROLLBACK");
      }
    },
  };
}

/**
 * Returns a function that runs statements on a database through wrangler, as a file of SQL.
 * @param target the name or id of the database, and where wrangler finds it
 */
export function wranglerWriter(target: string[]): BackupDatabase["run"] {
  return async (statements) => {
    const folder = await mkdtemp(join(tmpdir(), "signpost-restore-"));
    try {
      const file = join(folder, "rows.sql");
      await writeFile(file, statements.map(toSqlText).join("\n"), { mode: 0o600 });
      const args = ["d1", "execute", ...target, "--json", "--yes", "--file", file];
      const { exitCode, stdout, stderr } = await readWrangler(args);
      if (exitCode !== 0) throw new CommandError(`${stdout}${stderr}\nThe database did not answer.`);
    } finally {
      await rm(folder, { recursive: true });
    }
  };
}
