import { countByTime, messagesOfDelivery, SHEETS } from "../click-rows.ts";
import {
  popularityOf,
  visitsOfIsolate,
  visitsPerSecond,
  type Installation,
  type Layout,
} from "./installation.ts";
import { messagesPerSecond } from "./storage.ts";

/** How long a database, which answers one query at a time, is busy. */

/** Milliseconds. A query that reads by an index; a transaction that writes; each row of them. */
export const QUERY_MS = 1;
export const TRANSACTION_MS = 5;
export const WRITTEN_ROW_MS = 0.02;
export const READ_ROW_MS = 0.000_2;

/** The ids of messages begin alike for so long. A delivery reads all of its time, half of them on average. */
export const WINDOW_SECONDS = 46.656;

/** A visit that the database answers. */
export const UNKNOWN = { queries: 3, read: 32 };
/** Of calls of the API so many read a page of links, the others edit one. `queries` take as long as the whole call. */
export const PAGES = 0.9;
export const PAGE = { queries: 7.5, read: 166, written: 0 };
export const EDIT = { queries: 10.7, read: 42, written: 10 };

/** A database is to be busy for at most this share of the time, so that twice as many visits pass. */
export const BUSY = 0.5;

/** What one database does in a second. */
export interface Load {
  messages: number;
  /** Transactions that store messages. */
  deliveries: number;
  rowsWritten: number;
  rowsRead: number;
  /** Sheets that clicks of a minute are added to. */
  sheetsOfMinute: number;
  /** The share of the time. */
  busy: number;
  /** How long a query waits on average, in milliseconds. */
  waitMs: number;
  /** The longest transaction, in milliseconds: clicks that are added to sheets. */
  longestMs: number;
}

/** Queries of one kind: how often they come in a second, and how long each takes. */
interface Work {
  perSecond: number;
  ms: number;
}

/** Returns the load of a database with an even part of links, visits and calls. `besides` is work of this one alone. */
export function loadOf(installation: Installation, layout: Layout, besides: Work[] = []): Load {
  const { databases } = layout;
  const visits = visitsPerSecond(installation) / databases;
  const calls = installation.calls / databases;
  const unknown = installation.unknown * visits;
  const messages = messagesPerSecond(installation, databases) / databases;
  const deliveries = storingsOf(messages, layout);
  const counted = countByTime(popularityOf(installation, databases), {
    visits,
    visitsOfIsolate: visitsOfIsolate(installation) / databases,
    delivered: messages / deliveries,
  });
  const folds = visits / counted.clicks;
  const known = messages * (WINDOW_SECONDS / 2);
  const rowsOfFold = counted.clicks * counted.rowsPerClick;
  const fold = { perSecond: folds, ms: QUERY_MS + TRANSACTION_MS + WRITTEN_ROW_MS * rowsOfFold };
  const works: Work[] = [
    { perSecond: deliveries, ms: QUERY_MS + TRANSACTION_MS + READ_ROW_MS * known },
    fold,
    { perSecond: UNKNOWN.queries * unknown, ms: QUERY_MS },
    { perSecond: PAGES * PAGE.queries * calls, ms: QUERY_MS },
    { perSecond: (1 - PAGES) * calls, ms: EDIT.queries * QUERY_MS },
    ...besides,
  ];
  const busy = busyOf(works);
  return {
    messages,
    deliveries,
    rowsWritten: counted.rowsPerClick * visits + (1 - PAGES) * EDIT.written * calls,
    rowsRead:
      SHEETS.readOfClick * visits +
      deliveries * known +
      UNKNOWN.read * unknown +
      (PAGES * PAGE.read + (1 - PAGES) * EDIT.read) * calls,
    sheetsOfMinute: 60 * folds * counted.records,
    busy,
    waitMs: waitOf(works),
    longestMs: fold.ms,
  };
}

/**
 * Returns how many transactions a second store messages of one database. A delivery of a queue that several share has
 * messages of many of them, and each takes a transaction of its own.
 */
export function storingsOf(messages: number, { databases, queues }: Layout): number {
  const sharing = databases / Math.min(queues, databases);
  const delivered = messagesOfDelivery(messages * sharing);
  const deliveries = (messages * sharing) / delivered;
  return deliveries * (1 - (1 - 1 / sharing) ** delivered);
}

export const busyOf = (works: Work[]): number =>
  works.reduce((sum, { perSecond, ms }) => sum + perSecond * ms, 0) / 1_000;

/** The mean wait in a queue with one server and arrivals by chance (Pollaczek and Khinchine), in milliseconds. */
export function waitOf(works: Work[]): number {
  const busy = busyOf(works);
  if (busy >= 1) return Infinity;
  const squares = works.reduce((sum, { perSecond, ms }) => sum + perSecond * ms ** 2, 0) / 1_000;
  return squares / (2 * (1 - busy));
}

/** Returns how often the directory in the first database is asked, a second. */
export function directoryQueries(installation: Installation): number {
  const { calls, unknown, withoutSnapshot } = installation;
  return calls + visitsPerSecond(installation) * unknown * withoutSnapshot;
}

/** Returns the load of the first database, which has the directory beside its part. */
export function loadOfFirst(installation: Installation, layout: Layout): Load {
  return loadOf(installation, layout, [{ perSecond: directoryQueries(installation), ms: QUERY_MS }]);
}

/**
 * Returns the least number of databases, from `from` on, that are busy for at most `BUSY`.
 * @param queuesFor returns the number of queues for a number of databases
 */
export function databasesByLoad(
  installation: Installation,
  queuesFor: (databases: number) => number,
  from = 1,
): number {
  const isEnough = (databases: number) =>
    loadOf(installation, { databases, queues: queuesFor(databases) }).busy <= BUSY;
  let [few, enough] = [from - 1, from];
  while (!isEnough(enough)) [few, enough] = [enough, 2 * enough];
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else few = middle;
  }
  return enough;
}
