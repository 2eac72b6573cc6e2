import type { DatabaseSync } from "node:sqlite";
import type { PlainStatement } from "../../src/storage/statement.ts";
import type { Row, StatementResult } from "../deploy/database.ts";
import { connectDatabases } from "./account-database.ts";
import { CommandError } from "./command.ts";
import {
  inOneTransaction,
  withExistingDatabase,
  withLocalDatabases,
  type withLocalDatabase,
} from "./local-database.ts";
import { deployedDatabases } from "./installation.ts";
import { DATABASE_BINDING, stateFolder } from "./project.ts";
import type { SqlWithParameters } from "./sql-text.ts";

/** A database of an installation, for a command that a person runs. */
export interface InstallationDatabase {
  /** `DB` for the first one, then `DB_01` and so on. */
  binding: string;
  /** Runs all statements in one transaction, or none. Throws CommandError. */
  run(statements: SqlWithParameters[]): Promise<StatementResult[]>;
  /** Runs all statements, or none. Throws CommandError. */
  write(statements: PlainStatement[]): Promise<void>;
  /** Returns the first row, or undefined. Throws CommandError. */
  readRow(statement: PlainStatement): Promise<Row | undefined>;
}

/** All databases of an installation, the first one first. */
export type InstallationDatabases = [InstallationDatabase, ...InstallationDatabase[]];

/**
 * Opens all databases of the deployed installation or of the local one (STATE_DIR), for the duration of the work.
 * @param open opens the first local one: `withLocalDatabase` also creates it
 */
export async function withInstallationDatabases<T>(
  isRemote: boolean,
  work: (databases: InstallationDatabases) => Promise<T>,
  open: typeof withLocalDatabase = withExistingDatabase,
): Promise<T> {
  if (isRemote) {
    const { account, databases } = await deployedDatabases(process.env);
    const { run } = await connectDatabases(account, process.env);
    const toRemote = ({ binding, id }: (typeof databases)[number]) =>
      toDatabase(binding, (statements) => run(id, statements));
    return await work(databases.map(toRemote) as InstallationDatabases);
  }
  return await withLocalDatabases(stateFolder(process.env), open, async (databases) =>
    work(databases.map(({ binding, db }) => toInstallationDatabase(db, binding)) as InstallationDatabases),
  );
}

export function toInstallationDatabase(db: DatabaseSync, binding = DATABASE_BINDING): InstallationDatabase {
  const size = db.prepare("SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size");
  const toMeta = (changes: number) => ({ changes, size_after: Number(size.get()?.["size"]) });
  const runOne = ({ sql, parameters }: SqlWithParameters): StatementResult => {
    const statement = db.prepare(sql);
    if (statement.columns().length > 0) {
      const results = statement.all(...parameters) as Row[];
      return { results, meta: toMeta(results.length) };
    }
    return { results: [], meta: toMeta(Number(statement.run(...parameters).changes)) };
  };
  return toDatabase(binding, async (statements) => {
    // A read takes no lock that the worker would wait for.
    if (statements.length === 1) return statements.map(runOne);
    return inOneTransaction(db, () => statements.map(runOne));
  });
}

function toDatabase(binding: string, runAll: InstallationDatabase["run"]): InstallationDatabase {
  const run: InstallationDatabase["run"] = async (statements) => {
    // D1 refuses to run nothing.
    if (statements.length === 0) return [];
    try {
      return await runAll(statements);
    } catch (error) {
      throw isRefusedByMove(error) ? new CommandError(MOVING) : error;
    }
  };
  return {
    binding,
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

const isRefusedByMove = (error: unknown) => String(error).includes("assertion failed: moving");
const MOVING =
  "A workspace moves to another database at this moment, and takes no writes for some seconds. " +
  "Run the same command again: it goes on where it was.";
