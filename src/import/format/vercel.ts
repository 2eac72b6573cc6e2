import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { csvFormat, jsonFormat } from "../item-format.ts";
import type { Item } from "../item.ts";
import { at, stringOf } from "../json.ts";
import { reasons } from "../reason.ts";
import { fillReferences, splitSplat } from "../regex.ts";
import type { DraftSource, Finding } from "../row.ts";
import { CaptureNames } from "../rule.ts";
import { parseCode } from "../value.ts";

const REFERENCE = /(?:\$(\d)|:([A-Za-z_]\w*)[*+]?)/g;

interface Path {
  path: string;
  groups: Map<string, string>;
  takesFolder: boolean;
  warnings: Refusal[];
}

/** Parses a path of path-to-regexp: `:name`, `:name*` and `(.*)` at the end. */
function readPath(source: string): Path | { reason: Refusal } {
  const names = new CaptureNames();
  const { groups } = names;
  const segments = source.split("/");
  const said: Refusal[] = [];
  let takesFolder = false;
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    const [, name, pattern, modifier = ""] = /^:([A-Za-z_]\w*)(\([^/]*\))?([*+?])?$/.exec(segment) ?? [];
    if (name !== undefined) {
      const isRest = modifier === "*" || modifier === "+" || pattern === "(.*)";
      if (modifier === "?") return { reason: refuse("file_optional") };
      if (pattern !== undefined && pattern !== "(.*)") return { reason: reasons.narrower(segment) };
      if (isRest && !isLast) return { reason: refuse("file_regex_slashes") };
      if (isRest) {
        groups.set(name, ":splat");
        groups.set(String(groups.size), ":splat");
        segments[index] = "*";
        takesFolder = modifier === "*";
        if (modifier === "+") said.push(refuse("file_folder"));
        continue;
      }
      const entered = names.enter(name);
      if (entered === null) return { reason: refuse("file_capture_twice", { name: segment }) };
      segments[index] = entered;
    } else if (segment === "(.*)") {
      if (!isLast) return { reason: refuse("file_regex_slashes") };
      groups.set("1", ":splat");
      segments[index] = "*";
    } else if (/[:(){}*+?|\\]/.test(segment)) {
      return { reason: segment.includes("|") ? refuse("file_regex_alternatives") : reasons.glob(segment) };
    }
  }
  if (groups.has("1") && names.get(segments[1]?.slice(1) ?? "") !== undefined) groups.delete("1");
  return {
    path: segments.join("/"),
    groups,
    takesFolder,
    warnings: names.isRenamed ? [...said, refuse("file_renamed")] : said,
  };
}

interface Demand {
  host?: string;
  query: string[];
}

/** Parses `has`: a host, or parameters of the query with a literal value. */
function readDemand(has: unknown, missing: unknown): Demand | { reason: Refusal } {
  const demand: Demand = { query: [] };
  if (Array.isArray(missing) && missing.length > 0) {
    return { reason: refuse("file_condition", { words: `missing ${String(at(missing[0], "type"))}` }) };
  }
  for (const entry of Array.isArray(has) ? has : []) {
    const type = stringOf(at(entry, "type")) ?? "";
    const key = stringOf(at(entry, "key"));
    const value = stringOf(at(entry, "value"));
    const isText = value !== undefined && !/[()[\]*+?|\\^$]/.test(value);
    if (type === "host" && isText && demand.host === undefined) demand.host = value;
    else if (type === "query" && isText && key !== undefined) demand.query.push(`${key}=${value}`);
    else return { reason: refuse("file_condition", { words: `has ${type}` }) };
  }
  return demand;
}

function toDraft(item: Item): Finding {
  const source = item.text("source");
  const demand = readDemand(item.value("has"), item.value("missing"));
  if ("reason" in demand) return demand;
  const statusCode = item.value("statusCode");
  const code =
    typeof statusCode === "number"
      ? parseCode(String(statusCode))
      : { code: item.value("permanent") === false ? 307 : 308 };
  if ("reason" in code) return code;
  const read = readPath(source);
  if ("reason" in read) return read;
  const { path, groups, takesFolder } = read;
  const destination = item.text("destination");
  const scheme = /^[a-z][a-z0-9+-]*:(?:\/\/[^/]*)?/i.exec(destination)?.[0] ?? "";
  const filled = fillReferences(destination.slice(scheme.length), groups, REFERENCE);
  if ("reason" in filled && groups.size > 0) return filled;
  const target = scheme + ("reason" in filled ? destination.slice(scheme.length) : filled.target);
  const query = demand.query.length === 0 ? "" : `?${demand.query.join("&")}`;
  if (query !== "" && (path.includes("/:") || path.endsWith("/*")))
    return { reason: refuse("file_query_of_prefix") };
  const place: DraftSource =
    groups.size > 0
      ? { kind: "pattern", path, host: demand.host, takesFolder }
      : { kind: "list", text: path + query, host: demand.host };
  const said = [
    ...read.warnings,
    demand.host !== undefined && refuse("file_other_host"),
    query !== "" && refuse("file_any_order"),
  ];
  return { sources: [place], ...splitSplat(path, target), ...code, forwardQuery: true, warnings: said };
}

export const vercelJson = jsonFormat({
  key: "vercel-json",
  label: "vercel.json",
  isOrdered: true,
  path: "redirects",
  members: ["source", "destination"],
  toDraft,
});

/** Converts one of Vercel's bulk redirects. They have no patterns. The names of JSON have capitals. */
function toBulkDraft(row: Item): Finding {
  const permanent = row.flag("permanent");
  if (permanent === null) return { reason: reasons.boolean("permanent", row.cell("permanent")) };
  const forwardQuery = row.flag("preserveQueryParams");
  if (forwardQuery === null) {
    return { reason: reasons.boolean("preserveQueryParams", row.cell("preserveQueryParams")) };
  }
  const statusCode = row.cell("statusCode");
  const code = statusCode === "" ? { code: permanent === true ? 308 : 307 } : parseCode(statusCode);
  if ("reason" in code) return code;
  return {
    sources: [{ kind: "list", text: row.text("source").replace(/\/\*$/, "/%2A") }],
    target: row.text("destination"),
    forwardQuery: forwardQuery ?? false,
    ...code,
  };
}

const OPTIONS = ["statuscode", "permanent", "preservequeryparams"];
const COLUMNS = new Set([...OPTIONS, "source", "destination", "casesensitive", "query"]);

export const vercelBulkCsv = csvFormat({
  key: "vercel-bulk-csv",
  label: "Vercel bulk redirects, CSV",
  header: (columns, names) =>
    columns.has("source") &&
    columns.has("destination") &&
    names.every((name) => COLUMNS.has(name)) &&
    names.some((name) => OPTIONS.includes(name)),
  toDraft: toBulkDraft,
});

export const vercelBulkJson = jsonFormat({
  key: "vercel-bulk-json",
  label: "Vercel bulk redirects, JSON or JSON lines",
  path: "",
  members: ["source", "destination"],
  toDraft: toBulkDraft,
});
