import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import type { Collector } from "../collector.ts";
import { reasons } from "../reason.ts";
import { fillReferences, splitSplat } from "../regex.ts";
import { CaptureNames, type PatternRule } from "../rule.ts";
import { parseCode } from "../value.ts";
import type { Format } from "../format.ts";
import { readLines } from "../line.ts";
import { parse } from "smol-toml";
import { isObject } from "../json.ts";
import { UnreadableFile } from "../row.ts";

/** Rules of Netlify, from `_redirects` or `netlify.toml`, and of Cloudflare's `_redirects`. */
interface NetlifyRule {
  line: number;
  text: string;
  source: string | undefined;
  target: string | undefined;
  /** `name=value` pairs of the query. */
  pairs: string[];
  /** The status without its exclamation mark. */
  status: string | undefined;
  /** Names of conditions, such as `Country`. */
  conditions: string[];
  isSigned?: boolean;
}

interface Dialect {
  takesQuery: boolean;
  /** Says whether the visitor's query is passed on if the destination has a query. */
  addsQuery: boolean;
  /** Says whether `/x/*` also matches `/x`. */
  takesFolder: boolean;
}

/** The dialect of Netlify, in `_redirects` and in `netlify.toml`. */
const NETLIFY: Dialect = { takesQuery: true, addsQuery: true, takesFolder: true };

