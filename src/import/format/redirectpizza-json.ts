import type { JsonFormat } from "../format.ts";
import { at, forEachItem, hasItems, isObject, parseJson, stringOf, tagsOf } from "../json.ts";
import { toPizzaDraft } from "../redirect-pizza.ts";

/** Sources may be texts, or objects with a URL. */
function sourcesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap(
    (source) => stringOf(isObject(source) ? (source["url"] ?? source["source"]) : source) ?? [],
  );
}

export const redirectPizzaJson: JsonFormat = {
  key: "redirectpizza-json",
  label: "redirect.pizza (API), JSON",
  isOrdered: false,
  hasShape: (document) => hasItems(at(document, "data"), "sources", "redirect_type"),
  read: ({ text }, collector) =>
    forEachItem(text, "data", at(parseJson(text), "data"), collector, (item) =>
      toPizzaDraft({
        sources: sourcesOf(item["sources"]),
        destination: stringOf(item["destination"]) ?? "",
        type: stringOf(item["redirect_type"]) ?? "",
        keepsQuery: item["keep_query_string"] === true,
        forwardsPath: item["uri_forwarding"] === true,
        isPaused: item["paused"] === true,
        tags: tagsOf(item["tags"]),
        notes: stringOf(item["notes"]),
      }),
    ),
};
