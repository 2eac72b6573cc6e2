import type { PlainStatement } from "../../src/storage/statement.ts";
import { CommandError } from "./command.ts";
import { withLocalDatabase, writeAll } from "./local-database.ts";
import { DATABASE_NAME, stateFolder } from "./project.ts";
import { toSqlText } from "./sql-text.ts";
import { readWrangler } from "./wrangler.ts";
import { toRows } from "./wrangler-json.ts";

/** A row as it comes out of SQL. */
type Row = Record<string, string | number | null>;

/** The database of an installation, for a command that a person runs. */
export interface InstallationDatabase {
  /** Runs all statements, or none. Throws CommandError. */
  write(statements: PlainStatement[]): Promise<void>;
  /** Returns the first row, or undefined. Throws CommandError. */
  readRow(statement: PlainStatement): Promise<Row | undefined>;
}

/** Opens the deployed database or the local one (STATE_DIR), for as long as the work takes. */
export async function withInstallationDatabase<T>(
  isRemote: boolean,
  work: (db: InstallationDatabase) => Promise<T>,
): Promise<T> {
  if (isRemote) return await work(remoteDatabase);
  return await withLocalDatabase(stateFolder(process.env), async (db) =>
    work({
      async write(statements) {
        writeAll(db, statements);
      },
      async readRow({ sql, parameters }) {
        return db.prepare(sql).get(...parameters) as Row | undefined;
      },
    }),
  );
}

const remoteDatabase: InstallationDatabase = {
  async write(statements) {
    await execute(statements);
  },
  async readRow(statement) {
    return toRows(await execute([statement]))[0] as Row | undefined;
  },
};

async function execute(statements: PlainStatement[]): Promise<string> {
  const command = statements.map(toSqlText).join(" ");
  const args = ["d1", "execute", DATABASE_NAME, "--remote", "--json", "--command", command];
  const { exitCode, stdout, stderr } = await readWrangler(args);
  if (exitCode !== 0) throw new CommandError(`${stdout}${stderr}\nThe deployed database did not answer.`);
  return stdout;
}
