import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { ApacheSections, toApacheHosts, toQuery, type SectionLine } from "../apache.ts";
import type { Collector } from "../collector.ts";
import type { Format } from "../format.ts";
import { MOST_CHARACTERS } from "../limit.ts";
import { reasons } from "../reason.ts";
import type { Draft, DraftSource, ImportOptions } from "../row.ts";
import { escapeDots } from "../regex.ts";
import { toRegexRule } from "../rule.ts";
import { withQuery } from "../target.ts";
import { parseCode } from "../value.ts";

interface Line extends SectionLine {
  line: number;
}

interface State {
  conditions: Line[];
  rewriteBase: string;
  sections: ApacheSections;
}

/** Returns the directives. Lines that end with a backslash are joined. */
function readApacheLines(text: string, collector: Collector): Line[] {
  const found: Line[] = [];
  const lines = text.split("\n");
  for (let index = 0; index < lines.length; index++) {
    const line = index + 1;
    let content = (lines[index] ?? "").trim();
    if (content === "" || content.startsWith("#")) {
      if (content !== "" || index < lines.length - 1)
        collector.ignore(line, content === "" ? "empty" : "comment");
      continue;
    }
    while (content.endsWith("\\") && index < lines.length - 1) {
      index++;
      collector.ignore(index + 1, "continuation");
      content = content.slice(0, -1) + (lines[index] ?? "").trim();
    }
    if (content.length > MOST_CHARACTERS) collector.refuse(line, content, refuse("file_too_long"));
    else found.push({ line, text: content, words: splitWords(content) });
  }
  return found;
}

function splitWords(text: string): string[] {
  const words = text.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?:\\.|\S)+/g) ?? [];
  return words.map((word) => {
    const [, double, single] = /^"(.*)"$|^'(.*)'$/s.exec(word) ?? [];
    return double?.replaceAll('\\"', '"') ?? single ?? word.replaceAll("\\ ", " ");
  });
}

const STATUS_WORDS: Record<string, string> = { permanent: "301", temp: "302", seeother: "303", gone: "410" };

function readRedirect(
  { line, text, words }: Line,
  { sections }: State,
  collector: Collector,
  { literalDots }: ImportOptions,
): void {
  const name = words[0]?.toLowerCase() ?? "";
  const isMatch = name === "redirectmatch";
  let rest = words.slice(1);
  let codeText = name === "redirectpermanent" ? "301" : "302";
  const word = (rest[0] ?? "").toLowerCase();
  if (Object.hasOwn(STATUS_WORDS, word) || /^\d{3}$/.test(word)) {
    codeText = STATUS_WORDS[word] ?? word;
    rest = rest.slice(1);
  }
  const [from = "", target = ""] = rest;
  const code = parseCode(codeText);
  if ("reason" in code) return collector.refuse(line, text, code.reason);
  // A query of its own replaces the visitor's.
  const forwardQuery = !target.includes("?");
  if (isMatch) {
    const rule = toRegexRule(from, target, { literalDots });
    if ("reason" in rule) return collector.refuse(line, text, rule.reason);
    const sources = onHosts(rule.sources, sections.hosts);
    return collector.add({ line, text, ...rule, ...code, sources, forwardQuery });
  }
  if (!from.startsWith("/")) return collector.refuse(line, text, refuse("file_source_form"));
  if (from.endsWith("/") && from !== "/" && code.type !== "gone" && !target.endsWith("/")) {
    return collector.refuse(line, text, reasons.characters(target));
  }
  const isUpgraded = (host: string | undefined) => from === "/" && target === `https://${host}/`;
  const hosts = sections.hosts.filter((host) => !isUpgraded(host));
  if (hosts.length === 0) return collector.ignore(line, "force_https");
  const bare = from.replace(/\/+$/, "");
  if (!forwardQuery) {
    const sources = onHosts([{ kind: "list", text: bare === "" ? "/" : bare }], hosts);
    return collector.add({
      line,
      text,
      sources,
      target,
      ...code,
      forwardQuery,
      warnings: [refuse("file_not_below")],
    });
  }
  // The path is a prefix of whole segments, and the rest of the path is appended.
  const folder: DraftSource = {
    kind: "pattern",
    path: `${bare.replaceAll("/:", "/%3A").replaceAll("*", "%2A")}/*`,
    takesFolder: true,
  };
  const sources: DraftSource[] =
    code.type === "gone" && bare !== "" ? [{ kind: "list", text: bare }, folder] : [folder];
  collector.add({
    line,
    text,
    sources: onHosts(sources, hosts),
    target,
    ...code,
    forwardPath: true,
    forwardQuery,
  });
}

