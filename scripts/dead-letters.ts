import {
  countDeadLetters,
  deleteDeadLetters,
  requestDeadLetterRetry,
  selectDeadLetters,
} from "../src/storage/operator/dead-letter.ts";
import { CommandError, runWithOptions } from "./support/command.ts";
import { asD1 } from "./support/d1.ts";
import {
  deadLetterHelp,
  parseDeadLetterOptions,
  type DeadLetterOptions,
} from "./support/dead-letter-option.ts";
import { withInstallationDatabase } from "./support/installation-database.ts";
import { toTable } from "./support/table.ts";

/** Messages that `list` shows. */
const SHOWN = 200;

async function run(db: D1Database, { verb, ids }: DeadLetterOptions): Promise<void> {
  if (verb === "list") return list(db);
  const isRetry = verb === "retry";
  const count = isRetry
    ? await requestDeadLetterRetry(db, ids, Date.now())
    : await deleteDeadLetters(db, ids);
  const messages = `${count} message${count === 1 ? "" : "s"}`;
  if (ids !== null && count < ids.length) {
    throw new CommandError(
      `${isRetry ? "Filed" : "Dropped"} ${messages}. There is no message with the other ids.`,
    );
  }
  console.log(
    isRetry ? `Filed ${messages}. The Worker counts them within a minute.` : `Dropped ${messages}.`,
  );
}

async function list(db: D1Database): Promise<void> {
  const [letters, total] = [await selectDeadLetters(db, SHOWN), await countDeadLetters(db)];
  if (total === 0) {
    console.log("There are no dead letters.");
    return;
  }
  const rows = letters.map(({ id, receivedAtMs, clicks, size, retryAtMs, error }) => [
    id,
    new Date(receivedAtMs).toISOString().slice(0, 19),
    clicks === null ? "?" : String(clicks),
    String(size),
    retryAtMs === null ? (error ?? "") : "to be tried again",
  ]);
  console.log(toTable(["id", "given up (UTC)", "clicks", "bytes", "state"], rows));
  if (total > letters.length) console.log(`… and ${total - letters.length} more`);
}

await runWithOptions(deadLetterHelp, parseDeadLetterOptions, (options) =>
  withInstallationDatabase(options.isRemote, (db) => run(asD1(db), options)),
);
