import { refuse } from "../../domain/refusal/refusal.ts";
import type { Refusal } from "../../domain/refusal/refusal.ts";
import { forEachRow, type CsvRow } from "../csv.ts";
import type { CsvFormat } from "../format.ts";
import { reasons, warnings } from "../reason.ts";
import type { Draft, ImportRule } from "../row.ts";
import { toShortioTarget } from "../shortio.ts";
import { parseCode, parseYesNo, splitLink, splitTags } from "../value.ts";

const UTM = ["utmsource", "utmmedium", "utmcampaign", "utmterm", "utmcontent"];

function toDraft(row: CsvRow): Draft | { reason: Refusal } {
  const said: Refusal[] = [];
  const place = splitLink(row.get("shorturl"));
  const codeText = row.get("redirecttype");
  const code = codeText === "" ? {} : parseCode(codeText);
  if ("reason" in code) return code;
  const split = toSplit(row);
  if (split !== undefined && "reason" in split) return split;
  const limit = Number(row.get("clickslimit") || "0");
  if (!Number.isSafeInteger(limit)) return { reason: reasons.condition("clicks_limit") };
  if (limit > 0) said.push(warnings.limitFromNow);
  if (parseYesNo(row.get("archived")) === true) said.push(warnings.archived);
  if (row.get("foldername") !== "")
    said.push(warnings.notCarried(refuse("file_what_folder_named", { name: row.get("foldername") })));
  if (UTM.some((name) => row.get(name) !== "")) said.push(warnings.utm);
  const rules: ImportRule[] = [];
  for (const [name, os] of [
    ["iphoneurl", "ios"],
    ["androidurl", "android"],
  ] as const) {
    if (row.get(name) !== "") rules.push({ if: { os: [os] }, destination: row.get(name) });
  }
  const password = row.get("password");
  return {
    line: row.line,
    text: row.text,
    sources: place === null ? [] : [{ kind: "alias", ...place }],
    ...toShortioTarget(row.get("originalurl"), parseYesNo(row.get("skipqs")) === true),
    split,
    title: row.get("title"),
    tags: splitTags(row.get("tags"), ","),
    expires: { name: "expire_at", value: row.get("expireat") },
    expiredUrl: row.get("expireurl"),
    maxClicks: limit,
    rules,
    password: password === "" ? undefined : { kind: "plain", text: password },
    warnings: said,
    ...(parseYesNo(row.get("cloaking")) === true ? { type: "frame" as const } : code),
  };
}

/** The share that Short.io stores is the share of the second destination. */
function toSplit(row: CsvRow): Draft["split"] | { reason: Refusal } {
  const target = row.get("spliturl");
  if (target === "") return undefined;
  const percent = Number(row.get("splitpercent"));
  if (!(percent >= 0 && percent <= 100)) return { reason: reasons.condition("split_percent") };
  return { target, routing: `weighted:${100 - percent},${percent}` };
}

export const shortioTsv: CsvFormat = {
  key: "shortio-tsv",
  label: "Short.io (API client), TSV",
  isOrdered: false,
  hasHeader: (columns) =>
    columns.has("shorturl") &&
    columns.has("originalurl") &&
    (columns.has("clickslimit") || columns.has("path")),
  read: ({ text }, collector) =>
    forEachRow(
      text,
      collector,
      (row) => {
        const draft = toDraft(row);
        if ("reason" in draft) collector.refuse(row.line, row.text, draft.reason);
        else collector.add(draft);
      },
      "\t",
    ),
};
