import type { PlainStatement } from "../../src/storage/statement.ts";
import { CommandError } from "./command.ts";
import { withLocalDatabase, writeAll } from "./local-database.ts";
import { deployedConfig } from "./installation.ts";
import { DATABASE_BINDING, stateFolder } from "./project.ts";
import { toSqlText } from "./sql-text.ts";
import { readWrangler } from "./wrangler.ts";

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
    return findFirstRow(await execute([statement]));
  },
};

async function execute(statements: PlainStatement[]): Promise<string> {
  const command = statements.map(toSqlText).join(" ");
  const config = await deployedConfig(process.env);
  const args = [
    "d1",
    "execute",
    DATABASE_BINDING,
    "--remote",
    "--json",
    "--config",
    config,
    "--command",
    command,
  ];
  const { exitCode, stdout, stderr } = await readWrangler(args);
  if (exitCode !== 0) throw new CommandError(`${stdout}${stderr}\nThe deployed database did not answer.`);
  return stdout;
}

/** Reads the first row in what `wrangler d1 execute --json` prints; banners may stand in front. */
export function findFirstRow(output: string): Row | undefined {
  const answers = JSON.parse(output.slice(Math.max(0, output.search(/^\[/m)))) as { results: Row[] }[];
  return answers[0]?.results[0];
}
