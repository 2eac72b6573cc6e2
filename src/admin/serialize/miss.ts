import type * as v from "valibot";
import { formatTimestamp } from "../../domain/timestamp.ts";
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
    referrers: Object.entries(missed.referrers).map(([host, visits]) => ({
      host,
      visits,
    })),
    suggestions: missed.suggestions,
  };
}

/** Returns missed paths as rows of CSV, with their names. */
export function toMissRows(misses: Missed[]): (string | number)[][] {
  const names =
    "host path is_redacted state visits people crawlers bots first_at last_at referrers suggestion score";
  return [
    names.split(" "),
    ...misses.map((missed) => {
      const { suggestions, referrers, is_redacted, ...plain } = toMissShape(missed);
      const [best] = suggestions ?? [];
      return [
        plain.host,
        plain.path,
        String(is_redacted),
        plain.state,
        plain.visits,
        plain.people,
        plain.crawlers,
        plain.bots,
        plain.first_at,
        plain.last_at,
        referrers.map(({ host }) => host).join(" "),
        best?.destination ?? "",
        best?.score ?? "",
      ];
    }),
  ];
}
