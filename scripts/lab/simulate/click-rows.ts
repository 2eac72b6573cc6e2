import { MAX_CLICKS } from "../../../src/clicks/buffer.ts";
import { expectAliases, expectHosts, type Popularity } from "./zipf.ts";

/** Rows that D1 writes for clicks that are counted together. */
interface RowCosts {
  /** For each record and each workspace of the clicks, if the day has a sheet. */
  record: number;
  workspace: number;
  /** Additional rows for each of them if the clicks are the first of the day. */
  firstOfDay: number;
  message: number;
  /** Additional rows for each body: messages of one delivery share bodies of up to 250 clicks. */
  body: number;
  /** Seconds whose clicks are counted together, and the messages at most. */
  seconds: number;
  messages: number;
  /** Rows read for a click that is counted alone, the most expensive kind. */
  readOfClick: number;
}

/**
 * Messages are stored on arrival, and added to sheets each minute. The rows are a sheet for each record and
 * workspace, and the total of the record with its index; a message is stored, and its body marked
 * (test/storage/click/cost.test.ts).
 */
export const SHEETS: RowCosts = {
  record: 3,
  workspace: 1,
  firstOfDay: 1,
  message: 1,
  body: 1,
  seconds: 60,
  messages: Infinity,
  readOfClick: 45,
};

/** The counting of release 0.1.0: each delivery of the queue separately, with a row for each value. */
export const ROWS_BY_VALUE: RowCosts = {
  record: 9.2,
  workspace: 7,
  firstOfDay: 7,
  message: 1,
  body: 0,
  seconds: 2,
  messages: 100,
  readOfClick: 130,
};

interface CountedClicks {
  clicks: number;
  /** Clicks of each message among them. */
  perMessage: number;
  records: number;
  rowsPerClick: number;
}

/**
 * Returns the rows for counting a number of clicks in one transaction. Each host counts as a workspace.
 * @param together messages that share a body
 */
export function countTogether(
  popularity: Popularity & { hosts: number },
  clicks: number,
  perMessage: number,
  costs = SHEETS,
  together = 1,
): CountedClicks {
  const records = expectAliases(popularity, clicks);
  const workspaces = expectHosts(popularity, popularity.hosts, clicks);
  const messages = (costs.message + costs.body / together) * (clicks / perMessage);
  const rows = costs.record * records + costs.workspace * workspaces + messages;
  return { clicks, perMessage, records, rowsPerClick: rows / clicks };
}

const DAY_SECONDS = 86_400;
/** What the queue hands over at once, at most (wrangler.toml). */
const DELIVERY = { messages: 100, seconds: 2 };

/**
 * Returns the rows for clicks that are counted together if every visit is a click. First clicks of a day are
 * included.
 */
export function countByTime(
  popularity: Popularity & { hosts: number },
  rate: { visits: number; visitsOfIsolate: number },
  costs = SHEETS,
): CountedClicks {
  const perMessage = Math.min(MAX_CLICKS, 1 + rate.visitsOfIsolate);
  const most = costs.messages * perMessage;
  const clicks = Math.max(perMessage, Math.min(most, costs.seconds * rate.visits));
  const delivered = Math.min(DELIVERY.messages, (DELIVERY.seconds * rate.visits) / perMessage);
  const together = Math.max(1, Math.min(delivered, MAX_CLICKS / perMessage));
  const counted = countTogether(popularity, clicks, perMessage, costs, together);
  const ofDay = DAY_SECONDS * rate.visits;
  const firsts = expectAliases(popularity, ofDay) + expectHosts(popularity, popularity.hosts, ofDay);
  return { ...counted, rowsPerClick: counted.rowsPerClick + (costs.firstOfDay * firsts) / ofDay };
}
