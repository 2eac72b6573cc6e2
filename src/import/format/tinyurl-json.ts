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

function toDraft(link: JsonObject): Omit<Draft, "line" | "text"> {
  const isDeleted = link["deleted"] === true;
  const slug = stringOf(link["alias"]) ?? "";
  return {
    sources: slug === "" ? [] : [{ kind: "alias", slug, host: stringOf(link["domain"]) }],
    target: stringOf(link["url"]),
    description: stringOf(link["description"]),
    tags: stringsOf(link["tags"]),
    createdAt: { name: "created_at", value: momentOf(link["created_at"]) },
    expires: { name: "expires_at", value: momentOf(link["expires_at"]) },
    isPaused: isDeleted,
    warnings: [
      ...(isDeleted ? [warnings.deleted] : []),
      ...(link["archived"] === true ? [warnings.archived] : []),
    ],
  };
}

export const tinyurlJson: JsonFormat = {
  key: "tinyurl-json",
  label: "TinyURL (API), JSON",
  isOrdered: false,
  hasShape: (document) => hasItems(at(document, "data"), "tiny_url"),
  read: ({ text }, collector) => forEachItem(text, "data", at(parseJson(text), "data"), collector, toDraft),
};
