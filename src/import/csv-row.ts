import { refuse, type Refusal } from "../domain/refusal/refusal.ts";
import type { Column, Layout } from "./csv-column.ts";
import { isCellError } from "./csv.ts";
import { reasons } from "./reason.ts";
import type { Draft, Finding } from "./row.ts";
import { DOLLAR, toRegexRule } from "./rule.ts";
import { parseCode, parseCount, parseYesNo, splitTags } from "./value.ts";

/** Reads the rows of an unknown CSV whose columns are known. */

const STATES = new Map(
  Object.entries({
    active: false,
    enabled: false,
    inactive: true,
    disabled: true,
    deleted: true,
    paused: true,
  }),
);

/** Converts a record of the file to a draft, or returns the reason why it is not one. */
export function toCsvDraft(cells: string[], layout: Layout): Finding {
  const value = (column: Column) => cells[layout.first.get(column) ?? -1] || undefined;
  const flag = (column: Column) => parseYesNo(value(column));
  for (const column of ["forward_path", "forward_query", "permanent", "enabled", "disabled"] as const) {
    if (flag(column) === null) return { reason: reasons.boolean(column, value(column) ?? "") };
  }
  const state = toState(cells, layout);
  if ("reason" in state) return state;
  const rule = toRule(cells, layout, value);
  if ("reason" in rule) return rule;
  const password = value("password");
  return {
    ...rule,
    ...(state.code === undefined && state.type === undefined && flag("permanent") !== undefined
      ? { code: flag("permanent") === true ? 301 : 302 }
      : {}),
    ...state,
    isPaused: state.isPaused === true || flag("enabled") === false || flag("disabled") === true,
    forwardPath: flag("forward_path") ?? rule.forwardPath,
    forwardQuery: flag("forward_query") ?? undefined,
    title: value("title"),
    description: value("description"),
    tags: splitTags(value("tags"), /[;,|]/),
    starts: { name: "starts", value: value("starts") },
    expires: { name: "expires", value: value("expires") },
    createdAt: { name: "created_at", value: value("created_at") },
    clicks: parseCount(value("clicks")),
    password: password === undefined ? undefined : toPassword(password),
    warnings: [...(rule.warnings ?? []), flag("archived") === true && refuse("file_archived")],
  };
}

function toPassword(text: string): Draft["password"] {
  return /^\$2[aby]\$/.test(text) ? { kind: "hash", hash: text } : { kind: "plain", text };
}

/** Columns named `status` or `type` hold either codes or states. Their values decide which. */
function toState(
  cells: string[],
  { states }: Layout,
): Pick<Draft, "code" | "type" | "isPaused"> | { reason: Refusal } {
  const found: Pick<Draft, "code" | "type" | "isPaused"> = {};
  for (const index of states) {
    if (index >= cells.length) break;
    const cell = cells[index] ?? "";
    if (cell === "") continue;
    const isPaused = STATES.get(cell.toLowerCase());
    const code = isPaused === undefined ? parseCode(cell) : { isPaused };
    if ("reason" in code) return code;
    Object.assign(found, code);
  }
  return found;
}

/** Matches patterns of other tools, in a list that should contain paths. */
const PATTERN_SOURCE = /^\^|\$$|\.[*+]|\\|\[[^\]]*\]|\{[^}]*\}|\([^)]*[|*+?\\][^)]*\)|\*(?!$)/;
const PATTERN_TARGET = /\$\d|%\d(?![0-9a-f])|\{[a-z_]\w*\}/i;

function toRule(
  cells: string[],
  { columns }: Layout,
  value: (column: Column) => string | undefined,
): Pick<Draft, "sources" | "target" | "forwardPath" | "warnings"> | { reason: Refusal } {
  const source = value("source") ?? "";
  const target = value("destination") ?? "";
  if (cells.some((cell, index) => columns[index] !== undefined && isCellError(cell))) {
    return { reason: refuse("file_excel_error") };
  }
  const link = value("link");
  const alias = value("alias");
  if (alias !== undefined) {
    const [host, named] = [value("host"), hostOf(link ?? source)];
    if (host !== undefined && named !== undefined && host.toLowerCase() !== named.toLowerCase()) {
      return { reason: refuse("file_source_hosts", { host }) };
    }
    return { sources: [{ kind: "alias", slug: alias.replace(/^\//, ""), host: host ?? named }], target };
  }
  if (link !== undefined) {
    const [, host, slug] = /^(?:https?:\/\/)?([^/?#\s]+\.[^/?#\s]+)\/(.*)$/i.exec(link) ?? [];
    if (host === undefined) return { sources: [{ kind: "alias", slug: link, host: value("host") }], target };
    return { sources: [{ kind: "alias", slug: slug ?? "", host }], target };
  }
  const isRegex = value("regex") !== undefined && !/^(?:0|no|false|off)$/i.test(value("regex") ?? "");
  if (isRegex) return toRegexRule(source, target, { host: value("host"), reference: DOLLAR });
  if (PATTERN_SOURCE.test(source)) return { reason: reasons.wildcardText(source) };
  if (PATTERN_TARGET.test(target) || (source.endsWith("/*") && target.includes("*"))) {
    return { reason: reasons.wildcardText(target) };
  }
  const isLiteral = /\/:/.test(source.replace(/^https?:\/\//i, ""));
  return {
    sources: [{ kind: "list", text: source, host: value("host") }],
    target,
    warnings: [isLiteral && refuse("file_literal_capture")],
  };
}

function hostOf(link: string): string | undefined {
  return /^(?:https?:\/\/)?([^/?#\s]+\.[^/?#\s]+)/i.exec(link)?.[1];
}
