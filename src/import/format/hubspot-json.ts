import type { Refusal } from "../../domain/refusal/refusal.ts";
import type { JsonFormat } from "../format.ts";
import { toHubspotRule } from "../hubspot.ts";
import { at, forEachItem, hasItems, momentOf, parseJson, stringOf, type JsonObject } from "../json.ts";
import { reasons, warnings } from "../reason.ts";
import type { Draft } from "../row.ts";
import { parseCode } from "../value.ts";

function toDraft(item: JsonObject): Omit<Draft, "line" | "text"> | { reason: Refusal } {
  const source = stringOf(item["routePrefix"]) ?? "";
  const target = stringOf(item["destination"]) ?? "";
  const style = String(momentOf(item["redirectStyle"]) ?? "301");
  if (style === "305") return { reason: reasons.proxied };
  const code = parseCode(style);
  if ("reason" in code) return code;
  const rule =
    item["isPattern"] === true
      ? toHubspotRule(source, target)
      : { sources: [{ kind: "list" as const, text: source }], target, warnings: [] };
  if ("reason" in rule) return rule;
  const said = item["isOnlyAfterNotFound"] === true ? [warnings.notFoundOnly] : [];
  return {
    ...rule,
    ...code,
    createdAt: { name: "createdAt", value: momentOf(item["createdAt"]) },
    warnings: [...(rule.warnings ?? []), ...said],
  };
}

export const hubspotJson: JsonFormat = {
  key: "hubspot-json",
  label: "HubSpot (API), JSON",
  isOrdered: false,
  hasShape: (document) => hasItems(at(document, "results"), "routePrefix"),
  read: ({ text }, collector) =>
    forEachItem(text, "results", at(parseJson(text), "results"), collector, toDraft),
};
