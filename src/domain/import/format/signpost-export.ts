import type { JsonFormat } from "../format.ts";
import { at, hasItems, isObject, locateObjects, parseJson, stringOf, type JsonObject } from "../json.ts";
import { reasons, warnings } from "../reason.ts";
import type { ImportRow } from "../row.ts";

/** What `GET /export` streams: a line for each item of a workspace. Its records come back as rows. */

/** Members that an answer and a row have in common. */
const COMMON = [
  "handler",
  "destination",
  "destinations",
  "destination_routing",
  "rules",
  "plugins",
  "type",
  "title",
  "description",
  "forward_path",
  "forward_query",
  "utm",
  "is_notify",
  "is_switch_unbroken_destination",
  "tags",
  "starts",
  "max_clicks",
  "expired_url",
  "preview",
  "created_at",
];

function countOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

function toRow(record: JsonObject, line: number): ImportRow {
  const isLink = record["handler"] === "short-url" || record["handler"] === "qr";
  const kept = COMMON.filter((name) => record[name] !== undefined && record[name] !== null);
  const clicks = countOf(record["total_clicks"]) + countOf(record["clicks_before"]);
  const hash = stringOf(record["password_hash"]);
  return {
    line,
    ...Object.fromEntries(kept.map((name) => [name, record[name]])),
    ...(isLink
      ? { host: stringOf(record["host"]) ?? "", alias: stringOf(record["alias"]) ?? "" }
      : { url: (stringOf(record["url"]) ?? "").replace(/^https?:\/\//, "") }),
    ...(isObject(record["qr"]) && { qr: record["qr"] }),
    ...(typeof record["expired_at"] === "string" && { expires: record["expired_at"] }),
    ...(clicks > 0 && { clicks_before: clicks }),
    // A hash without a scheme is bcrypt of the password itself in a row, and of a digest in an export.
    ...(hash !== undefined && { password_hash: hash.startsWith("$") ? `signpost:${hash}` : hash }),
    ...(record["paused_by"] !== null && record["paused_by"] !== undefined && { status: "paused" as const }),
  };
}

export const signpostExport: JsonFormat = {
  key: "signpost-export",
  label: "Signpost, Export",
  isOrdered: false,
  hasShape: (document) => hasItems(document, "kind", "data"),
  read({ text }, sheet) {
    const lines = parseJson(text);
    const places = locateObjects(text);
    for (const [index, item] of (Array.isArray(lines) ? (lines as unknown[]) : [lines]).entries()) {
      const { line, text: said } = places.get(String(index)) ?? { line: 1, text: "" };
      const record = at(item, "data");
      if (at(item, "kind") !== "record" || !isObject(record)) {
        sheet.ignore(line, stringOf(at(item, "kind")) ?? "no record");
        continue;
      }
      const page = stringOf(record["file"]);
      const isLocked = record["has_password"] === true && record["password_hash"] === undefined;
      if (page !== undefined) sheet.refuse(line, said, reasons.storedPage(page));
      else if (isLocked) sheet.refuse(line, said, reasons.passwordAbsent);
      else {
        sheet.addRow(toRow(record, line), said);
        if (record["paused_by"] === "system") sheet.warn(line, warnings.pausedBySystem);
      }
    }
  },
};
