import { UnreadableFile } from "./row.ts";
import { accepted, refused, type Parsed } from "../domain/field-error.ts";
import { readCsvTable, splitHeader, toColumnName } from "./csv.ts";
import type { Format, SourceFile } from "./format.ts";
import { cloudflareBulkCsv } from "./format/cloudflare-bulk-csv.ts";
import { csv, tsv } from "./format/csv.ts";
import { redirects301Csv } from "./format/wordpress-csv.ts";
import { htaccess } from "./format/htaccess.ts";
import { netlifyRedirects, netlifyToml } from "./format/netlify.ts";
import { nginxConf } from "./format/nginx-conf.ts";
import { nginxMap } from "./format/nginx-map.ts";
import { squarespaceTxt } from "./format/squarespace-txt.ts";
import { kuttSql } from "./format/kutt.ts";
import { polrSql } from "./format/polr-sql.ts";
import { yourlsSql, yourlsXml } from "./format/yourls.ts";
import { isObject, parseJson } from "./json.ts";
import { csvFormats, jsonFormats } from "./registry.ts";

/** The number of characters of a file that are read to detect its format. */
const SAMPLE_CHARACTERS = 262_144;

/** Detects the format of a file by its content. The name decides only if the content is ambiguous. */
export function detectFormat(file: SourceFile): Parsed<Format> {
  try {
    const sample = sampleOf(file.text);
    if (TOML_TABLE.test(sample)) return accepted(netlifyToml);
    if (/^\s*[[{]/.test(sample)) return detectJson(file.text);
    return detectDump(sample) ?? detectRules(sample, file.name) ?? detectTable(sample);
  } catch (error) {
    if (error instanceof UnreadableFile) return { ok: false, reason: error.reason };
    return refused("file_error", { text: String(error) });
  }
}

function sampleOf(text: string): string {
  if (text.length <= SAMPLE_CHARACTERS) return text;
  const end = text.lastIndexOf("\n", SAMPLE_CHARACTERS);
  return text.slice(0, end < 0 ? SAMPLE_CHARACTERS : end);
}

function detectJson(text: string): Parsed<Format> {
  const document = parseJson(text);
  const found = jsonFormats.find((format) => format.hasShape(document));
  if (found !== undefined) return accepted(found);
  const [first] = Array.isArray(document) ? (document as unknown[]) : [document];
  const names = isObject(first) ? Object.keys(first).slice(0, 20).join(", ") : "none";
  return refused("file_unknown_json", { names: names.slice(0, 300) });
}

// Each expression takes linear time: a repetition ends where the expression, or its next part, may begin.
const KUTT = /^COPY\s+(?:\w+\.)?"?links"?\s*\([^()]*\baddress\b/im;
const YOURLS = /^INSERT\s+(?:IGNORE\s+)?INTO\s+[`"]?\w*url[`"]?\s*(?:\([^()]*\bkeyword\b|VALUES)/im;
const YOURLS_TABLE = /^CREATE TABLE\s+[`"]?\w*url[`"]?\s*\(\s*[`"]keyword/im;
const POLR = /^INSERT\s+(?:IGNORE\s+)?INTO\s+[`"]?\w*links[`"]?\s*\([^()]*\bshort_url\b/im;

/** Detects database dumps and XML; null if the file is neither. */
function detectDump(text: string): Parsed<Format> | null {
  if (/^\s*<(?:\?xml|redirection)/.test(text)) {
    if (/<redirection[\s>]/.test(text)) return accepted(yourlsXml);
    return refused("file_unknown_xml");
  }
  if (KUTT.test(text)) return accepted(kuttSql);
  if (YOURLS.test(text) || YOURLS_TABLE.test(text)) return accepted(yourlsSql);
  if (POLR.test(text)) return accepted(polrSql);
  if (/^[ \t]*(?:INSERT\s+INTO|CREATE\s+TABLE|COPY\s)/im.test(text) && /;\s*$/m.test(text)) {
    return refused("file_unknown_dump");
  }
  return null;
}

const TOML_TABLE = /^[ \t]*\[\[[ \t]*["']?redirects["']?[ \t]*\]\]/m;
const APACHE =
  /^[ \t]*(?:Redirect[ \t]+(?:\d{3}[ \t]|permanent[ \t]|temp[ \t]|seeother[ \t]|gone[ \t]|["/])|Redirect(?:Match|Permanent|Temp)[ \t]|Rewrite(?:Rule|Engine|Cond)[ \t])/im;
const NGINX = [
  /^[ \t]*(?:server|http)[ \t]*\{/m,
  /^[ \t]*location[ \t][^{\n]+\{/m,
  /^[ \t]*rewrite[ \t]+\S+[ \t][^;\n]+;/m,
  /^[ \t]*return[ \t]+(?:3\d\d|410)[^;\n]*;/m,
];
const NGINX_MAP = /^[ \t]*map[ \t]+\$\w+[ \t]+\$\w+[ \t]*\{/m;
const MAP_LINE = /^(?:["'~/]|https?:|default[ \t])[^;{}]*[ \t][^;{}]*;(?:.*;)?\s*(?:#.*)?$/;
const ARROW_LINE = /^\/\S*[ \t]+->[ \t]+\S/;
const RULE_LINE =
  /^(?:\/|https?:\/\/)\S*(?:[ \t]+\w[\w.-]*=\S+)*[ \t]+(?:\/|https?:\/\/)\S*(?:[ \t]+\d{3}!?)?(?:[ \t]+[A-Za-z]\w*=\S+)*[ \t]*(?:#.*)?$/;
const CERTAIN_NETLIFY =
  /\s\d{3}!(?:\s|$)|\s(?:Country|Language|Role|Cookie)=|^https?:\/\/\S+\s|^\S+[ \t]+\w+=\S+[ \t]/m;

/** Detects formats of rules; null if the file has none of them. */
function detectRules(text: string, name: string): Parsed<Format> | null {
  if (APACHE.test(text)) return accepted(htaccess);
  if (NGINX.some((sign) => sign.test(text))) return accepted(nginxConf);
  const rules = text
    .split("\n")
    .map((line) => line.trim().slice(0, 2_048))
    .filter((line) => line !== "" && !line.startsWith("#"));
  const most = (sign: RegExp) =>
    rules.length > 0 && rules.filter((rule) => sign.test(rule)).length * 2 >= rules.length;
  if (NGINX_MAP.test(text) || most(MAP_LINE)) return accepted(nginxMap);
  if (most(ARROW_LINE)) return accepted(squarespaceTxt);
  const isNamed = /(?:^|[./\\])_redirects$/i.test(name);
  if (!isNamed && ((text.includes("\t") && !text.includes(":splat")) || !most(RULE_LINE))) return null;
  if (rules.some((rule) => CERTAIN_NETLIFY.test(rule))) return accepted(netlifyRedirects);
  // Both dialects agree if every rule has a code, no destination has a query, and no folder comes after its star.
  if (rules.every((rule) => /\s\d{3}(?:\s|$)/.test(rule) && !/\s\S*\?/.test(rule)) && !hasTakenFolder(rules))
    return accepted(netlifyRedirects);
  return refused("file_redirects_file");
}

/** Returns whether `/blog` comes after `/blog/*`, which takes it at Netlify only. */
function hasTakenFolder(rules: string[]): boolean {
  const stars = new Set<string>();
  return rules.some((rule) => {
    const [source = ""] = rule.split(/[\s?]/, 1);
    if (source.endsWith("/*")) stars.add(source.slice(0, -2));
    return stars.has(source.replace(/\/$/, ""));
  });
}

const CODE_OR_INACTIVE = /^(?:\d{3}|inactive)$/i;
const HOST_FIRST = /^(?:https?:\/\/)?[^/?#\s,]+\.[^/?#\s,]+\//i;
const CODE_OR_NONE = /^(?:3\d\d)?$/;
const FLAG_OR_NONE = /^(?:true|false)?$/i;

function detectTable(text: string): Parsed<Format> {
  const table = readCsvTable(text);
  const { header } = splitHeader(table.records);
  if (header === undefined) return table.tooLong.length > 0 ? accepted(csv) : refused("file_no_row");
  const names = header.cells.map(toColumnName);
  const columns = new Set(names);
  const known = csvFormats.find((format) => format.hasHeader(columns, names));
  if (known !== undefined) return accepted(known);

  const { records } = table;
  const every = (test: (cells: string[]) => boolean) => records.every(({ cells }) => test(cells));
  if (every(([type = "", from = ""]) => CODE_OR_INACTIVE.test(type) && from !== ""))
    return accepted(redirects301Csv);
  // No other format without a header has flags behind the code. Empty columns may be those of a spreadsheet.
  const isFlagged = records.some(({ cells }) => cells.slice(3).some((cell) => cell !== ""));
  if (isFlagged && every(hasOnlyFlags)) return accepted(cloudflareBulkCsv);
  const isHosted = every(([from = "", to = ""]) => HOST_FIRST.test(from) && /^https?:\/\//i.test(to));
  if (isHosted && records.some(({ cells }) => cells.length > 3)) return accepted(cloudflareBulkCsv);
  const isAddress = /^(?:\/|\*$|https?:\/\/)/i.test(header.cells[0] ?? "");
  if (table.delimiter === "\t" && isAddress) return accepted(tsv);
  return accepted(csv);
}

/** Returns whether a record has nothing but a code and up to four flags behind its two addresses. */
function hasOnlyFlags([, , code = "", ...flags]: string[]): boolean {
  if (flags.every((flag) => flag === "")) return true;
  return CODE_OR_NONE.test(code) && flags.length <= 4 && flags.every((flag) => FLAG_OR_NONE.test(flag));
}
