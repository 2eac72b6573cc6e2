import { MAX_CLICKS } from "../../../src/clicks/buffer.ts";
import { expectAliases, expectHosts, type Popularity } from "./zipf.ts";

/** Rows that D1 writes for clicks that are counted together. */
interface RowCosts {
  /** For each record and each workspace of the clicks, if the day has a sheet. */
  record: number;
  workspace: number;
  /** For each message, and for each row that messages of one delivery share, until its clicks are counted. */
  message: number;
  row: number;
  /** Additional rows for each record and workspace if the clicks are the first of the day. */
  firstOfDay: number;
  /** Rows of the clean-up, months later: for each message, row, and first of a day. */
  cleanUp: { message: number; row: number; firstOfDay: number };
  /** Seconds whose clicks are counted together, and how many of each one batch takes. */
  seconds: number;
  most: { sheets: number; clicks: number; messages: number };
  /** Seconds for workspaces with more clicked records than `from`. */
  wait: { from: number; seconds: number };
  /** Rows read for a click that is counted alone, the most expensive kind. */
  readOfClick: number;
}

const NO_WAIT = { from: Infinity, seconds: 0 };

/**
 * Messages are stored on arrival, and added to sheets each minute or quarter of an hour. The rows are a sheet for each
 * record and workspace, and the total of the record with its index; messages are stored, and their body dropped
 * (test/storage/click/cost.test.ts). A batch takes 8 MB of messages, in which a click of a record of its own has 350 bytes.
 */
export const SHEETS: RowCosts = {
  record: 3,
  workspace: 1,
  message: 0,
  row: 2,
  firstOfDay: 1,
  cleanUp: { message: 0, row: 1, firstOfDay: 3 },
  seconds: 60,
  most: { sheets: 20_000, clicks: 23_000, messages: Infinity },
  wait: { from: 1_000, seconds: 900 },
  readOfClick: 55,
};

/** The counting of release 0.2.0: a row for each message, and at most 500 sheets together. */
export const ROWS_BY_MESSAGE: RowCosts = {
  ...SHEETS,
  message: 2,
  row: 0,
  cleanUp: { message: 1, row: 0, firstOfDay: 1 },
  most: { sheets: 500, clicks: Infinity, messages: Infinity },
  wait: NO_WAIT,
  readOfClick: 45,
};

/** The counting of release 0.1.0: each delivery of the queue separately, with a row for each value. */
export const ROWS_BY_VALUE: RowCosts = {
  record: 9.2,
  workspace: 7,
  message: 1,
  row: 0,
  firstOfDay: 7,
  cleanUp: { message: 1, row: 0, firstOfDay: 7 },
  seconds: 2,
  most: { sheets: Infinity, clicks: Infinity, messages: 100 },
  wait: NO_WAIT,
  readOfClick: 130,
};

interface CountedClicks {
  clicks: number;
  /** Clicks of each message among them. */
  perMessage: number;
  records: number;
  rowsPerClick: number;
}

type Counted = Popularity & {
  hosts: number;
  /** As many as hosts by default. */
  workspaces?: number;
};

/**
 * Returns the rows for counting a number of clicks in one transaction.
 * @param together messages that share a row
 */
export function countTogether(
  popularity: Counted,
  clicks: number,
  perMessage: number,
  costs = SHEETS,
  together = 1,
): CountedClicks {
  const records = expectAliases(popularity, clicks);
  const messages = (costs.message + costs.row / together) * (clicks / perMessage);
  const rows = costs.record * records + costs.workspace * workspacesOf(popularity, clicks) + messages;
  return { clicks, perMessage, records, rowsPerClick: rows / clicks };
}

function workspacesOf(popularity: Counted, clicks: number): number {
  return expectHosts(popularity, popularity.workspaces ?? popularity.hosts, clicks);
}

const DAY_SECONDS = 86_400;
/** What the queue hands over at once, at most (wrangler.toml). */
const DELIVERY = { messages: 100, seconds: 2 };

/** Returns the clicks of a message: what an isolate collects in the second after the first. */
export const clicksOfMessage = (visitsOfIsolate: number): number => Math.min(MAX_CLICKS, 1 + visitsOfIsolate);

/** Returns the messages of a delivery of a queue that gets so many a second. */
export const messagesOfDelivery = (messages: number): number =>
  Math.max(1, Math.min(DELIVERY.messages, DELIVERY.seconds * messages));

/**
 * Returns the rows for clicks that are counted together if every visit is a click. First clicks of a day and the
 * clean-up are included.
 * @param rate `visits` a second, of them those of one isolate, and the messages that are stored in one transaction, if
 *   they are not all those of a delivery
 */
export function countByTime(
  popularity: Counted,
  rate: { visits: number; visitsOfIsolate: number; delivered?: number },
  costs = SHEETS,
): CountedClicks {
  const perMessage = clicksOfMessage(rate.visitsOfIsolate);
  const clicks = Math.max(perMessage, countedTogether(popularity, rate.visits, perMessage, costs));
  const delivered = rate.delivered ?? messagesOfDelivery(rate.visits / perMessage);
  const together = Math.max(1, Math.min(delivered, MAX_CLICKS / perMessage));
  const counted = countTogether(popularity, clicks, perMessage, costs, together);
  const ofDay = DAY_SECONDS * rate.visits;
  const firsts = (expectAliases(popularity, ofDay) + workspacesOf(popularity, ofDay)) / ofDay;
  const { cleanUp } = costs;
  const later = (cleanUp.message + cleanUp.row / together) / perMessage + cleanUp.firstOfDay * firsts;
  return { ...counted, rowsPerClick: counted.rowsPerClick + costs.firstOfDay * firsts + later };
}

/** Returns the number of clicks that one batch counts. */
function countedTogether(popularity: Counted, visits: number, perMessage: number, costs: RowCosts): number {
  const ofMinute = costs.seconds * visits;
  const workspaces = popularity.workspaces ?? popularity.hosts;
  const waits = expectAliases(popularity, ofMinute) / workspaces > costs.wait.from;
  const { sheets, clicks, messages } = costs.most;
  const most = Math.min(waits ? costs.wait.seconds * visits : ofMinute, clicks, messages * perMessage);
  const sheetsOf = (count: number) => expectAliases(popularity, count) + workspacesOf(popularity, count);
  let [least, greatest] = [0, most];
  if (sheetsOf(most) <= sheets) return most;
  while (greatest - least > 1) {
    const middle = (least + greatest) / 2;
    if (sheetsOf(middle) > sheets) greatest = middle;
    else least = middle;
  }
  return least;
}
