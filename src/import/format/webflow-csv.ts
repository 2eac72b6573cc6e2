import { csvFormat } from "../item-format.ts";
import { escapeDots } from "../regex.ts";
import { toRegexRule } from "../rule.ts";

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
