import type { JsonFormat } from "../format.ts";
import { at, forEachItem, hasItems, momentOf, parseJson, stringOf, type JsonObject } from "../json.ts";
import { warnings } from "../reason.ts";
import type { Draft } from "../row.ts";
import { parseCount, splitLink } from "../value.ts";

function toDraft(link: JsonObject): Omit<Draft, "line" | "text"> {
  const slug = stringOf(link["address"]) ?? "";
  const host = stringOf(link["domain"]) ?? splitLink(stringOf(link["link"]) ?? "")?.host;
  const isBanned = link["banned"] === true;
  return {
    sources: slug === "" ? [] : [{ kind: "alias", slug, host }],
    target: stringOf(link["target"]),
    description: stringOf(link["description"]),
    createdAt: { name: "created_at", value: momentOf(link["created_at"]) },
    expires: { name: "expire_in", value: momentOf(link["expire_in"]) },
    clicks: parseCount(link["visit_count"]),
    // The API only returns that a password exists.
    password: link["password"] === true ? { kind: "absent" } : undefined,
    isPaused: isBanned,
    warnings: isBanned ? [warnings.deleted] : [],
  };
}

export const kuttJson: JsonFormat = {
  key: "kutt-json",
  label: "Kutt (API), JSON",
  isOrdered: false,
  hasShape: (document) => hasItems(at(document, "data"), "address", "target"),
  read: ({ text }, collector) => forEachItem(text, "data", at(parseJson(text), "data"), collector, toDraft),
};
