import * as v from "valibot";
import { MISS_STATES } from "../../domain/misses.ts";
import { ChangeShape } from "./change-shape.ts";
import { FRACTION, timestamp, numbers } from "./part.ts";

/** The shapes of answers about missed paths (contract 31). */

const SuggestionShape = v.object({
  destination: v.string(),
  score: v.pipe(v.number(), v.metadata(FRACTION)),
  reason: v.picklist(["spelling", "words", "page", "similar"]),
});

export const MissShape = v.object({
  host: v.string(),
  path: v.string(),
  is_redacted: v.boolean(),
  state: v.picklist(MISS_STATES),
  ...numbers("visits", "people", "crawlers", "bots"),
  first_at: timestamp,
  last_at: timestamp,
  referrers: v.array(v.object({ host: v.string(), visits: v.number() })),
  suggestions: v.nullable(v.array(SuggestionShape)),
});

export const ResolvedShape = v.object({
  paths: v.array(v.string()),
  change: v.nullable(ChangeShape),
});

export const SitemapShape = v.object({ host: v.string(), urls: v.number(), updated_at: timestamp });
