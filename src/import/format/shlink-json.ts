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
import { parseCount } from "../value.ts";

/** Returns the host of a link. Its domain is null for the default domain, which its URL names. */
function toHost(link: JsonObject): string | undefined {
  const [, named] = /^https?:\/\/([^/?#:@]+)(?::\d+)?\//i.exec(stringOf(link["shortUrl"]) ?? "") ?? [];
  return stringOf(link["domain"]) || named;
}

function toDraft(link: JsonObject): Omit<Draft, "line" | "text"> {
  const clicks = parseCount(at(link, "visitsSummary", "total")) ?? parseCount(link["visitsCount"]);
  const most = parseCount(at(link, "meta", "maxVisits"));
  // Visits before the import count there; the counter here begins at zero.
  const left = most === undefined ? undefined : most - (clicks ?? 0);
  const isUsedUp = left !== undefined && left <= 0;
  const said: Refusal[] = [];
  if (left !== undefined) said.push(isUsedUp ? warnings.limitUsed : warnings.limitLeft(left));
  if (link["hasRedirectRules"] === true) said.push(warnings.notCarried(refuse("file_what_rules")));
  const slug = stringOf(link["shortCode"]) ?? "";
  return {
    sources: slug === "" ? [] : [{ kind: "alias", slug, host: toHost(link) }],
    target: stringOf(link["longUrl"]),
    title: stringOf(link["title"]),
    tags: stringsOf(link["tags"]),
    createdAt: { name: "dateCreated", value: momentOf(link["dateCreated"]) },
    starts: { name: "validSince", value: momentOf(at(link, "meta", "validSince")) },
    expires: { name: "validUntil", value: momentOf(at(link, "meta", "validUntil")) },
    maxClicks: left,
    isPaused: isUsedUp,
    clicks,
    forwardQuery: link["forwardQuery"] !== false,
    warnings: said,
  };
}

export const shlinkJson: JsonFormat = {
  key: "shlink-json",
  label: "Shlink (API), JSON",
  isOrdered: false,
  hasShape: (document) => hasItems(at(document, "shortUrls", "data"), "shortCode"),
  read: ({ text }, collector) =>
    forEachItem(text, "shortUrls/data", at(parseJson(text), "shortUrls", "data"), collector, toDraft),
};
