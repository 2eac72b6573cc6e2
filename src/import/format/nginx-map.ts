import { refuse } from "../../domain/refusal/refusal.ts";
import type { Collector } from "../collector.ts";
import type { Format } from "../format.ts";
import { MOST_CHARACTERS } from "../limit.ts";
import { readStatements, type Statement } from "../nginx.ts";
import { reasons } from "../reason.ts";
import type { Draft, ImportOptions } from "../row.ts";
import { toRegexRule } from "../rule.ts";

/** Parameters of a map. A key of the same name has a backslash before it. */
const PARAMETERS = new Set(["default", "hostnames", "volatile"]);
const DIRECTIVE_NAME = /^[a-z]\w*$/;

/** Where a statement stands: outside of blocks, in a map, or in another block, which has no pairs. */
type Place = "file" | "map" | "other";

/** What was read so far. Strings come before regexes, whatever their order. */
interface State {
  lineByKey: Map<string, number>;
  regexes: Draft[];
}

/** Reads the pairs of maps, or of a file that a map includes. Other directives are ignored. */
function readMaps(text: string, collector: Collector, options: ImportOptions): void {
  const statements = [...readStatements(text)];
  ignoreOtherLines(text, statements, collector);
  const state: State = { lineByKey: new Map(), regexes: [] };
  const places: Place[] = ["file"];
  for (const statement of statements) {
    const { line, words, end } = statement;
    if (end === "{") {
      collector.ignore(line, "block");
      places.push(words[0] === "map" ? "map" : "other");
      continue;
    }
    if (words.length > 0 || end === ";") readStatement(statement, places.at(-1) ?? "file");
    else collector.ignore(line, "block");
    if (end === "}" && places.length > 1) places.pop();
  }
  // The first matching regex wins.
  collector.startOrder();
  for (const draft of state.regexes) collector.add(draft);

  function readStatement(statement: Statement, place: Place): void {
    const { line, words, text, end } = statement;
    const [name = ""] = words;
    const isDirective = DIRECTIVE_NAME.test(name);
    if (end === "quote") collector.refuse(line, text, refuse("file_open_quote"));
    else if (place === "other" || words.length === 0) ignoreDirective(statement, collector);
    else if (name === "include") collector.refuse(line, text, refuse("file_included"));
    else if (PARAMETERS.has(name)) collector.ignore(line, name);
    else if (place === "file" && isDirective) ignoreDirective(statement, collector);
    else for (const pair of toPairs(statement)) readPair(pair, state, collector, options);
  }
}

/** Ignores the lines on which nothing begins. */
function ignoreOtherLines(text: string, statements: Statement[], collector: Collector): void {
  const begun = new Set(statements.map(({ line }) => line));
  const lines = text.split("\n");
  for (const [index, raw] of lines.entries()) {
    if (begun.has(index + 1)) continue;
    const content = raw.trim();
    if (content.startsWith("#")) collector.ignore(index + 1, "comment");
    else if (content !== "") collector.ignore(index + 1, "continuation");
    else if (index < lines.length - 1) collector.ignore(index + 1, "empty");
  }
}

function ignoreDirective({ line, words }: Statement, collector: Collector): void {
  collector.ignore(line, "directive");
  if (isRedirect(words)) collector.warn(line, refuse("file_other_format_there", { key: "nginx-conf" }));
}

/** Returns whether a directive redirects by itself, and not to the value of a map. */
function isRedirect([name, first = "", second = "", flag = ""]: string[]): boolean {
  if (/\$[a-z{]/i.test(`${first} ${second}`)) return false;
  if (name === "return") return /^(?:30[12378]|410)$|^https?:/i.test(first);
  return name === "rewrite" && (/^(?:permanent|redirect)$/.test(flag) || /^https?:/i.test(second));
}

/** Splits pairs, one a line, that no semicolon separates, so that only those without one are refused. */
function toPairs(statement: Statement): Statement[] {
  const { words, wordLines, end } = statement;
  const lines = [...new Set(wordLines)];
  const isPairEach =
    lines.length * 2 === words.length && wordLines.every((line, at) => line === lines[Math.floor(at / 2)]);
  if (!isPairEach || lines.length === 1) return [statement];
  return lines.map((line, index) => {
    const pair = words.slice(index * 2, index * 2 + 2);
    return {
      line,
      words: pair,
      wordLines: [line, line],
      text: pair.join(" "),
      end: index === lines.length - 1 ? end : "",
    };
  });
}

function readPair(
  { line, text, words, end }: Statement,
  { lineByKey, regexes }: State,
  collector: Collector,
  { status, literalDots }: ImportOptions,
): void {
  const [key = "", target = ""] = words;
  if (text.length > MOST_CHARACTERS) return collector.refuse(line, text, refuse("file_too_long"));
  if (words.length !== 2) return collector.refuse(line, text, refuse("file_form", { words: "KEY VALUE;" }));
  if (end !== ";") return collector.refuse(line, text, refuse("file_semicolon"));
  const code = status ?? 301;
  if (key.startsWith("~")) {
    const rule = toRegexRule(key.replace(/^~\*?/, ""), target, { literalDots });
    if ("reason" in rule) collector.refuse(line, text, rule.reason);
    else regexes.push({ line, text, code, ...rule });
    return;
  }
  if (/\$[\w{]/.test(target)) return collector.refuse(line, text, reasons.variable(target));
  // The comparison of strings ignores letter case.
  const folded = key.toLowerCase();
  const earlier = lineByKey.get(folded);
  if (earlier !== undefined) return collector.refuse(line, text, refuse("file_taken", { line: earlier }));
  lineByKey.set(folded, line);
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
  label: "nginx map, KEY VALUE; (the chosen code, else 301)",
  read: ({ text }, collector, options) => readMaps(text, collector, options),
};
