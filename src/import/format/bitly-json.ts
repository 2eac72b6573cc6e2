import { refuse } from "../../domain/refusal/refusal.ts";
import type { Refusal } from "../../domain/refusal/refusal.ts";
import type { JsonFormat } from "../format.ts";
import {
  at,
  forEachItem,
  hasItems,
  momentOf,
  parseJson,
  stringOf,
  stringsOf,
  type JsonObject,
} from "../json.ts";
import { warnings } from "../reason.ts";
import type { Draft } from "../row.ts";
import { splitLink } from "../value.ts";

function toDraft(link: JsonObject): Omit<Draft, "line" | "text"> {
  const own = stringOf(link["link"]) ?? "";
  const custom = stringsOf(link["custom_bitlinks"]);
  const places = (custom.length === 0 ? [own] : custom).flatMap((name) => splitLink(name) ?? []);
  const said: Refusal[] = [];
  if (custom.length > 0) said.push(warnings.staysBehind(splitLink(own)?.host ?? "bit.ly"));
  if (link["archived"] === true) said.push(warnings.archived);
  if (link["is_deleted"] === true) said.push(warnings.deleted);
  if (Array.isArray(link["deeplinks"]) && link["deeplinks"].length > 0)
    said.push(warnings.notCarried(refuse("file_what_deeplinks")));
  return {
    sources: places.map((place) => ({ kind: "alias", ...place })),
    target: stringOf(link["long_url"]),
    title: stringOf(link["title"]),
    tags: stringsOf(link["tags"]),
    createdAt: { name: "created_at", value: momentOf(link["created_at"]) },
    expires: { name: "expiration_at", value: momentOf(link["expiration_at"]) },
    isPaused: link["is_deleted"] === true,
    warnings: said,
  };
}

export const bitlyJson: JsonFormat = {
  key: "bitly-json",
  label: "Bitly (API), JSON",
  isOrdered: false,
  hasShape: (document) => hasItems(at(document, "links"), "long_url", "link"),
  read: ({ text }, collector) => forEachItem(text, "links", at(parseJson(text), "links"), collector, toDraft),
};
