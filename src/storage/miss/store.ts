import type { Hostname } from "../../domain/hostname.ts";
import { isMiss, tallyMisses } from "../../clicks/miss-tally.ts";
import type { Misses } from "../../domain/misses.ts";
import type { ClickMessage } from "../../queue-messages.ts";
import { bindParts } from "../statement.ts";

/** Stores the misses of messages until `fold.ts` adds them up (contract 31.3). */

const STORE = `
  INSERT INTO miss_batches (id, body)
  SELECT value ->> 0, value ->> 1 FROM json_each(?1)`;

const SELECT_SETTINGS = `
  SELECT h.host, coalesce(h.misses, 'unmatched') AS misses
  FROM json_each(?1) j CROSS JOIN hosts h ON h.host = j.value`;

/** Prepares the statements that store the misses of messages which are not stored; none if there are no misses. */
export async function prepareMisses(
  db: D1Database,
  messages: readonly ClickMessage[],
): Promise<D1PreparedStatement[]> {
  const missed = messages.map(({ id, clicks }) => ({ id, misses: clicks.filter(isMiss) }));
  const hosts = new Set(missed.flatMap(({ misses }) => misses.map(([, , , , , , , , host]) => host)));
  if (hosts.size === 0) return [];
  const { results } = await db
    .prepare(SELECT_SETTINGS)
    .bind(JSON.stringify([...hosts]))
    .all<{ host: Hostname; misses: Misses }>();
  const settings = new Map(results.map(({ host, misses }) => [host, misses]));
  const rows = missed.flatMap(({ id, misses }) => {
    const stored = tallyMisses(misses, settings);
    return stored === null ? [] : [[id, JSON.stringify(stored)]];
  });
  return bindParts(db, STORE, rows);
}
