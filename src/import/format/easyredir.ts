import { refuse } from "../../domain/refusal/refusal.ts";
import { csvFormat, jsonFormat } from "../item-format.ts";
import { Item } from "../item.ts";
import { stringsOf } from "../json.ts";
import { reasons } from "../reason.ts";
import type { Finding } from "../row.ts";
import { parseCode } from "../value.ts";

/** Converts a rule of the API, or of a table, which has the same names. */
function toDraft(rule: Item, written: string[]): Finding {
  const code = toCode(rule.text("response_type"));
  if ("reason" in code) return code;
  const forwardPath = rule.flag("forward_path");
  const forwardQuery = rule.flag("forward_params");
  if (forwardPath === null) return { reason: reasons.boolean("forward_path", rule.cell("forward_path")) };
  if (forwardQuery === null)
    return { reason: reasons.boolean("forward_params", rule.cell("forward_params")) };
  const sources = written.map((source) => source.trim()).filter((source) => source !== "");
  return {
    sources: sources.map((source) => ({ kind: "list", text: toWholeHost(source) })),
    target: rule.text("target_url"),
    forwardPath: forwardPath ?? false,
    forwardQuery: forwardQuery ?? false,
    warnings: [
      sources.some((source) => source.endsWith("/*")) &&
        refuse("file_unverified", { words: refuse("file_what_star") }),
    ],
    ...code,
  };
}

function toCode(type: string): ReturnType<typeof parseCode> {
  if (type === "moved_permanently") return { code: 301 };
  return type === "found" ? { code: 302 } : parseCode(type);
}

/** Returns a hostname without a path as a source for all its paths. */
export function toWholeHost(source: string): string {
  return /^(?:https?:\/\/)?[^/?#]+$/i.test(source) ? `${source}/*` : source;
}

export const easyredirCsv = csvFormat({
  key: "easyredir-csv",
  label: "EasyRedir (urllo), CSV",
  header: ["sourceurls", "targeturl"],
  toDraft: (row) => toDraft(row, row.text("source_urls").split(/\s+/)),
});

export const easyredirJson = jsonFormat({
  key: "easyredir-json",
  label: "EasyRedir (API), JSON",
  path: "data",
  members: ["attributes/source_urls"],
  toDraft: (item) => {
    const rule = Item.ofObject(item.value("attributes"));
    return toDraft(rule, stringsOf(rule.value("source_urls")));
  },
});
