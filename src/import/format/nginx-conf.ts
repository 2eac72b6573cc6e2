import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import type { Collector } from "../collector.ts";
import type { Format } from "../format.ts";
import { readDirectives, type Directive } from "../nginx.ts";
import { reasons } from "../reason.ts";
import type { Draft, DraftSource } from "../row.ts";
import { toRegexRule, type PatternRule } from "../rule.ts";
import { parseCode } from "../value.ts";

/**
 * The order in which nginx evaluates rules: rewrites, exact locations, `^~`, regexes in their order, other prefixes.
 */
const RANK = { server: 0, exact: 1, firm: 2, regex: 3, prefix: 4 };

interface Found {
  rank: number;
  /** The longest prefix comes first. */
  length: number;
  add: (collector: Collector) => void;
}

/** Blocks that contain others and have no effect on redirects. */
const CONTAINERS = new Set(["http", "events", "stream"]);

function readServer(
  directives: Directive[],
  hosts: (string | undefined)[],
  found: Found[],
  collector: Collector,
): void {
  const { literalDots } = collector.options;
  for (const directive of directives) {
    const [name = ""] = directive.words;
    if (name === "location") readLocation(directive, hosts, found, collector);
    else if (name === "return" || name === "rewrite") {
      found.push({
        rank: RANK.server,
        length: 0,
        add: (collector) =>
          addAnswer(directive, directive.line, { path: "/*", kind: "list", literalDots }, hosts, collector),
      });
    } else if (name === "if")
      collector.refuse(directive.line, toText(directive), refuse("file_condition", { words: "if" }));
    else if (name === "map")
      collector.refuse(directive.line, toText(directive), refuse("file_other_format", { key: "nginx-map" }));
    else if (name === "server" || CONTAINERS.has(name)) readBlock(directive, found, collector);
    else collector.ignore(directive.line, "directive");
  }
}

function readBlock(directive: Directive, found: Found[], collector: Collector): void {
  const block = directive.block ?? [];
  if (directive.words[0] !== "server") return readServer(block, [undefined], found, collector);
  const names = block
    .filter(({ words }) => words[0] === "server_name")
    .flatMap(({ words }) => words.slice(1));
  const hosts = names.flatMap((name) => (name.startsWith(".") ? [name.slice(1), `*${name}`] : [name]));
  const strange = hosts.find((host) => host.startsWith("~") || /^[^.]+\.\*$|\.\*$/.test(host));
  collector.ignore(directive.line, "block");
  if (strange !== undefined) {
    for (const inner of block) {
      if (inner.words[0] === "location" || inner.words[0] === "return" || inner.words[0] === "rewrite") {
        collector.refuse(inner.line, toText(inner), reasons.hostPattern(strange));
      }
    }
    return;
  }
  const named = hosts.filter((host) => host !== "_" && host !== "");
  readServer(block, named.length === 0 ? [undefined] : named, found, collector);
}

interface Place {
  kind: "list" | "regex";
  path: string;
  literalDots: boolean;
}

function readLocation(
  directive: Directive,
  hosts: (string | undefined)[],
  found: Found[],
  collector: Collector,
): void {
  const { line, words, block } = directive;
  const [modifier = "", path = modifier] = words.slice(1);
  const answers = (block ?? []).filter(
    ({ words: [name] }) => name === "return" || name === "rewrite" || name === "if",
  );
  const first = answers[0];
  if (first === undefined) return collector.ignore(line, "no redirect");
  if (first.words[0] === "if" || answers.length > 1) {
    return collector.refuse(
      line,
      toText(directive),
      refuse("file_condition", { words: refuse("file_what_rules_of_location") }),
    );
  }
  const { literalDots } = collector.options;
  const push = (rank: number, place: Omit<Place, "literalDots">) =>
    found.push({
      rank,
      length: path.length,
      add: (collector) => addAnswer(first, line, { ...place, literalDots }, hosts, collector),
    });
  if (modifier === "=") return void push(RANK.exact, { kind: "list", path });
  if (modifier === "~" || modifier === "~*") return void push(RANK.regex, { kind: "regex", path });
  if (!path.endsWith("/")) return collector.refuse(line, toText(directive), reasons.characters(path));
  push(modifier === "^~" ? RANK.firm : RANK.prefix, { kind: "list", path: `${path}*` });
}

function addAnswer(
  { words, line: ownLine }: Directive,
  line: number,
  place: Place,
  hosts: (string | undefined)[],
  collector: Collector,
): void {
  const text = words.join(" ");
  const draft = words[0] === "return" ? toReturn(words, place) : toRewrite(words, place);
  if (draft === null) return collector.ignore(line, "internal rewrite");
  if ("reason" in draft) return collector.refuse(words[0] === "return" ? line : ownLine, text, draft.reason);
  const sources = hosts.flatMap((host) => draft.sources.map((source): DraftSource => ({ ...source, host })));
  collector.add({ line, text, ...draft, sources });
}

type Answer = Omit<Draft, "line" | "text"> | { reason: Refusal } | null;

function toReturn([, first = "", second]: string[], place: Place): Answer {
  const isUrl = /^(?:https?:\/\/|\$scheme)/i.test(first);
  const [codeText, target = ""] = isUrl ? ["302", first] : [first, second];
  if (codeText === "200" || codeText === "204" || codeText === "444") return null;
  const code = parseCode(codeText);
  if ("reason" in code) return code;
  if (isUpgrade(place, target)) return null;
  if (place.kind === "regex") {
    const filled = withArguments(code.type === "gone" ? "" : target);
    const rule = toRegexRule(place.path, filled.target, { literalDots: place.literalDots });
    return "reason" in rule ? rule : { ...rule, ...code, forwardQuery: filled.forwardQuery };
  }
  if (code.type === "gone") return { sources: toSources(place), ...code };
  const found = toTarget(target, place.path);
  return "reason" in found ? found : { ...found, ...code, sources: toSources(place) };
}

