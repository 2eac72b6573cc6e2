import type { DatabaseSync } from "node:sqlite";
import type { PlainStatement } from "../../src/storage/statement.ts";
import { CommandError } from "./command.ts";
import { inOneTransaction, withExistingDatabase, type withLocalDatabase } from "./local-database.ts";
import { deployedConfig } from "./installation.ts";
import { DATABASE_BINDING, stateFolder } from "./project.ts";
import { toSqlText, type SqlWithParameters } from "./sql-text.ts";
import { readWrangler } from "./wrangler.ts";

type Row = Record<string, string | number | null>;

interface StatementResult {
  results: Row[];
  meta: { changes: number };
}

/** The database of an installation, for a command that a person runs. */
export interface InstallationDatabase {
  /** Runs all statements in one transaction, or none. Throws CommandError. */
  run(statements: SqlWithParameters[]): Promise<StatementResult[]>;
  /** Runs all statements, or none. Throws CommandError. */
  write(statements: PlainStatement[]): Promise<void>;
  /** Returns the first row, or undefined. Throws CommandError. */
  readRow(statement: PlainStatement): Promise<Row | undefined>;
}

/**
 * Opens the deployed database or the local one (STATE_DIR), for the duration of the work.
 * @param open opens the local one: `withLocalDatabase` also creates it
 */
export async function withInstallationDatabase<T>(
  isRemote: boolean,
  work: (db: InstallationDatabase) => Promise<T>,
  open: typeof withLocalDatabase = withExistingDatabase,
): Promise<T> {
  if (isRemote) return await work(remoteDatabase);
  return await open(stateFolder(process.env), async (db) => work(toInstallationDatabase(db)));
}

export function toInstallationDatabase(db: DatabaseSync): InstallationDatabase {
  const runOne = ({ sql, parameters }: SqlWithParameters): StatementResult => {
    const statement = db.prepare(sql);
    if (statement.columns().length > 0) {
      const results = statement.all(...parameters) as Row[];
      return { results, meta: { changes: results.length } };
    }
    return { results: [], meta: { changes: Number(statement.run(...parameters).changes) } };
  };
  return toDatabase(async (statements) => {
    // A read takes no lock that the worker would wait for.
    if (statements.length === 1) return statements.map(runOne);
    return inOneTransaction(db, () => statements.map(runOne));
  });
}

const remoteDatabase: InstallationDatabase = toDatabase(async (statements) => {
  const command = ["--command", statements.map(toSqlText).join(" ")];
  const config = ["--config", await deployedConfig(process.env)];
  const args = ["d1", "execute", DATABASE_BINDING, "--remote", "--json", ...config, ...command];
  const { exitCode, stdout, stderr } = await readWrangler(args);
  if (exitCode !== 0) throw new CommandError(`${stdout}${stderr}\nThe deployed database did not answer.`);
  return readAnswers(stdout);
});

function toDatabase(run: InstallationDatabase["run"]): InstallationDatabase {
  return {
    run,
    async write(statements) {
      await run(statements);
    },
    async readRow(statement) {
      const [answer] = await run([statement]);
      return answer?.results[0];
    },
  };
}

/** Parses the output of `wrangler d1 execute --json`, a result for each statement; banners may precede it. */
export function readAnswers(output: string): StatementResult[] {
  const answers = JSON.parse(output.slice(Math.max(0, output.search(/^\[/m)))) as {
    results?: Row[];
    meta?: { changes?: number };
  }[];
  return answers.map(({ results = [], meta }) => ({ results, meta: { changes: meta?.changes ?? 0 } }));
}
