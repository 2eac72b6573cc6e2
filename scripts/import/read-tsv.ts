import { readLines } from "./line.ts";
import { type ParsedList, parseRedirectStatus, redirectStatusList } from "./row.ts";

/**
 * Reads `FROM<TAB>TO[<TAB>STATUS]`, one pair a line. Blank lines and lines that start with `#` are
 * left out; several tabs in a row separate like one, so that aligned columns work.
 */
export function readTsv(text: string): ParsedList {
  const { lines, comments } = readLines(text);
  const list: ParsedList = { rows: [], problems: [], comments };

  for (const { line, text: content } of lines) {
    const [source = "", target, statusText, ...rest] = content.split(/\t+/).map((cell) => cell.trim());
    const fail = (reason: string) => list.problems.push({ line, source, reason, kind: "failed" });

    if (target === undefined) fail("no tab and target after the source");
    else if (rest.length > 0) fail("more than three columns");
    else if (statusText === undefined) list.rows.push({ line, source, target });
    else {
      const status = parseRedirectStatus(statusText);
      if (status === null) fail(`"${statusText}" is not one of ${redirectStatusList}`);
      else list.rows.push({ line, source, target, status });
    }
  }
  return list;
}
