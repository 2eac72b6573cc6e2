import { chunk } from "../src/runtime/chunk.ts";
import { LETTER_PREFIX } from "../src/storage/dead-letter/bucket.ts";
import {
  countDeadLetters,
  deleteDeadLetters,
  requestDeadLetterRetry,
  requestRetryFromBucket,
  selectDeadLetters,
} from "../src/storage/operator/dead-letter.ts";
import { openBackupBucket, type BackupBucket, type ListedObject } from "./support/backup-bucket.ts";
import { CommandError, runWithOptions } from "./support/command.ts";
import { asD1 } from "./support/d1.ts";
import {
  deadLetterHelp,
  parseDeadLetterOptions,
  type DeadLetterOptions,
} from "./support/dead-letter-option.ts";
import { withInstallationDatabases } from "./support/installation-database.ts";
import { toTable } from "./support/table.ts";

/** Messages that `list` shows. */
const SHOWN = 200;
/** Ids in one statement, which has 100 kB at most. */
const IDS_AT_ONCE = 1_000;

/** Where the dead letters are: in the bucket of backups if there is one, and in the database otherwise. */
interface Places {
  db: D1Database;
  bucket: BackupBucket | null;
  inBucket: ListedObject[];
}

async function run(db: D1Database, options: DeadLetterOptions): Promise<void> {
  const { bucket } = options.isRemote ? await openBackupBucket(process.env) : { bucket: null };
  const places = { db, bucket, inBucket: (await bucket?.list(LETTER_PREFIX)) ?? [] };
  const { verb, ids } = options;
  if (verb === "list") return list(places);
  const isRetry = verb === "retry";
  const count = await (isRetry ? retry(places, ids) : drop(places, ids));
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

const idOf = ({ key }: ListedObject) => key.slice(LETTER_PREFIX.length);

/** Returns the ids of the meant dead letters in the bucket, and those that have to be in the database; null for all. */
function split({ inBucket }: Places, ids: string[] | null): { stored: string[]; others: string[] | null } {
  const all = inBucket.map(idOf);
  if (ids === null) return { stored: all, others: null };
  const known = new Set(all);
  return { stored: ids.filter((id) => known.has(id)), others: ids.filter((id) => !known.has(id)) };
}

async function retry(places: Places, ids: string[] | null): Promise<number> {
  const { db } = places;
  const { stored, others } = split(places, ids);
  const count = await requestDeadLetterRetry(db, others, Date.now());
  for (const part of chunk(stored, IDS_AT_ONCE)) await requestRetryFromBucket(db, part, Date.now());
  return count + stored.length;
}

async function drop(places: Places, ids: string[] | null): Promise<number> {
  const { db, bucket } = places;
  const { stored, others } = split(places, ids);
  for (const id of stored) await bucket?.remove(LETTER_PREFIX + id);
  // Requests for them go as well, and are no messages of their own.
  for (const part of chunk(stored, IDS_AT_ONCE)) await deleteDeadLetters(db, part);
  return stored.length + (await deleteDeadLetters(db, others));
}

async function list({ db, inBucket }: Places): Promise<void> {
  const rows = await selectDeadLetters(db, SHOWN);
  const requests = new Map(rows.filter((row) => row.isInBucket).map((row) => [row.id, row]));
  const total = (await countDeadLetters(db)) + inBucket.length;
  if (total === 0) {
    console.log("There are no dead letters.");
    return;
  }
  const letters = [
    ...rows.filter((row) => !row.isInBucket),
    ...inBucket.map((object) => toLetter(object, requests.get(idOf(object)))),
  ].slice(0, SHOWN);
  const cells = letters.map(({ id, receivedAtMs, clicks, size, retryAtMs, error }) => [
    id,
    new Date(receivedAtMs).toISOString().slice(0, 19),
    clicks === null ? "?" : String(clicks),
    String(size),
    retryAtMs === null ? (error ?? "") : "to be tried again",
  ]);
  console.log(toTable(["id", "given up (UTC)", "clicks", "bytes", "state"], cells));
  if (total > letters.length) console.log(`… and ${total - letters.length} more`);
}

/** @param request the row that requests another attempt */
function toLetter(
  object: ListedObject,
  request: { retryAtMs: number | null; error: string | null } | undefined,
) {
  const clicks = Number(object.custom_metadata?.["clicks"] ?? NaN);
  return {
    id: idOf(object),
    receivedAtMs: Date.parse(object.last_modified ?? "") || 0,
    clicks: Number.isNaN(clicks) ? null : clicks,
    size: object.size ?? 0,
    retryAtMs: request?.retryAtMs ?? null,
    error: request?.error ?? null,
  };
}

await runWithOptions(deadLetterHelp, parseDeadLetterOptions, (options) =>
  withInstallationDatabases(options.isRemote, ([db]) => run(asD1(db), options)),
);
