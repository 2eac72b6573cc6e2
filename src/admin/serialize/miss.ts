import type * as v from "valibot";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { toTable } from "../csv.ts";
import type { Missed } from "../../services/miss/list-misses.ts";
import type { MissShape } from "../schema/miss-shape.ts";

/** Converts a missed path to its JSON in the API. */
export function toMissShape(missed: Missed): v.InferOutput<typeof MissShape> {
  return {
    host: missed.host,
    path: missed.path,
    is_redacted: missed.isRedacted,
    state: missed.state,
    visits: missed.visits,
    people: missed.people,
    crawlers: missed.crawlers,
    bots: missed.bots,
    first_at: formatTimestamp(missed.firstAtMs),
    last_at: formatTimestamp(missed.lastAtMs),
    referrers: Object.entries(missed.referrers).map(([host, visits]) => ({ host, visits })),
    suggestions: missed.suggestions,
  };
}

/** Returns missed paths as rows of CSV, with their names. */
export function toMissRows(misses: Missed[]): (string | number)[][] {
  return toTable(COLUMNS, misses.map(toMissShape));
}

const COLUMNS: Parameters<typeof toTable<v.InferOutput<typeof MissShape>>>[0] = {
  host: ({ host }) => host,
  path: ({ path }) => path,
  is_redacted: (missed) => String(missed.is_redacted),
  state: ({ state }) => state,
  visits: ({ visits }) => visits,
  people: ({ people }) => people,
  crawlers: ({ crawlers }) => crawlers,
  bots: ({ bots }) => bots,
  first_at: (missed) => missed.first_at,
  last_at: (missed) => missed.last_at,
  referrers: ({ referrers }) => referrers.map(({ host }) => host).join(" "),
  suggestion: ({ suggestions }) => suggestions?.[0]?.destination,
  score: ({ suggestions }) => suggestions?.[0]?.score,
};
