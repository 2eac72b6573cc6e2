import type { JsonFormat } from "../format.ts";
import {
  at,
  forEachItem,
  hasItems,
  momentOf,
  parseJson,
  stringOf,
  tagsOf,
  type JsonObject,
} from "../json.ts";
import { warnings } from "../reason.ts";
import type { Draft } from "../row.ts";
import { parseCount } from "../value.ts";

function toDraft(link: JsonObject): Omit<Draft, "line" | "text"> {
  const host = stringOf(at(link, "domain", "fullName")) ?? stringOf(link["domainName"]);
  const status = stringOf(link["status"]) ?? "active";
  const slug = stringOf(link["slashtag"]) ?? "";
  return {
    sources: slug === "" ? [] : [{ kind: "alias", slug, host }],
    target: stringOf(link["destination"]),
    title: stringOf(link["title"]),
    description: stringOf(link["description"]),
    tags: tagsOf(link["tags"]),
    createdAt: { name: "createdAt", value: momentOf(link["createdAt"]) },
    clicks: parseCount(link["clicks"]),
    forwardQuery: link["forwardParameters"] === true ? true : undefined,
    isPaused: status !== "active",
    warnings: status === "active" ? [] : [warnings.deleted],
  };
}

export const rebrandlyJson: JsonFormat = {
  key: "rebrandly-json",
  label: "Rebrandly (API), JSON",
  isOrdered: false,
  hasShape: (document) => hasItems(document, "slashtag", "destination"),
  read: ({ text }, collector) => forEachItem(text, "", parseJson(text), collector, toDraft),
};
