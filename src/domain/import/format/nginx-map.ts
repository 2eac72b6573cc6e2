import type { Collector } from "../collector.ts";
import type { Format } from "../format.ts";
import { MOST_CHARACTERS } from "../limit.ts";
import { reasons } from "../reason.ts";
import type { Draft, ImportOptions } from "../row.ts";
import { toRegexRule } from "../rule.ts";

const PAIR =
  /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s;]+))\s+(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s;]+))\s*(;)?/;
const DIRECTIVE = /^(default|hostnames|volatile|include)\b/;
const BLOCK = /^map\s+\$\w+\s+\$\w+\s*\{|^\}/;

/** Reads the pairs of a map, one or more per line. Strings come before regexes, whatever their order. */
function readPairs(text: string, collector: Collector, options: ImportOptions): void {
  const lines = text.split("\n");
  const seen = new Map<string, number>();
  const regexes: Draft[] = [];
  for (const [index, raw] of lines.entries()) {
    const line = index + 1;
    let rest = raw.trim();
    if (rest.length > MOST_CHARACTERS) {
      collector.refuse(line, rest, reasons.tooLong);
      continue;
    }
    if (rest === "" || rest.startsWith("#")) {
      if (rest !== "" || index < lines.length - 1) collector.ignore(line, rest === "" ? "empty" : "comment");
      continue;
    }
    if (BLOCK.test(rest)) {
      collector.ignore(line, "block");
      rest = rest.replace(BLOCK, "").trim();
    }
    while (rest !== "" && !rest.startsWith("#")) {
      const [, word] = DIRECTIVE.exec(rest) ?? [];
      const stop = rest.indexOf(";");
      if (word !== undefined && stop >= 0) {
        if (word === "include") collector.refuse(line, raw, reasons.included);
        else collector.ignore(line, word);
        rest = rest.slice(stop + 1).trim();
        continue;
      }
      const pair = PAIR.exec(rest);
      if (pair === null || pair[7] === undefined) {
        collector.refuse(line, raw, pair === null ? reasons.form("KEY VALUE;") : reasons.semicolon);
        break;
      }
      const [whole, quoted, single, bare, target, singleTarget, bareTarget] = pair;
      addPair(
        line,
        raw,
        quoted ?? single ?? bare ?? "",
        target ?? singleTarget ?? bareTarget ?? "",
        collector,
        seen,
        regexes,
        options,
      );
      rest = rest.slice(whole.length).trim();
    }
  }
  // The first matching regex wins.
  collector.startOrder();
  for (const draft of regexes) collector.add(draft);
}

function addPair(
  line: number,
  text: string,
  key: string,
  target: string,
  collector: Collector,
  seen: Map<string, number>,
  regexes: Draft[],
  { status }: ImportOptions,
): void {
  const code = status ?? 301;
  if (key.startsWith("~")) {
    const rule = toRegexRule(key.replace(/^~\*?/, ""), target);
    if ("reason" in rule) collector.refuse(line, text, rule.reason);
    else regexes.push({ line, text, code, ...rule });
    return;
  }
  if (/\$\w/.test(target)) return collector.refuse(line, text, reasons.variable(target));
  // The comparison of strings ignores letter case.
  const folded = key.toLowerCase();
  const earlier = seen.get(folded);
  if (earlier !== undefined) return collector.refuse(line, text, reasons.taken(earlier));
  seen.set(folded, line);
  const source = key.replace(/^\\/, "");
  collector.add({
    line,
    text,
    code,
    sources: [{ kind: "list", text: source.replace(/\/\*$/, "/%2A") }],
    target,
  });
}

export const nginxMap: Format = {
  key: "nginx-map",
  label: "nginx map, KEY VALUE; (the code is --status, else 301)",
  isOrdered: false,
  read: ({ text }, collector, options) => readPairs(text, collector, options),
};
