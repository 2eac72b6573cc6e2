import { readLines } from "./line.ts";
import { type ParsedList, type ParsedRow, parseRedirectStatus } from "./row.ts";

// A colon inside a word is ordinary text, as in /wiki/Special:Search.
const placeholder = /(?<![\p{L}\p{N}_]):[A-Za-z_]\w*/gu;

/**
 * Reads a `_redirects` file: `FROM [NAME=VALUE…] TO [STATUS[!]] [CONDITION…]`, separated by white
 * space; a word that starts with `#` begins a comment. The visitor's query is passed on, as in that
 * format's own runtime. Placeholders, conditions, rewrites, and a `*` or `:splat` that is not a
 * whole last segment become problems that name what cannot be expressed. Several query pairs make
 * one query, in the order written.
 */
export function readNetlify(text: string): ParsedList {
  const { lines, comments } = readLines(text);
  const list: ParsedList = { rows: [], problems: [], comments };

  for (const { line, text: content } of lines) {
    const rule = splitRule(content);
    const problem = { line, source: rule.source };
    const malformed = findMistake(rule);
    if (malformed !== null) {
      list.problems.push({ ...problem, reason: malformed, kind: "failed" });
      continue;
    }
    const reasons = findInexpressible(rule);
    if (reasons.length > 0) {
      list.problems.push({ ...problem, reason: reasons.join("; "), kind: "inexpressible" });
      continue;
    }
    list.rows.push(toRow(line, rule));
  }
  return list;
}

interface Rule {
  source: string;
  /** What stands between source and target. */
  pairs: string[];
  target: string | undefined;
  statusText: string | undefined;
  conditions: string[];
}

function splitRule(content: string): Rule {
  const words = content.split(/\s+/);
  const commentAt = words.findIndex((word) => word.startsWith("#"));
  const [source = "", ...rest] = commentAt === -1 ? words : words.slice(0, commentAt);

  const targetAt = rest.findIndex((word) => word.startsWith("/") || isUrl(word));
  // A rewrite may leave out its target, as in `/app/* 200`.
  const statusAt = rest.findIndex(isStatus);
  const pairsEnd = [targetAt, statusAt, rest.length].find((index) => index !== -1);
  const tail = rest.slice(targetAt === -1 ? pairsEnd : targetAt + 1);
  const hasStatus = tail[0] !== undefined && !tail[0].includes("=");
  return {
    source,
    pairs: rest.slice(0, pairsEnd),
    target: rest[targetAt],
    statusText: hasStatus ? tail[0] : undefined,
    conditions: hasStatus ? tail.slice(1) : tail,
  };
}

const isUrl = (word: string) => /^https?:\/\//i.test(word);
const isStatus = (word: string) => /^\d{3}!?$/.test(word);

function findMistake({ source, pairs, target, statusText, conditions }: Rule): string | null {
  if (!source.startsWith("/") && !isUrl(source)) {
    return 'a source starts with "/", "http://" or "https://"';
  }
  if (target === undefined && !statusText?.startsWith("2")) {
    return 'no target that starts with "/", "http://" or "https://"';
  }
  if (statusText !== undefined && !isStatus(statusText)) return `"${statusText}" is not a status`;
  const stray = [...pairs, ...conditions].find((word) => !word.includes("="));
  return stray === undefined ? null : `"${stray}" is out of place`;
}

function findInexpressible({ source, pairs, target = "", statusText, conditions }: Rule): string[] {
  const withoutSplat = target.replace(/\/:splat$/, "/");
  const [targetBeforeFragment = ""] = withoutSplat.split("#");
  const findPlaceholders = (part: string) => part.match(placeholder) ?? [];
  const placeholders = [
    ...[source, ...pairs].flatMap(findPlaceholders),
    ...findPlaceholders(targetBeforeFragment).filter((name) => name !== ":splat"),
  ];

  const reasons = [...new Set(placeholders)].map((name) => `the placeholder ${name} cannot be expressed`);
  if (source.replace(/\/\*$/, "").includes("*")) {
    reasons.push("a * that is not the whole last segment cannot be expressed");
  }
  if (pairs.length > 0 && source.endsWith("/*")) {
    reasons.push("a query together with /* cannot be expressed");
  }
  if (withoutSplat.includes(":splat")) {
    reasons.push("a :splat that is not the end of the target cannot be expressed");
  } else if (withoutSplat !== target && !source.endsWith("/*")) {
    reasons.push("a :splat without /* at the end of the source cannot be expressed");
  }
  reasons.push(...conditions.map((condition) => `the condition ${condition} cannot be expressed`));
  const status = statusText?.replace("!", "");
  if (status !== undefined && parseRedirectStatus(status) === null) {
    const what = status === "200" ? "a rewrite" : "no redirect";
    reasons.push(`status ${status} is ${what} and cannot be expressed`);
  }
  return reasons;
}

function toRow(line: number, { source, pairs, target = "", statusText }: Rule): ParsedRow {
  const status = parseRedirectStatus(statusText?.replace("!", "") ?? "");
  const joiner = source.includes("?") ? "&" : "?";
  return {
    line,
    source: pairs.length === 0 ? source : `${source}${joiner}${pairs.join("&")}`,
    target: target.replace(/\/:splat$/, "/"),
    ...(status === null ? {} : { status }),
    forwardPath: target.endsWith("/:splat"),
    forwardQuery: true,
  };
}
