import { refuse } from "../../domain/refusal/refusal.ts";
import type { Format } from "../format.ts";
import { readLines } from "../line.ts";
import { parseCode } from "../value.ts";

/**
 * FROM, TO and an optional STATUS, one pair per line. Several tabs in a row count as one, so that
 * aligned columns work. A list contains paths: only a final `/*` is a pattern.
 */
export const tsv: Format = {
  key: "tsv",
  label: "FROM<TAB>TO[<TAB>STATUS]",
  read: ({ text }, collector) => {
    for (const { line, text: content } of readLines(text, collector)) {
      const [source = "", target, statusText, ...rest] = content.split(/\t+/).map((cell) => cell.trim());
      const code = statusText === undefined ? {} : parseCode(statusText);
      const isLiteral = /\/:/.test(source.replace(/^https?:\/\//i, ""));
      if (target === undefined) collector.refuse(line, content, refuse("file_no_tab"));
      else if (rest.length > 0)
        collector.refuse(line, content, refuse("file_form", { words: "FROM<TAB>TO[<TAB>STATUS]" }));
      else {
        collector.take(line, content, {
          sources: [{ kind: "list", text: source }],
          target,
          warnings: [isLiteral && refuse("file_literal_capture")],
          ...code,
        });
      }
    }
  },
};
