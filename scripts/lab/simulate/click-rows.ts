import { MAX_CLICKS } from "../../../src/clicks/buffer.ts";
import { expectAliases, expectHosts, type Popularity } from "./zipf.ts";

/**
 * Rows that D1 writes where a day has begun: for each record and each workspace that clicks counted
 * together are of, and for each message (test/storage/click/cost.test.ts).
 */
const ROWS = { record: 9.2, workspace: 7, message: 1 };

interface CountedClicks {
  clicks: number;
  /** Clicks of each message among them. */
  perMessage: number;
  records: number;
  rowsPerClick: number;
}

/** What it takes to count so many clicks in one transaction; one host is taken for one workspace. */
export function countTogether(
  popularity: Popularity & { hosts: number },
  clicks: number,
  perMessage: number,
): CountedClicks {
  const records = expectAliases(popularity, clicks);
  const workspaces = expectHosts(popularity, popularity.hosts, clicks);
  const rows = ROWS.record * records + ROWS.workspace * workspaces + (ROWS.message * clicks) / perMessage;
  return { clicks, perMessage, records, rowsPerClick: rows / clicks };
}

/** A delivery is of this many messages, or of what came in these seconds (wrangler.toml). */
const MAX_MESSAGES = 100;
const MAX_WAIT_SECONDS = 2;

/** Clicks of one delivery of the queue, where every visit is a click. */
export function countDelivery(
  popularity: Popularity & { hosts: number },
  rate: { visits: number; visitsOfIsolate: number },
): CountedClicks {
  const perMessage = Math.min(MAX_CLICKS, 1 + rate.visitsOfIsolate);
  const clicks = Math.max(perMessage, Math.min(MAX_MESSAGES * perMessage, MAX_WAIT_SECONDS * rate.visits));
  return countTogether(popularity, clicks, perMessage);
}
