import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { RunQuery } from "../../src/storage/backup/read.ts";
import type { PlainStatement } from "../../src/storage/statement.ts";
import { CommandError } from "../support/command.ts";
import { openDeployedDatabases } from "./deployed-database.ts";
import { deployedConfig } from "../support/installation.ts";
import { withLocalDatabases, writeAll, type withLocalDatabase } from "../support/local-database.ts";
import { DATABASE_BINDING, stateFolder } from "../support/project.ts";
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

/** A database of an installation with its binding: `DB` for the first one, then `DB_01` and so on. */
export interface BoundDatabase {
  binding: string;
  db: BackupDatabase;
}

/**
 * Opens the databases of the deployed installation, or the local ones (STATE_DIR), for the duration of the work.
 * @param open opens the first local one: `withLocalDatabase` also creates it
 * @param count how many local ones there have to be; by default those that are there
 */
export async function withBackupDatabases<T>(
  { isRemote, name }: DatabasePlace,
  open: typeof withLocalDatabase,
  work: (databases: BoundDatabase[]) => Promise<T>,
  count?: number,
): Promise<T> {
  if (isRemote) {
    const opened = await openDeployedDatabases(name, process.env);
    // The configuration names the account. By its id a database is found even if the configuration lacks it.
    const config = ["--remote", "--config", await deployedConfig(process.env)];
    const toBound = ({ binding, id, query }: (typeof opened)[number]): BoundDatabase => ({
      binding,
      db: {
        title: `The D1 database ${name ?? id}`,
        query,
        run: wranglerWriter([id, ...config]),
        // The platform has no transaction that lasts for several calls.
        readTogether: (read) => read(false),
      },
    });
    return await work(opened.map(toBound));
  }
  const stateDir = stateFolder(process.env);
  const toTitle = (binding: string) =>
    `The local database${binding === DATABASE_BINDING ? "" : ` ${binding}`} in ${stateDir}`;
  return await withLocalDatabases(
    stateDir,
    open,
    (opened) =>
      work(opened.map(({ binding, db }) => ({ binding, db: toBackupDatabase(db, toTitle(binding)) }))),
    count,
  );
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