function onHosts(sources: DraftSource[], hosts: (string | undefined)[]): DraftSource[] {
  return hosts.flatMap((host) => sources.map((source): DraftSource => ({ ...source, host })));
}

/** Parses `[R=301,L]`. */
function readFlags(text: string | undefined): Map<string, string> {
  const inside = /^\[(.*)\]$/.exec(text ?? "")?.[1] ?? "";
  return new Map(
    inside.split(",").map((flag): [string, string] => {
      const [name = "", value = ""] = flag.trim().split("=");
      return [LONG_FLAGS[name.toLowerCase()] ?? name.toUpperCase(), value];
    }),
  );
}

const LONG_FLAGS: Record<string, string> = {
  redirect: "R",
  last: "L",
  nocase: "NC",
  gone: "G",
  forbidden: "F",
  proxy: "P",
  qsappend: "QSA",
  qsdiscard: "QSD",
  chain: "C",
  noescape: "NE",
};

function readRewrite(rule: Line, state: State, collector: Collector, options: ImportOptions): void {
  const { text, words } = rule;
  const { conditions } = state;
  // A rule begins with its first condition.
  const { line } = conditions[0] ?? rule;
  for (const { line: other } of [...conditions.slice(1), rule])
    if (other !== line) collector.ignore(other, "rule");
  state.conditions = [];
  const [, regex = "", target = ""] = words;
  const flags = readFlags(words[3]);
  if (flags.has("P")) return collector.ignore(line, "proxy");
  const isUrl = /^https?:\/\//i.test(target);
  const isGone = flags.has("G");
  if (flags.has("F")) return collector.refuse(line, text, refuse("file_no_redirect", { code: "403" }));
  if (!isGone && !flags.has("R") && !isUrl) return collector.ignore(line, "internal rewrite");
  if (flags.has("C")) return collector.refuse(line, text, refuse("file_chained"));
  if (
    EVERY_PATH.test(regex) &&
    /^https:\/\/%\{(?:HTTP_HOST|SERVER_NAME)\}(?:%\{REQUEST_URI\}|\/?\$1)$/i.test(target)
  )
    return collector.ignore(line, "force_https");
  const codeText = flags.get("R") ?? "";
  const word = STATUS_WORDS[codeText.toLowerCase()] ?? codeText;
  const code: ReturnType<typeof parseCode> = isGone
    ? { type: "gone" }
    : word === ""
      ? { code: 302 }
      : parseCode(word);
  if ("reason" in code) return collector.refuse(line, text, code.reason);
  const asked = readConditions(conditions, options);
  if ("reason" in asked) return collector.refuse(line, text, asked.reason);
  const found = toRewriteRule(regex, target, flags, asked.query ?? "", state, options);
  if ("reason" in found) return collector.refuse(line, text, found.reason);
  const hosts = asked.hosts.length === 0 ? state.sections.hosts : asked.hosts;
  const sources = withHostsAndQuery(found.sources, hosts, asked.query);
  if (sources === null) return collector.refuse(line, text, refuse("file_query_of_prefix"));
  collector.add({
    line,
    text,
    ...found,
    ...code,
    sources,
    warnings: [...(found.warnings ?? []), ...asked.warnings],
  });
}

const EVERY_PATH = /^\^?(?:\/?\(?\.\*\)?\$?)?$/;

function toRewriteRule(
  written: string,
  target: string,
  flags: Map<string, string>,
  query: string,
  { rewriteBase, sections: { isServer } }: State,
  { base, literalDots }: ImportOptions,
): Pick<Draft, "sources" | "target" | "forwardPath" | "forwardQuery" | "warnings"> | { reason: Refusal } {
  const everything = written === "^" || written === ".*" || written === "(.*)";
  const regex = everything ? "^(.*)$" : written.replace(/^\^\/\?/, isServer ? "^/" : "^");
  const unescaped = target.replace(/\\./g, "").replace(/%\{REQUEST_URI\}$/, "");
  const [variable] = /%\{[^}]*\}/.exec(unescaped) ?? [];
  if (variable !== undefined) return { reason: reasons.variable(variable) };
  if (/%\d(?![0-9a-f])/i.test(unescaped)) return { reason: refuse("file_query_capture") };
  if (target.includes("\\$")) return { reason: refuse("file_regex_other") };
  const takesAll = /^\^?\(?\.\*\)?\$?$/.test(regex);
  if (target.endsWith("%{REQUEST_URI}") && !takesAll) return { reason: reasons.variable("%{REQUEST_URI}") };
  // A group at the start of a server's path holds the first slash.
  const path = isServer ? "$1" : `${base}$1`;
  let destination = target.replace(/%\{REQUEST_URI\}$/, () => path).replace(/\\(.)/g, "$1");
  const dropsQuery = destination.endsWith("?") || flags.has("QSD");
  destination = destination.replace(/\?$/, "");
  const forwardQuery = !dropsQuery && (!destination.includes("?") || flags.has("QSA"));
  if (!/^(?:https?:\/\/|\/|-$)/i.test(destination)) destination = `${rewriteBase}${destination}`;
  if (!flags.has("NE")) destination = destination.replaceAll("#", "%23");
  if (forwardQuery) destination = withQuery(destination, query);
  const rule = toRegexRule(regex, destination === "-" ? "" : destination, {
    startsAtSlash: isServer || regex.startsWith("^/"),
    literalDots,
  });
  if ("reason" in rule) return rule;
  const sources = rule.sources.map((source) =>
    source.kind === "pattern" ? { ...source, path: `${base.slice(0, -1)}${source.path}` } : source,
  );
  return { ...rule, sources, forwardQuery };
}

