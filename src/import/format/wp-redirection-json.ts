import type { Refusal } from "../../domain/refusal/refusal.ts";
import type { JsonFormat } from "../format.ts";
import { at, forEachItem, hasItems, momentOf, parseJson, stringOf, type JsonObject } from "../json.ts";
import { reasons, warnings } from "../reason.ts";
import type { Draft } from "../row.ts";
import { toPlainRule, toRegexRule } from "../rule.ts";
import { parseCode, parseCount, splitLink } from "../value.ts";

function toDraft(
  item: JsonObject,
  disabledGroups: ReadonlySet<unknown>,
): Omit<Draft, "line" | "text"> | { reason: Refusal } {
  const code = parseCode(String(momentOf(item["action_code"]) ?? ""));
  const action = stringOf(item["action_type"]) ?? "url";
  if (action !== "url" && action !== "error") return { reason: reasons.action(action) };
  if ("reason" in code) return code;
  if (action === "error" && code.type !== "gone") return { reason: reasons.action(action) };
  const match = stringOf(item["match_type"]) ?? "url";
  const data = item["action_data"];
  const isServer = match === "server";
  if (match !== "url" && !isServer) return { reason: reasons.condition(match) };
  if (isServer && stringOf(at(data, "url_notfrom"))) return { reason: reasons.condition(match) };
  const host = isServer ? splitLink(stringOf(at(data, "server")) ?? "")?.host : undefined;
  if (isServer && host === undefined) return { reason: reasons.condition(match) };
  const source = stringOf(item["url"]) ?? "";
  const target = stringOf(at(data, isServer ? "url_from" : "url")) ?? "";
  const isRegex = item["regex"] === true;
  const rule = isRegex ? toRegexRule(source, target, { host }) : toPlainRule(source, target, host);
  if ("reason" in rule) return rule;
  const isGroupOff = disabledGroups.has(item["group_id"]);
  const query = stringOf(at(item, "match_data", "source", "flag_query"));
  const passesQuery = query === undefined ? undefined : query === "pass";
  return {
    ...rule,
    ...code,
    title: stringOf(item["title"]),
    clicks: parseCount(item["hits"]),
    isPaused: item["enabled"] === false || isGroupOff,
    forwardQuery: isRegex && endsWithLastGroup(source, target) ? true : passesQuery,
    warnings: [
      ...(rule.warnings ?? []),
      ...(isGroupOff ? [warnings.groupOff] : []),
      ...(isServer ? [warnings.otherHost] : []),
    ],
  };
}

/** Returns whether a destination ends with all that follows. A regex is compared with path and query there. */
function endsWithLastGroup(regex: string, target: string): boolean {
  const groups = regex.match(/\((?!\?)/g)?.length ?? 0;
  return /\((?:\.[*+]|\[\^\/\]\+)\)\$?$/.test(regex) && target.endsWith(`$${groups}`);
}

export const wpRedirectionJson: JsonFormat = {
  key: "wp-redirection-json",
  label: "Redirection for WordPress, JSON",
  isOrdered: true,
  hasShape: (document) => hasItems(at(document, "redirects"), "action_type", "match_type"),
  read: ({ text }, collector) => {
    const document = parseJson(text);
    const groups = at(document, "groups");
    const disabled = new Set(
      (Array.isArray(groups) ? groups : [])
        .filter((group) => at(group, "enabled") === false)
        .map((group) => at(group, "id")),
    );
    forEachItem(text, "redirects", at(document, "redirects"), collector, (item) => toDraft(item, disabled));
  },
};
