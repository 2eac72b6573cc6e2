import type { Format } from "../format.ts";
import { readLines } from "../line.ts";
import { reasons, warnings } from "../reason.ts";
import { parseCode } from "../value.ts";

/**
 * FROM, TO and an optional STATUS, one pair a line. Several tabs in a row separate like one, so that
 * aligned columns work. A list says paths: nothing in it is a pattern but a last `/*`.
 */
export const tsv: Format = {
  key: "tsv",
  label: "FROM<TAB>TO[<TAB>STATUS]",
  isOrdered: false,
  read: ({ text }, sheet) => {
    for (const { line, text: content } of readLines(text, sheet)) {
      const [source = "", target, statusText, ...rest] = content.split(/\t+/).map((cell) => cell.trim());
      if (target === undefined) sheet.refuse(line, content, reasons.noTab);
      else if (rest.length > 0) sheet.refuse(line, content, reasons.form("FROM<TAB>TO[<TAB>STATUS]"));
      else {
        const code = statusText === undefined ? {} : parseCode(statusText);
        if (typeof code === "string") {
          sheet.refuse(line, content, code);
          continue;
        }
        const isLiteral = /\/:/.test(source.replace(/^https?:\/\//i, ""));
        sheet.add({
          line,
          text: content,
          sources: [{ kind: "list", text: source }],
          target,
          warnings: isLiteral ? [warnings.literalCapture] : [],
          ...code,
        });
      }
    }
  },
};
