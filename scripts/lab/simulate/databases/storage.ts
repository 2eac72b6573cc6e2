import { clicksOfMessage } from "../click-rows.ts";
import { BYTES, bytesOfDailyClicks, bytesOfIds, D1_BYTES, MONTHS_KEPT } from "../stored-bytes.ts";
import {
  clickedDaily,
  sharesOf,
  visitsOfIsolate,
  visitsPerSecond,
  type Installation,
} from "./installation.ts";

/** What an installation stores after thirteen months, and how many databases that fills. */

/** New workspaces go to databases below this share of their greatest size. */
export const FULL = 0.7;
/** Each database counts missed paths for itself, up to its limit. */
export const MISSED_PATHS = 200_000;

/** Bytes in all databases together. */
export interface Stored {
  records: number;
  history: number;
  misses: number;
  clicks: number;
  ids: number;
}

/**
 * Returns the messages of clicks a second, to all databases. An isolate sends one for each database that the visits of a
 * second knew, so more databases make more messages of fewer clicks.
 */
export function messagesPerSecond(installation: Installation, databases: number): number {
  return visitsPerSecond(installation) / clicksOfMessage(visitsOfIsolate(installation) / databases);
}

export function storedIn(installation: Installation, databases: number): Stored {
  const { links, edits, values } = installation;
  return {
    records: links * BYTES.linkInD1,
    history: links * edits * BYTES.edit,
    misses: databases * MISSED_PATHS * BYTES.missedPath,
    clicks: clickedDaily(installation) * bytesOfDailyClicks(MONTHS_KEPT, values),
    ids: bytesOfIds(messagesPerSecond(installation, databases)),
  };
}

/**
 * Returns the bytes of workspaces by Zipf's law, the largest first: of their links, and of the ids of messages that have
 * clicks of theirs alone.
 */
export function bytesOfWorkspaces(installation: Installation): number[] {
  const { records, history, clicks } = storedIn(installation, 1);
  const isolate = visitsOfIsolate(installation);
  const visits = visitsPerSecond(installation);
  return sharesOf(installation.workspaces).map(
    (share) =>
      share * (records + history + clicks) + bytesOfIds((visits * share) / clicksOfMessage(isolate * share)),
  );
}

export const totalOf = (stored: Stored): number => Object.values(stored).reduce((sum, part) => sum + part, 0);

/** Returns the least number of databases that are below `FULL` with an even part of everything. */
export function databasesByStorage(installation: Installation): number {
  // The numbers before the last are too few, because more databases never store less.
  for (let databases = 1; ;) {
    const needed = Math.ceil(totalOf(storedIn(installation, databases)) / (FULL * D1_BYTES));
    if (needed <= databases) return databases;
    databases = needed;
  }
}
