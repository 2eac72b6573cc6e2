import { refuse } from "../../domain/refusal/refusal.ts";
import type { JsonFormat } from "../format.ts";
import { at, hasItems, isObject, locateObjects, parseJson, stringOf, type JsonObject } from "../json.ts";
import { RECORD_FIELDS } from "../../domain/field/record.ts";
import { WORKSPACE_SETTINGS } from "../../domain/client/words.ts";
import type { ImportResult, ImportRow, ImportSettings } from "../row.ts";

/** The stream of `GET /export`: a line for each item of a workspace. Its records become rows. */

/** Members that an answer and a row have in common. */
const COMMON = [
  ...Object.values(RECORD_FIELDS).map(({ api }) => api),
  "handler",
  "rules",
  "destination",
  "destinations",
  "destination_routing",
  "plugins",
  "type",
  "file",
  "utm",
  "tags",
  "preview",
  "created_at",
];

function countOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

/** Removes the ids of rules, which belong to one record. */
function withoutIds(rules: unknown): object[] {
  return (Array.isArray(rules) ? (rules as unknown[]) : [])
    .filter(isObject)
    .map(({ id: _, ...rule }) => rule);
}

/** Visitors who were let through there count here as well: a new counter begins with what was left. */
function limitOf(record: JsonObject): number | null {
  const [max, left] = [record["max_clicks"], record["clicks_left"]];
  if (typeof max !== "number") return null;
  return typeof left === "number" && left > 0 ? left : max;
}

const isUsedUp = (record: JsonObject) => record["max_clicks"] !== null && record["clicks_left"] === 0;

function toRow(record: JsonObject, line: number): ImportRow {
  const isLink = record["handler"] === "short-url" || record["handler"] === "qr";
  const kept = COMMON.filter((name) => record[name] !== undefined && record[name] !== null);
  const clicks = countOf(record["total_clicks"]) + countOf(record["clicks_before"]);
  const limit = limitOf(record);
  const isPaused = stringOf(record["paused_by"]) !== undefined || isUsedUp(record);
  const hash = stringOf(record["password_hash"]);
  return {
    line,
    ...Object.fromEntries(
      kept.map((name) => [name, name === "rules" ? withoutIds(record[name]) : record[name]]),
    ),
    ...(limit !== null && { max_clicks: limit }),
    ...(isLink
      ? { host: stringOf(record["host"]) ?? "", alias: stringOf(record["alias"]) ?? "" }
      : { url: (stringOf(record["url"]) ?? "").replace(/^https?:\/\//, "") }),
    ...(isObject(record["qr"]) && { qr: record["qr"] }),
    ...(typeof record["expired_at"] === "string" && { expires: record["expired_at"] }),
    ...(clicks > 0 && { clicks_before: clicks }),
    // In a row, a hash without a scheme is bcrypt of the password itself; in an export, of a digest.
    ...(hash !== undefined && { password_hash: hash.startsWith("$") ? `signpost:${hash}` : hash }),
    ...(isPaused && { status: "paused" as const }),
  };
}

function addPage(page: unknown, line: number, result: ImportResult): void {
  const [name, type] = [stringOf(at(page, "name")) ?? "", stringOf(at(page, "type")) ?? ""];
  const content = stringOf(at(page, "html")) ?? stringOf(at(page, "base64")) ?? "";
  (result.pages ??= []).push({ line, name, type, content });
}

/** Adds the settings of a workspace, or its blocklist, as far as they are set. */
function addSettings(kind: string, data: JsonObject, result: ImportResult): void {
  if (kind !== "workspace" && kind !== "blocklist") return;
  const settings = (result.settings ??= { values: [], appearance: [], blocklist: [] });
  if (kind === "blocklist") {
    const { hosts } = data;
    settings.blocklist = (Array.isArray(hosts) ? (hosts as unknown[]) : []).flatMap(
      (host) => stringOf(host) ?? [],
    );
    return;
  }
  settings.values = WORKSPACE_SETTINGS.flatMap((name): [string, string][] => {
    const value = stringOf(data[name]) ?? "";
    return value === "" ? [] : [[name, value]];
  });
  settings.appearance = (["branding", "pages"] as const).flatMap((name) => {
    const value = data[name];
    return isObject(value) ? [[name, value] as const] : [];
  }) as ImportSettings["appearance"];
}

export const signpostExport: JsonFormat = {
  key: "signpost-export",
  label: "Signpost, Export",
  // An export of one item is one line, which is parsed as an object.
  hasShape: (document) => hasItems([document].flat(), "kind", "data"),
  read({ text }, collector) {
    const lines = [parseJson(text)].flat();
    const places = locateObjects(text);
    for (const [index, item] of lines.entries()) {
      const { line, text: said } = places.get(String(index)) ?? { line: 1, text: "" };
      const record = at(item, "data");
      const kind = stringOf(at(item, "kind")) ?? "no record";
      if (kind !== "record" || !isObject(record)) {
        if (kind === "page") addPage(record, line, collector.result);
        else collector.ignore(line, kind);
        if (isObject(record)) addSettings(kind, record, collector.result);
        continue;
      }
      const isLocked = record["has_password"] === true && record["password_hash"] === undefined;
      if (isLocked) collector.refuse(line, said, refuse("file_password_absent"));
      else {
        collector.addRow(toRow(record, line), said);
        if (isUsedUp(record)) collector.warn(line, refuse("file_used_up"));
        if (record["paused_by"] === "system") collector.warn(line, refuse("file_paused_by_system"));
      }
    }
  },
};
