import { CPU_MS_OF_VISIT, OPERATIONS_OF_MESSAGE } from "../bill.ts";
import { SHEETS } from "../click-rows.ts";
import { number, percent } from "../figure.ts";
import { EXPONENT, KEYS_OF_VISIT } from "../month.ts";
import { BYTES, bytesOfDailyClicks, D1_BYTES, MONTHS_KEPT } from "../stored-bytes.ts";
import type { Installation } from "./installation.ts";
import { visitsOfIsolate } from "./installation.ts";
import { ACCOUNT_BYTES, BINDINGS, DIRECTORY_QUERIES, MESSAGES_OF_QUEUE, SHEETS_OF_MINUTE } from "./limit.ts";
import {
  BUSY,
  EDIT,
  PAGE,
  PAGES,
  QUERY_MS,
  READ_ROW_MS,
  TRANSACTION_MS,
  UNKNOWN,
  WINDOW_SECONDS,
  WRITTEN_ROW_MS,
} from "./load.ts";
import { FULL, MISSED_PATHS } from "./storage.ts";

const COST = "measured: test/storage/click/cost.test.ts";
const SIZE = "measured: test/storage/click/size.test.ts";
const ADMIN = "measured: docs/performance-admin.md, the whole call";
const ASSUMED = "assumed";

/** Returns each number that the model takes, and where it comes from. */
export function assumptionsOf(installation: Installation): [what: string, value: string, source: string][] {
  const { values, edits, workspaces, calls, unknown, withoutSnapshot } = installation;
  const costs = SHEETS;
  return [
    ["visits by link, and links by workspace", `Zipf's law, exponent ${EXPONENT}`, ASSUMED],
    ["workspaces", number(workspaces), `${ASSUMED} (--workspaces)`],
    ["visits a second of an isolate", number(visitsOfIsolate(installation)), `${ASSUMED}, as for --bill`],
    ["bytes of a link", number(BYTES.linkInD1), SIZE],
    ["edits of a link, in its history for ever", number(edits), `${ASSUMED} (--edits)`],
    ["bytes of an edit", number(BYTES.edit), "estimated: docs/operating.md"],
    ["missed paths of a database", number(MISSED_PATHS), "contract 31.6, as many as are kept at most"],
    ["bytes of a missed path", number(BYTES.missedPath), SIZE],
    [`values a day of a breakdown of a link`, String(values), `${ASSUMED} (--values)`],
    [
      `bytes of ${MONTHS_KEPT} months of a link that is clicked every day`,
      number(bytesOfDailyClicks(MONTHS_KEPT, values)),
      "measured: npm run simulate -- --clicks",
    ],
    ["bytes of the id of a message, for 15 days", number(BYTES.messageId), SIZE],
    ["messages of an isolate, a second", "one for each database that was visited", "docs/databases.md"],
    ["rows written for a record and minute", number(costs.record), COST],
    ["rows read for a click", number(costs.readOfClick), `${COST}, a click alone`],
    ["rows read to store messages", `the ids of ${WINDOW_SECONDS} s, half of them on average`, COST],
    [
      "rows read by a visit that D1 answers",
      `${UNKNOWN.read}, ${UNKNOWN.queries} queries`,
      "measured: test/storage/snapshot/cost.test.ts",
    ],
    ["such visits, of all", percent(unknown), `${ASSUMED} (--unknown)`],
    [
      "of them without a snapshot of the hostname",
      percent(withoutSnapshot),
      `${ASSUMED} (--without-snapshot)`,
    ],
    ["calls of the API a second", number(calls), `${ASSUMED} (--calls)`],
    [`${percent(PAGES)} of them: a page of 100 links`, `${PAGE.read} rows read, ${PAGE.queries} ms`, ADMIN],
    ["the others: an edit", `${EDIT.read} rows read, ${EDIT.written} written, ${EDIT.queries} ms`, ADMIN],
    ["ms of a query by an index", number(QUERY_MS), "D1: Limits"],
    ["ms of a transaction that writes", number(TRANSACTION_MS), 'D1: Limits has "several"; five are assumed'],
    ["ms of each row written", number(WRITTEN_ROW_MS), `${COST}, on one machine`],
    ["ms of each row read", number(READ_ROW_MS), `${COST}, on one machine`],
    ["a database is busy at most", percent(BUSY), ASSUMED],
    [
      "a database takes new workspaces below",
      `${percent(FULL)} of ${number(D1_BYTES / 1e9)} GB`,
      "docs/databases.md; D1: Limits",
    ],
    ["databases at most", number(BINDINGS), "docs/databases.md: DB, DB_01 to DB_99"],
    ["GB of an account at most", number(ACCOUNT_BYTES / 1e9), "D1: Limits, more on request"],
    ["messages a second of a queue at most", number(MESSAGES_OF_QUEUE), "Queues: Limits"],
    ["queries a second of the directory at most", number(DIRECTORY_QUERIES), "D1: Limits, at 1 ms each"],
    ["sheets that are added to a minute, at most", number(SHEETS_OF_MINUTE), `src/jobs/job.ts; ${COST}`],
    ["keys of KV that a visit reads", number(KEYS_OF_VISIT), `${ASSUMED}, as for --bill`],
    ["CPU of a visit and its click, ms", number(CPU_MS_OF_VISIT), ASSUMED],
    ["operations of a message", number(OPERATIONS_OF_MESSAGE), "Queues: Pricing"],
    ["prices", "those of this simulation", "docs/scaling.md lists them with their pages"],
  ];
}