const PLACEHOLDER = /(?<![\p{L}\p{N}_]):([A-Za-z_]\w*)/gu;
const FULL_URL = /^(https?):\/\/([^/?#]+)(.*)$/is;

function addNetlifyRule(rule: NetlifyRule, collector: Collector, dialect: Dialect): void {
  const { line, text, source, target, status, conditions } = rule;
  const { takesFolder } = dialect;
  if (source === undefined || source === "") return collector.refuse(line, text, refuse("file_no_source"));
  if (!source.startsWith("/") && !FULL_URL.test(source))
    return collector.refuse(line, text, refuse("file_source_form"));
  if (conditions.length > 0)
    return collector.refuse(line, text, refuse("file_condition", { words: conditions.join(", ") }));
  const code = status === undefined ? {} : parseCode(status);
  const taken = { line, text, sources: [{ kind: "list" as const, text: source, takesFolder }] };
  if ("reason" in code) {
    // A rewrite matches its paths, so that later rules never see them.
    if (rule.pairs.length === 0 && !/:/.test(source)) return collector.refuseTaking(taken, code.reason);
    return collector.refuse(line, text, code.reason);
  }
  if (rule.isSigned === true) return collector.refuse(line, text, refuse("file_proxied"));
  if (target === undefined || target === "") {
    if (code.type !== "gone") return collector.refuse(line, text, refuse("file_no_destination"));
  }
  if (rule.pairs.length > 0 && !dialect.takesQuery)
    return collector.refuse(line, text, refuse("file_query_ignored"));
  const found = toPatternRule(source, rule.pairs, target ?? "", takesFolder);
  if ("reason" in found) return collector.refuse(line, text, found.reason);
  collector.add({
    line,
    text,
    ...found,
    ...code,
    forwardQuery: dialect.addsQuery || !(target ?? "").includes("?"),
  });
}

function toPatternRule(
  source: string,
  pairs: string[],
  target: string,
  takesFolder: boolean,
): PatternRule | { reason: Refusal } {
  if (pairs.some((pair) => /=:[A-Za-z_]/.test(pair))) return { reason: refuse("file_query_capture") };
  const [, scheme, host, rest] = FULL_URL.exec(source) ?? [undefined, undefined, undefined, source];
  const [path = "", ...query] = (rest ?? "").split("?");
  if (path.replace(/\/\*$/, "").includes("*")) return { reason: refuse("file_star_inside") };
  const asked = [...query, ...pairs].join("&");
  if (asked !== "" && path.endsWith("/*")) return { reason: refuse("file_query_of_prefix") };
  const names = new CaptureNames();
  const { groups } = names;
  if (path.endsWith("/*")) groups.set("splat", ":splat");
  const segments = path.split("/");
  for (const [index, segment] of segments.entries()) {
    const found = [...segment.matchAll(PLACEHOLDER)];
    if (found.length === 0) continue;
    const [written = "", name = ""] = found[0] ?? [];
    if (written !== segment) return { reason: refuse("file_capture_inside") };
    const entered = names.enter(name);
    if (entered === null) return { reason: refuse("file_capture_twice", { name: written }) };
    segments[index] = entered;
  }
  if (groups.size > (path.endsWith("/*") ? 1 : 0) && asked !== "")
    return { reason: refuse("file_query_capture") };
  const [beforeFragment = "", ...fragment] = target.split("#");
  const filled = fillReferences(beforeFragment, groups, PLACEHOLDER);
  if ("reason" in filled) return filled;
  const said: Refusal[] = names.isRenamed ? [refuse("file_renamed")] : [];
  if (scheme !== undefined) said.push(refuse("file_scheme_only", { scheme: scheme.toLowerCase() }));
  if (asked !== "") said.push(refuse("file_any_order"));
  const place = segments.join("/");
  const hasCaptures = segments.some((segment) => segment.startsWith(":"));
  return {
    sources: [
      hasCaptures
        ? { kind: "pattern", path: place, host, takesFolder }
        : { kind: "list", text: `${place || "/"}${asked === "" ? "" : `?${asked}`}`, host, takesFolder },
    ],
    ...splitSplat(place, [filled.target, ...fragment].join("#")),
    warnings: said,
  };
}

const isUrl = (word: string) => /^https?:\/\//i.test(word);
const isStatus = (word: string) => /^\d{3}!?$/.test(word);

/** Splits a line of `_redirects`: FROM [NAME=VALUE…] TO [STATUS[!]] [CONDITION…]; `#` begins a comment. */
function splitRedirectsLine(line: number, text: string): NetlifyRule | { reason: Refusal } {
  const words = text.split(/\s+/);
  const commentAt = words.findIndex((word) => word.startsWith("#"));
  const [source = "", ...rest] = commentAt === -1 ? words : words.slice(0, commentAt);
  const targetAt = rest.findIndex((word) => word.startsWith("/") || isUrl(word));
  // A rewrite may omit its target, as in `/app/* 200`.
  const statusAt = rest.findIndex(isStatus);
  const pairsEnd = [targetAt, statusAt, rest.length].find((index) => index !== -1) ?? rest.length;
  const tail = rest.slice(targetAt === -1 ? pairsEnd : targetAt + 1);
  const hasStatus = tail[0] !== undefined && !tail[0].includes("=");
  const [status, conditions] = hasStatus ? [tail[0], tail.slice(1)] : [undefined, tail];
  if (status !== undefined && !isStatus(status)) return { reason: reasons.status(status) };
  const pairs = rest.slice(0, pairsEnd);
  const stray = [...pairs, ...conditions].find((word) => !word.includes("="));
  if (stray !== undefined)
    return { reason: targetAt === -1 ? refuse("file_no_destination") : reasons.stray(stray) };
  return {
    line,
    text,
    source,
    target: rest[targetAt],
    pairs,
    status: status?.replace("!", ""),
    conditions,
  };
}

/** Creates the format of one dialect of `_redirects`. The dialects differ in their defaults. */
function createFormat(key: string, label: string, defaultCode: number, dialect: Dialect): Format {
  return {
    key,
    label,
    isOrdered: true,
    defaultCode,
    read: ({ text }, collector) => {
      for (const { line, text: content } of readLines(text, collector)) {
        const rule = splitRedirectsLine(line, content);
        if ("reason" in rule) collector.refuse(line, content, rule.reason);
        else addNetlifyRule(rule, collector, dialect);
      }
    },
  };
}

export const netlifyRedirects = createFormat("netlify-redirects", "_redirects of Netlify", 301, NETLIFY);

export const cloudflareRedirects = createFormat("cloudflare-redirects", "_redirects of Cloudflare", 302, {
  takesQuery: false,
  addsQuery: false,
  takesFolder: false,
});

const TABLE = /^[ \t]*\[\[[ \t]*(?:redirects|"redirects"|'redirects')[ \t]*\]\]/;

export const netlifyToml: Format = {
  key: "netlify-toml",
  label: "netlify.toml",
  isOrdered: true,
  read: ({ text }, collector) => {
    const { redirects } = readToml(text);
    const rules = Array.isArray(redirects) ? redirects : [];
    const starts = text.split("\n").flatMap((content, index) => (TABLE.test(content) ? [index + 1] : []));
    for (const [index, rule] of rules.entries()) {
      const line = starts.length === rules.length ? (starts[index] ?? 1) : 1;
      if (!isObject(rule)) {
        collector.refuse(line, "", refuse("file_not_object"));
        continue;
      }
      addNetlifyRule(
        {
          line,
          text: JSON.stringify(rule),
          source: toText(rule["from"] ?? rule["origin"]),
          target: toText(rule["to"] ?? rule["destination"]),
          pairs: toPairs(rule["query"] ?? rule["params"] ?? rule["parameters"]),
          status: toText(rule["status"]),
          conditions: isObject(rule["conditions"]) ? Object.keys(rule["conditions"]) : [],
          isSigned: rule["signed"] !== undefined,
        },
        collector,
        NETLIFY,
      );
    }
  },
};

function readToml(text: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UnreadableFile(
      refuse("file_unreadable_toml", { text: message.split("\n").slice(0, 1).join("") }),
    );
  }
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint"
    ? String(value)
    : undefined;
}

function toPairs(query: unknown): string[] {
  if (!isObject(query)) return [];
  return Object.entries(query).map(([name, value]) => `${name}=${toText(value) ?? ""}`);
}
