import { csvFormat } from "../item-format.ts";
import { toPlainRule, toRegexRule, toStarRule } from "../rule.ts";
import { escapeDots } from "../regex.ts";
import { reasons } from "../reason.ts";
import { parseCode } from "../value.ts";

/** Lists with little more than a source and a destination. */

export const shopifyCsv = csvFormat({
  key: "shopify-csv",
  label: "Shopify, CSV",
  header: (columns) => columns.has("redirectfrom") && columns.has("redirectto") && columns.size <= 3,
  toDraft: (row) => ({ code: 301, ...toPlainRule(row.text("redirectfrom"), row.text("redirectto")) }),
});

/** Lists of two columns in which `*` at the end of a source is a wildcard. */
function createFormat(key: string, label: string, from: string, to: string) {
  return csvFormat({
    key,
    label,
    isOrdered: true,
    header: (_, names) => names.join() === `${from},${to}`,
    toDraft: (row) => ({ code: 301, ...toStarRule(row.text(from), row.text(to)) }),
  });
}

export const simple301Csv = createFormat(
  "simple301-csv",
  "Simple 301 Redirects for WordPress, CSV",
  "request",
  "destination",
);

export const wixCsv = createFormat("wix-csv", "Wix, CSV", "oldurl", "newurl");

/** Matches `%1` in a destination, which is not an escape with two digits. */
const PERCENT = /%(\d)(?![0-9a-f])/gi;

export const webflowCsv = csvFormat({
  key: "webflow-csv",
  label: "Webflow, CSV",
  isOrdered: true,
  header: (_, names) => names.join() === "source,target",
  names: { source: "source", target: "target" },
  toDraft: (row) => {
    const source = row.text("source");
    // Only groups are patterns there; a dot is literal.
    if (!/[()[\]\\^$]/.test(source)) return { code: 301 };
    const options = { isWhole: true, reference: PERCENT };
    return { code: 301, ...toRegexRule(escapeDots(source), row.text("target"), options) };
  },
});

export const redirhubCsv = csvFormat({
  key: "redirhub-csv",
  label: "RedirHub, CSV",
  header: (_, names) => names.join() === "oldurl,newurl,type",
  names: { source: "oldurl", target: "newurl" },
  toDraft: (row) => {
    const source = row.text("oldurl");
    const code = parseCode(row.text("type") || "301");
    return source.includes("*") && !("reason" in code) ? { reason: reasons.wildcardText(source) } : code;
  },
});