function readConditions(
  conditions: Line[],
  { literalDots }: ImportOptions,
): { hosts: string[]; query: string | null; warnings: Refusal[] } | { reason: Refusal } {
  const hosts: string[] = [];
  const said: Refusal[] = [];
  let query: string | null = null;
  for (const [index, { words }] of conditions.entries()) {
    const [, subject = "", written = ""] = words;
    const test = literalDots ? escapeDots(written) : written;
    if (test !== written) said.push(refuse("file_literal_dots"));
    const flags = readFlags(words[3]);
    const name = /^%\{(.*)\}$/.exec(subject)?.[1]?.toUpperCase() ?? subject;
    const isOr = flags.has("OR");
    if (name === "HTTP_HOST" && (!isOr || /HTTP_HOST/i.test(conditions[index + 1]?.words[1] ?? ""))) {
      const wasOr = index === 0 || readFlags(conditions[index - 1]?.words[3]).has("OR");
      const found = toApacheHosts(test);
      if (found === null || (hosts.length > 0 && !wasOr))
        return { reason: refuse("file_condition", { words: `${name} ${test}` }) };
      hosts.push(...found);
      said.push(refuse("file_other_host"));
    } else if (name === "QUERY_STRING" && !isOr && query === null) {
      query = toQuery(test);
      if (query === null) return { reason: refuse("file_query_capture") };
    } else if (name === "REQUEST_FILENAME" && /^!-[fdl]$/.test(test) && !isOr)
      said.push(refuse("file_files_first"));
    else return { reason: refuse("file_condition", { words: name }) };
  }
  return { hosts, query, warnings: said };
}

/** Returns null if a path with a final `/*` or captures would need a query. */
function withHostsAndQuery(
  sources: DraftSource[],
  hosts: (string | undefined)[],
  query: string | null,
): DraftSource[] | null {
  const asked: DraftSource[] = [];
  for (const source of sources) {
    if (query === null || source.kind !== "pattern") asked.push(source);
    else if (/\/:|\*$/.test(source.path)) return null;
    else asked.push({ kind: "pattern", path: `${source.path}?${query}` });
  }
  return onHosts(asked, hosts);
}

export const htaccess: Format = {
  key: "htaccess",
  label: ".htaccess and mod_alias, mod_rewrite of Apache",
  isOrdered: true,
  read: ({ text }, collector, options) => {
    const state: State = { conditions: [], rewriteBase: options.base, sections: new ApacheSections() };
    const lines = readApacheLines(text, collector);
    for (const [index, line] of lines.entries()) {
      const name = (line.words[0] ?? "").toLowerCase();
      const isRule = /^(?:redirect(?:match|permanent|temp)?|rewriterule)$/.test(name);
      const { limit } = state.sections;
      if (isRule && limit !== null) {
        for (const { line: other } of state.conditions) collector.ignore(other, "directive");
        collector.refuse(
          line.line,
          line.text,
          refuse("file_condition", { words: refuse("file_what_section", { section: limit }) }),
        );
        state.conditions = [];
      } else if (name === "rewriterule") readRewrite(line, state, collector, options);
      else if (isRule) readRedirect(line, state, collector, options);
      else {
        if (name === "rewritecond") {
          state.conditions.push(line);
          continue;
        }
        if (name === "rewritebase") state.rewriteBase = `${(line.words[1] ?? "/").replace(/\/$/, "")}/`;
        if (name.startsWith("<")) state.sections.enter(lines, index);
        collector.ignore(line.line, "directive");
      }
    }
    for (const { line } of state.conditions) collector.ignore(line, "directive");
  },
};
