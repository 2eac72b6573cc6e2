import { refuse, type Refusal } from "./refusal/refusal.ts";
import type { LinkRecord } from "./record.ts";
import { allDestinations } from "./rule/rule.ts";
import { capturesOf } from "./source.ts";
import { splitUrl } from "./url-parts.ts";

type Warned = Pick<LinkRecord, "source" | "destinations" | "type" | "rules" | "plugins" | "preview">;

/** Returns what a record does that its owner may not have meant (contract 15.10, 22.6 and 23.10). */
export function warningsOf(record: Warned): Refusal[] {
  const { type, rules, plugins, preview } = record;
  const warnings: Refusal[] = [];
  if (rules.length > 0 && (type === "301" || type === "308")) {
    warnings.push(refuse("record_permanent_rules", { status: type }));
  }
  if (preview !== null && plugins.includes("bot-block")) {
    warnings.push(refuse("record_bot_block"));
  }
  const unknown = listUnknownCaptures(record);
  if (unknown.length > 0) {
    warnings.push(refuse("capture_unknown", { names: unknown.join(", ") }));
  }
  return warnings;
}

/** Matches what looks like a capture: `:name` at the start of a segment, or of the value of a parameter. */
const CAPTURE_LIKE = /(?<=[/=]):[a-z][a-z0-9_]*/g;

/** Returns the captures that destinations use and a source with captures does not have, as they are written. */
function listUnknownCaptures(record: Warned): string[] {
  const captures = capturesOf(record.source);
  if (captures.length === 0) return [];
  const used = allDestinations(record).flatMap(
    (url) => url.slice(splitUrl(url).origin.length).match(CAPTURE_LIKE) ?? [],
  );
  return [...new Set(used)].filter((written) => !captures.includes(written.slice(1)));
}
