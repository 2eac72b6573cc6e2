import { D1_BYTES } from "../stored-bytes.ts";
import { directoryQueries } from "./load.ts";
import type { Plan } from "./plan.ts";
import { totalOf } from "./storage.ts";

/** `DB`, and `DB_01` to `DB_99`. */
export const BINDINGS = 100;
export const ACCOUNT_BYTES = 1e12;
export const MESSAGES_OF_QUEUE = 5_000;
export const DIRECTORY_QUERIES = 1_000;
/** Batches of 20,000 sheets, of which three pass within the 500 statements that cron has for them each minute. */
export const SHEETS_OF_MINUTE = 60_000;

export interface Limit {
  name: string;
  used: number;
  allowed: number;
}

/** Returns what an installation uses of each limit that it can reach. */
export function limitsOf(plan: Plan): Limit[] {
  const { installation, layout, stored, load, first, workspaces } = plan;
  const [largest = 0] = workspaces;
  return [
    { name: "databases, bound by name", used: layout.databases, allowed: BINDINGS },
    { name: "bytes of all databases of an account", used: totalOf(stored), allowed: ACCOUNT_BYTES },
    { name: "bytes of the largest workspace", used: largest, allowed: D1_BYTES },
    {
      name: "messages of a queue of clicks, a second",
      used: (load.messages * layout.databases) / layout.queues,
      allowed: MESSAGES_OF_QUEUE,
    },
    { name: "time of a database", used: load.busy, allowed: 1 },
    { name: "time of the first database", used: first.busy, allowed: 1 },
    {
      name: "queries of the directory, a second",
      used: directoryQueries(installation),
      allowed: DIRECTORY_QUERIES,
    },
    {
      name: "sheets that a database adds clicks to, a minute",
      used: load.sheetsOfMinute,
      allowed: SHEETS_OF_MINUTE,
    },
  ];
}

export const shareOf = ({ used, allowed }: Limit): number => used / allowed;

/** Returns the limits by how much of them is used, the most first: what fails first as an installation grows. */
export const byShare = (limits: Limit[]): Limit[] => limits.toSorted((a, b) => shareOf(b) - shareOf(a));