/** Returns whether an answer leads a whole host to itself over https. */
function isUpgrade(place: Place, target: string): boolean {
  return place.path === "/*" && /^https:\/\/\$(?:host|http_host|server_name)\$request_uri\??$/.test(target);
}

function toSources(place: Place): DraftSource[] {
  return [{ kind: "list", text: place.path }];
}

/** Removes `$is_args$args` from the end of a destination, because it means that the visitor's query is passed on. */
function withArguments(target: string): { target: string; forwardQuery: boolean } {
  const [whole = ""] = /(?:\$is_args|\?)\$(?:args|query_string)$/.exec(target) ?? [];
  return { target: whole === "" ? target : target.slice(0, -whole.length), forwardQuery: whole !== "" };
}

function toTarget(written: string, path: string): Partial<Draft> | { reason: Refusal } {
  const isFolder = path.endsWith("/*");
  const { target, forwardQuery } = withArguments(written);
  const [, before, name] = /^([^$]*)\$(request_uri|uri)$/.exec(target) ?? [];
  if (before !== undefined) {
    const place = isFolder ? path.slice(0, -2) : path;
    return {
      target: `${before}${place}`,
      forwardPath: isFolder,
      forwardQuery: name === "request_uri" || forwardQuery,
      warnings: isFolder && place !== "" ? [refuse("file_folder")] : [],
    };
  }
  const [variable] = /\$\w+|\$\{\w+\}/.exec(target) ?? [];
  if (variable !== undefined) return { reason: reasons.variable(variable) };
  return { target, forwardQuery, forwardPath: isFolder ? false : undefined };
}

/** A regex that matches every path: its slash before the group, its group, and the quantifier in it. */
const EVERY_PATH = /^\^?(\/?)(?:(\()?\.([*+])\)?\$?)?$/;

/** Returns null for a rewrite that visitors do not see. */
function toRewrite([, regex = "", replacement = "", flag]: string[], place: Place): Answer {
  const isUrl = /^(?:https?:\/\/|\$scheme)/i.test(replacement);
  const code = flag === "permanent" ? 301 : flag === "redirect" || isUrl ? 302 : null;
  if (code === null) return null;
  const every = EVERY_PATH.exec(regex);
  if (every !== null && isUpgrade(place, replacement)) return null;
  const dropsQuery = replacement.endsWith("?");
  const target = dropsQuery ? replacement.slice(0, -1) : replacement;
  if (!dropsQuery && target.endsWith("$request_uri")) {
    return { reason: refuse("file_form", { words: "$request_uri?" }) };
  }
  const rule = every === null ? toRuleWithin(regex, target, place) : toRuleOfPlace(every, target, place);
  return "reason" in rule
    ? rule
    : { ...rule, code, forwardQuery: !dropsQuery || target.endsWith("$request_uri") };
}

/** Translates a rewrite whose every path its location passes on. */
function toRuleWithin(regex: string, target: string, place: Place): PatternRule | { reason: Refusal } {
  const rule = toRegexRule(regex, target, { literalDots: place.literalDots });
  if ("reason" in rule) return rule;
  const isPassed = rule.sources.every((source) => {
    if (source.kind !== "pattern" || place.path === "/*") return true;
    if (place.kind === "regex") return place.path === regex;
    const { path } = place;
    return path.endsWith("/*") ? source.path.startsWith(path.slice(0, -1)) : source.path === path;
  });
  return isPassed ? rule : dependsOn(place);
}

const dependsOn = ({ path }: Place) => ({
  reason: refuse("file_condition", { words: refuse("file_what_location", { path }) }),
});

/** Translates a rewrite that takes every path of its location. */
function toRuleOfPlace(
  [, slash = "", group, quantifier = "*"]: string[],
  target: string,
  place: Place,
): PatternRule | { reason: Refusal } {
  if (place.kind === "regex") {
    const [variable] = /\$\w+/.exec(target) ?? [];
    return variable === undefined
      ? toRegexRule(place.path, target, { literalDots: place.literalDots })
      : dependsOn(place);
  }
  const usesPath = group !== undefined && target.includes("$1");
  if (!usesPath) {
    const found = toTarget(target, place.path);
    return "reason" in found ? found : { target, ...found, sources: toSources(place) };
  }
  const isFolder = place.path.endsWith("/*");
  const start = isFolder ? place.path.slice(0, -1) : place.path;
  const captured = start.slice(slash.length);
  const filled = target.replaceAll("$1", () => (isFolder ? `${captured}$1` : captured));
  const rest = isFolder ? `(.${start === "/" && slash !== "" ? quantifier : "*"})` : "";
  return toRegexRule(`^${start.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}${rest}$`, filled);
}

function toText({ words, block }: Directive): string {
  return `${words.join(" ")}${block === null ? "" : " { … }"}`;
}

export const nginxConf: Format = {
  key: "nginx-conf",
  label: "nginx configuration (server, location, return, rewrite)",
  isOrdered: true,
  read: ({ text }, collector) => {
    const found: Found[] = [];
    readServer(readDirectives(text), [undefined], found, collector);
    for (const { add } of found.toSorted(
      (a, b) => a.rank - b.rank || (a.rank === RANK.regex ? 0 : b.length - a.length),
    )) {
      add(collector);
    }
  },
};
