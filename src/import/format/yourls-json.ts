import type { JsonFormat } from "../format.ts";
import { at, forEachItem, isObject, momentOf, parseJson, stringOf, type JsonObject } from "../json.ts";
import type { Draft } from "../row.ts";
import { parseCount, splitLink } from "../value.ts";

function toDraft(link: JsonObject): Omit<Draft, "line" | "text"> {
  const place = splitLink(stringOf(link["shorturl"]) ?? "");
  return {
    sources: place === null ? [] : [{ kind: "alias", ...place }],
    target: stringOf(link["url"]),
    title: stringOf(link["title"]),
    createdAt: { name: "timestamp", value: momentOf(link["timestamp"]) },
    clicks: parseCount(link["clicks"]),
  };
}

export const yourlsJson: JsonFormat = {
  key: "yourls-json",
  label: "YOURLS (API), JSON",
  isOrdered: false,
  hasShape: (document) => {
    const links = at(document, "links");
    return isObject(links) && Object.values(links).some((link) => isObject(link) && "shorturl" in link);
  },
  read: ({ text }, collector) => forEachItem(text, "links", at(parseJson(text), "links"), collector, toDraft),
};
