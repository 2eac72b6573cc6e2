import { refuse } from "../../domain/refusal/refusal.ts";
import type { CsvFormat, JsonFormat } from "../format.ts";
import { csvFormat, forEachItem } from "../item-format.ts";
import type { Item } from "../item.ts";
import { at, hasItems, parseJson } from "../json.ts";
import { reasons } from "../reason.ts";
import type { Finding } from "../row.ts";
import { toPlainRule, toRegexRule } from "../rule.ts";
import { parseCode, splitLink } from "../value.ts";

/** Sources whose destination depends on the visitor. The export writes no destination for them. */
const UNKNOWN_TARGETS = new Set(["/unknown", "*"]);

function toCsvDraft(row: Item): Finding {
  const code = parseCode(row.text("code"));
  if ("reason" in code) return code;
  const type = row.text("type") || "url";
  if (type !== "url" && !(type === "error" && code.type === "gone")) return { reason: reasons.action(type) };
  const match = row.text("match");
  // A header may name a column that the rows do not have.
  if (match !== "" && match !== "url" && match !== type && !/^\d+$/.test(match))
    return { reason: reasons.matching(match) };
  const source = row.text("source");
  const target = row.text("target");
  if (code.type !== "gone" && UNKNOWN_TARGETS.has(target)) return { reason: refuse("file_leads_unknown") };
  const rule = row.text("regex") === "1" ? toRegexRule(source, target) : toPlainRule(source, target);
  if ("reason" in rule) return rule;
  return { ...rule, ...code, isPaused: row.text("status") === "disabled" };
}

function createFormat(key: string, label: string, header: readonly string[] | CsvFormat["hasHeader"]) {
  const names = { title: "title", clicks: "hits" };
  return csvFormat({ key, label, isOrdered: true, header, names, toDraft: toCsvDraft });
}

export const wpRedirectionCsvOld = createFormat(
  "wp-redirection-csv-old",
  "Redirection for WordPress before 4, CSV",
  (columns, names) =>
    names[3] === "type" && names[4] === "code" && columns.has("regex") && columns.has("match"),
);

export const wpRedirectionCsv = createFormat("wp-redirection-csv", "Redirection for WordPress, CSV", [
  "source",
  "target",
  "regex",
  "code",
]);

function toJsonDraft(item: Item, disabledGroups: ReadonlySet<unknown>): Finding {
  const code = parseCode(item.cell("action_code"));
  const action = item.text("action_type") || "url";
  if (action !== "url" && action !== "error") return { reason: reasons.action(action) };
  if ("reason" in code) return code;
  if (action === "error" && code.type !== "gone") return { reason: reasons.action(action) };
  const match = item.text("match_type") || "url";
  const isServer = match === "server";
  const host = isServer ? splitLink(item.text("action_data/server"))?.host : undefined;
  const isKnown = isServer
    ? item.text("action_data/url_notfrom") === "" && host !== undefined
    : match === "url";
  if (!isKnown) return { reason: refuse("file_condition", { words: match }) };
  const source = item.text("url");
  const target = item.text(isServer ? "action_data/url_from" : "action_data/url");
  const isRegex = item.is("regex");
  const rule = isRegex ? toRegexRule(source, target, { host }) : toPlainRule(source, target, host);
  if ("reason" in rule) return rule;
  const isGroupOff = disabledGroups.has(item.value("group_id"));
  const query = item.text("match_data/source/flag_query");
  const passesQuery = query === "" ? undefined : query === "pass";
  return {
    ...item.fields({ title: "title", clicks: "hits" }),
    ...rule,
    ...code,
    isPaused: item.flag("enabled") === false || isGroupOff,
    forwardQuery: isRegex && endsWithLastGroup(source, target) ? true : passesQuery,
    warnings: [
      ...(rule.warnings ?? []),
      isGroupOff && refuse("file_group_off"),
      isServer && refuse("file_other_host"),
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
    forEachItem(text, "redirects", at(document, "redirects"), collector, (item) =>
      toJsonDraft(item, disabled),
    );
  },
};
