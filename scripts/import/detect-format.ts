import { basename } from "node:path";
import { readLines } from "./line.ts";
import type { Format } from "./row.ts";

/**
 * Tells the format of a list by its file name, and where the name says nothing by its content:
 * a `:splat` or a forced status is `_redirects`, a tab in the first row is TSV.
 */
export function detectFormat(fileName: string, text: string): Format {
  const name = basename(fileName).toLowerCase();
  if (name.endsWith("_redirects")) return "netlify";
  if (name.endsWith(".csv")) return "csv";
  if (name.endsWith(".tsv") || name.endsWith(".tab")) return "tsv";

  const { lines } = readLines(text);
  if (lines.some((entry) => /:splat\b|\s\d{3}!(\s|$)/.test(entry.text))) return "netlify";
  const firstRow = lines[0]?.text ?? "";
  if (firstRow.includes("\t")) return "tsv";
  const [firstWord = "", ...otherWords] = firstRow.split(/\s+/);
  return otherWords.length === 0 || /[,;"]/.test(firstWord) ? "csv" : "netlify";
}
