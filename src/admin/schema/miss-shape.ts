import * as v from "valibot";
import { MISS_STATES } from "../../domain/misses.ts";
import { ChangeShape } from "./change-shape.ts";
import { FRACTION, timestamp } from "./part.ts";

/** The shapes of answers about missed paths (contract 31). */

export const SuggestionShape = v.object({
  destination: v.string(),
  score: v.pipe(v.number(), v.metadata(FRACTION), v.description("From 0 to 1.")),
  reason: v.pipe(
    v.picklist(["spelling", "words", "page", "similar"]),
    v.description(
      "`spelling`: the same path but for letter case, slashes, the ending of a file or an index file. `words`: but for accents and separators. `page`: the same last segment. `similar`: a similar one.",
    ),
  ),
});

export const MissShape = v.object({
  host: v.string(),
  path: v.pipe(
    v.string(),
    v.description(
      "`(other)` stands for paths that the budgets had no room for, `(probes)` for what scanners try.",
    ),
  ),
  is_redacted: v.pipe(
    v.boolean(),
    v.description("A segment that may name a person, or may be a secret, was replaced by `:redacted`."),
  ),
  state: v.picklist(MISS_STATES),
  visits: v.number(),
  people: v.number(),
  crawlers: v.pipe(v.number(), v.description("Search engines, from the addresses that they publish.")),
  bots: v.number(),
  first_at: timestamp,
  last_at: timestamp,
  referrers: v.array(v.object({ host: v.string(), visits: v.number() })),
  suggestions: v.pipe(v.nullable(v.array(SuggestionShape)), v.description("Null until they are made.")),
});

export const ResolvedShape = v.object({
  paths: v.array(v.string()),
  change: v.pipe(
    v.nullable(ChangeShape),
    v.description(
      "Creates the records: it tells what became of each path, and can be undone. Null where none is created.",
    ),
  ),
});

export const SitemapShape = v.object({ host: v.string(), urls: v.number(), updated_at: timestamp });
