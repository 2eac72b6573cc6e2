import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunQuery } from "../../src/storage/backup/read.ts";
import type { PlainStatement } from "../../src/storage/statement.ts";
import { CommandError } from "../support/command.ts";
import { deployedConfig } from "../support/installation.ts";
import { readAnswers } from "../support/installation-database.ts";
import { withLocalDatabase, writeAll } from "../support/local-database.ts";
import { DATABASE_BINDING, stateFolder } from "../support/project.ts";
import { toSqlText } from "../support/sql-text.ts";
import { readWrangler } from "../support/wrangler.ts";

/** A database that is backed up, or restored into. */
export interface BackupDatabase {
  query: RunQuery;
  /** Runs all statements, or none. Throws CommandError. */
  run(statements: PlainStatement[]): Promise<void>;
  /** Makes all queries of the work see one moment, where the database can do that. */
  readTogether<T>(work: (isSnapshot: boolean) => Promise<T>): Promise<T>;
}

/** Where a database is. */
export interface DatabasePlace {
  isRemote: boolean;
  /** The name of a deployed database; null for that of the installation. */
  name: string | null;
}

/** Opens the deployed database, or the local one (STATE_DIR), for as long as the work takes. */
export async function withBackupDatabase<T>(
  { isRemote, name }: DatabasePlace,
  work: (db: BackupDatabase) => Promise<T>,
): Promise<T> {
  if (isRemote) return await work(wranglerDatabase(await deployedTarget(name)));
  return await withLocalDatabase(stateFolder(process.env), async (db) =>
    work({
      async query({ sql, parameters }) {
        return db.prepare(sql).all(...parameters) as Record<string, unknown>[];
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
    }),
  );
}

async function deployedTarget(name: string | null): Promise<string[]> {
  if (name !== null) return [name, "--remote"];
  return [DATABASE_BINDING, "--remote", "--config", await deployedConfig(process.env)];
}

/**
 * Reaches a database through wrangler: each query is a command, and writes are a file of SQL.
 * @param target the name of the database, and where wrangler finds it
 */
export function wranglerDatabase(target: string[]): BackupDatabase {
  const execute = async (args: string[]): Promise<string> => {
    const { exitCode, stdout, stderr } = await readWrangler(["d1", "execute", ...target, "--json", ...args]);
    if (exitCode !== 0) throw new CommandError(`${stdout}${stderr}\nThe database did not answer.`);
    return stdout;
  };
  return {
    async query(statement) {
      const [answer] = readAnswers(await execute(["--command", toSqlText(statement)]));
      return answer?.results ?? [];
    },
    async run(statements) {
      const folder = await mkdtemp(join(tmpdir(), "signpost-restore-"));
      try {
        const file = join(folder, "rows.sql");
        await writeFile(file, statements.map(toSqlText).join("\n"), { mode: 0o600 });
        await execute(["--yes", "--file", file]);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
    // The platform has no transaction that lasts for several commands.
    readTogether: (read) => read(false),
  };
}
