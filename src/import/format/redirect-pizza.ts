import { refuse } from "../../domain/refusal/refusal.ts";
import { csvFormat, jsonFormat } from "../item-format.ts";
import type { Item } from "../item.ts";
import { isObject, stringOf } from "../json.ts";
import { reasons } from "../reason.ts";
import type { Draft, Finding } from "../row.ts";
import { toWholeHost } from "./easyredir.ts";

const TYPES: Record<string, Pick<Draft, "code" | "type">> = {
  permanent: { code: 301 },
  "permanent:307": { code: 307 },
  "permanent:308": { code: 308 },
  temporary: { code: 302 },
  frame: { type: "frame" },
};

/** Converts a rule of the API, or of a table, which has the same names. */
function toDraft(rule: Item, sources: string[]): Finding {
  const named = rule.text("redirect_type");
  const type = Object.hasOwn(TYPES, named) ? TYPES[named] : undefined;
  if (type === undefined) return { reason: reasons.status(named) };
  const destination = rule.text("destination");
  return {
    sources: sources.map((source) => ({ kind: "list", text: toWholeHost(source.trim()) })),
    // The scheme may be missing in these files.
    target: /^(?:[a-z][a-z0-9+-]*:|\/|$)/i.test(destination) ? destination : `https://${destination}`,
    forwardQuery: rule.is("keep_query_string"),
    forwardPath: rule.is("uri_forwarding"),
    isPaused: rule.is("paused"),
    warnings: [named === "permanent:307" && refuse("file_own_type", { type: named })],
    ...type,
  };
}

const NAMES = { tags: "tags", description: "notes" };

export const redirectPizzaCsv = csvFormat({
  key: "redirectpizza-csv",
  label: "redirect.pizza, CSV",
  header: ["sources", "destination", "redirecttype"],
  names: NAMES,
  toDraft: (row) => toDraft(row, row.text("sources").split(/\s+/).filter(Boolean)),
});

/** Sources may be texts, or objects with a URL. */
function sourcesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap(
    (source) => stringOf(isObject(source) ? (source["url"] ?? source["source"]) : source) ?? [],
  );
}

export const redirectPizzaJson = jsonFormat({
  key: "redirectpizza-json",
  label: "redirect.pizza (API), JSON",
  path: "data",
  members: ["sources", "redirect_type"],
  names: NAMES,
  toDraft: (item) => toDraft(item, sourcesOf(item.value("sources"))),
});
