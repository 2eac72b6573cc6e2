import { numbersOf, selectHighestNumber, type Numbers } from "../../src/storage/workspace/number.ts";
import { askForNothing } from "../../src/storage/statement.ts";
import { CommandError, UsageError } from "./command.ts";
import { asD1 } from "./d1.ts";
import type { InstallationDatabase, InstallationDatabases } from "./installation-database.ts";
import { toPercent } from "./progress.ts";

/** The database and number of a new workspace in an installation with several databases. */

/** A fuller database gets no new workspace: those that are there need the room. */
export const FULL_SHARE = 0.7;

/**
 * Chooses the emptiest database.
 * @param wanted the binding of the one that has to be taken, however full; null for none
 * @throws UsageError if there is no such database
 * @throws CommandError if each is too full
 */
export async function chooseDatabase(
  databases: InstallationDatabases,
  limitBytes: number,
  wanted: string | null,
): Promise<InstallationDatabase> {
  if (wanted !== null) return requireDatabase(databases, wanted);
  if (databases.length === 1) return databases[0];
  const sizes: { db: InstallationDatabase; bytes: number }[] = [];
  for (const db of databases) sizes.push({ db, bytes: (await askForNothing(asD1(db))).bytes });
  const [emptiest] = sizes.toSorted((a, b) => a.bytes - b.bytes);
  if (emptiest !== undefined && emptiest.bytes < FULL_SHARE * limitBytes) return emptiest.db;
  const full = sizes.map(({ db, bytes }) => `${db.binding} ${toPercent(bytes, limitBytes)}`).join(", ");
  throw new CommandError(
    `No database has room for another workspace, because each is 70 % full or more: ${full}. Raise the setting databases and ` +
      "run npm run deploy, or name one with --database.",
  );
}

export function requireDatabase(databases: InstallationDatabases, wanted: string): InstallationDatabase {
  const db = databases.find(({ binding }) => binding === wanted);
  if (db !== undefined) return db;
  const bindings = databases.map(({ binding }) => binding).join(", ");
  throw new UsageError(`There is no database ${wanted}. There is ${bindings}.`);
}

/**
 * Returns the numbers for a new workspace of a database, without those that workspaces have which have left it; undefined
 * if there is only one database.
 * @throws CommandError if none is left
 */
export async function findNumbers(
  databases: InstallationDatabases,
  { binding }: InstallationDatabase,
): Promise<Numbers | undefined> {
  if (databases.length === 1) return undefined;
  const numbers = numbersOf(binding);
  for (const db of databases) {
    numbers.after = (await selectHighestNumber(asD1(db), numbers)) ?? numbers.after;
  }
  if (numbers.after < numbers.last) return numbers;
  throw new CommandError(
    `The database ${binding} has no number left for another workspace. Name another one with --database.`,
  );
}
