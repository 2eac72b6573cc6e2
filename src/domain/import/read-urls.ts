import { parseCheckUrl } from "../check/check-url.ts";
import { accepted, refused, type Parsed } from "../field-error.ts";
import { parseSitemap } from "../sitemap.ts";
import { readCsvTable, splitHeader, toColumnName } from "./csv.ts";
import { decodeFile, normalizeLineEnds } from "./decode.ts";
import { readImport } from "./read-import.ts";
import { defaultOptions, UnreadableFile, type ImportRow } from "./row.ts";

/** A URL of a check as the API takes it, with what is expected of it where the file says so. */
export interface ListedUrl {
  url: string;
  location?: string;
  status?: number;
}

/** Why a row of a file is not checked; `unreadable` has a reason in words. */
export type SkipReason = "host" | "pattern" | "paused" | "unreadable";

export interface UrlList {
  /** What the file was taken for. */
  kind: "list" | "sitemap" | "pages" | "redirects";
  urls: ListedUrl[];
  skipped: { line: number; text: string; reason: SkipReason; detail: string }[];
}

interface ListOptions {
  /** Decides only where the content does not say what the file is. */
  fileName: string;
  /** Hostname of the paths that name none; null for none. */
  host: string | null;
}

interface Row extends ListedUrl {
  line: number;
  text: string;
}

/**
 * Reads the URLs of a file or of a text that somebody pastes: a list, a sitemap, the export of a crawl or of a search
 * console, or a file of redirects in any known format, whose destinations are then expected.
 */
export function readUrlList(input: Uint8Array | string, { fileName, host }: ListOptions): Parsed<UrlList> {
  try {
    const text = typeof input === "string" ? normalizeLineEnds(input) : decodeFile(input).text;
    if (/^\s*<(?:\?xml|urlset|sitemapindex)/i.test(text)) return readSitemap(text);
    const list = readList(text);
    if (list !== null) return accepted(judge("list", list, host));
    const pages = isDocument(text) ? null : readPages(text);
    if (pages !== null) return accepted(judge("pages", pages, host));
    return readRedirects(text, fileName, host);
  } catch (error) {
    if (error instanceof UnreadableFile) return refused(error.message);
    throw error;
  }
}

function readSitemap(text: string): Parsed<UrlList> {
  const parsed = parseSitemap(text);
  if (!parsed.ok) return refused(`The sitemap ${parsed.reason}`);
  const rows = parsed.value.map((url, index) => ({ url, line: index + 1, text: url }));
  return accepted(judge("sitemap", rows, null));
}

const ADDRESS = /^(?:https?:\/\/|\/|[\p{L}\p{N}-]+\.[\p{L}\p{N}.-]+(?::\d+)?(?:[/?]|$))[^\s"{}]*$/iu;
/** Between the members of a line. A comma inside a URL is none. */
const SEPARATOR = /[ \t]+|[,;](?=https?:\/\/|\/|\d{3}$)/i;
const LONGEST_LINE = 20_000;

/** Reads lines of a URL or path, with where it has to lead and by which status; null where a line is another one. */
function readList(text: string): Row[] | null {
  const rows: Row[] = [];
  for (const [index, whole] of text.split("\n").entries()) {
    const line = whole.trim();
    if (line === "" || line.startsWith("#")) continue;
    if (line.length > LONGEST_LINE) return null;
    const row = readLine(line);
    if (row === null) return null;
    rows.push({ ...row, line: index + 1, text: line });
  }
  return rows.length > 0 ? rows : null;
}

function readLine(line: string): ListedUrl | null {
  const [url = "", location = "", status = "", ...more] = line
    .split(SEPARATOR)
    .map((member) => member.replace(/[,;]$/, ""))
    .filter((member) => member !== "");
  const isStatus = /^\d{3}$/.test(status);
  if (!ADDRESS.test(url) || more.length > 0 || (status !== "" && !isStatus)) return null;
  if (location === "") return { url };
  if (/^\d{3}$/.test(location) && status === "") return { url, status: Number(location) };
  // A path says where to on the same hostname, which nobody knows to be meant.
  if (!/^https?:\/\//i.test(location)) return null;
  return { url, location, ...(isStatus && { status: Number(status) }) };
}

/** JSON and files of rules are no tables. */
function isDocument(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** Columns of exports that name pages. */
const PAGE_COLUMNS = ["address", "url", "page", "pages", "toppages", "landingpage", "link", "loc"];
/** Names of columns that say where a page leads. */
const LEADING = /destination|target|redirect|^to$|^new|^location|alias|slug/;

/** Reads the pages of a table; null where it says where they lead, or has no column of them. */
function readPages(text: string): Row[] | null {
  const { header, records } = splitHeader(readCsvTable(text).records);
  const names = header?.cells.map(toColumnName) ?? [];
  const column = names.findIndex((name) => PAGE_COLUMNS.includes(name));
  const isCrawl = names.includes("address") && names.includes("statuscode");
  const own = { location: names.indexOf("expectedlocation"), status: names.indexOf("expectedstatus") };
  const isOwn = own.location >= 0 && own.status >= 0;
  if (column < 0 || (!isCrawl && !isOwn && names.some((name) => LEADING.test(name)))) return null;
  return records.flatMap(({ line, text: whole, cells }) => {
    const url = cells[column] ?? "";
    const [location = "", status = ""] = isOwn ? [cells[own.location], cells[own.status]] : [];
    const expected = {
      ...(location !== "" && { location }),
      ...(status !== "" && { status: Number(status) }),
    };
    return url === "" ? [] : [{ url, ...expected, line, text: whole }];
  });
}

function readRedirects(text: string, fileName: string, host: string | null): Parsed<UrlList> {
  // A name that nobody can have stands in where none is given, and its rows are told apart afterwards.
  const completed = host ?? NO_HOST;
  const origin = `https://${completed}`;
  const read = readImport(text, { ...defaultOptions, fileName, host: completed, origin });
  if (!read.ok) return read;
  const { rows, refused: unread } = read.value;
  const list = judge("redirects", rows.filter(isLiteral).map(toRow), host);
  for (const row of rows.filter((one) => !isLiteral(one))) {
    const reason = row.status === "paused" ? ("paused" as const) : ("pattern" as const);
    list.skipped.push({ line: row.line, text: sourceOf(row), reason, detail: "" });
  }
  for (const { line, text: whole, reason } of unread) {
    list.skipped.push({ line, text: whole, reason: "unreadable", detail: reason });
  }
  list.skipped.sort((a, b) => a.line - b.line);
  return accepted(list);
}

const NO_HOST = "no-host.invalid";

function isLiteral({ url, status, forward_path: forwardPath, destination }: ImportRow): boolean {
  const isOnePath = url === undefined || !/\/:|\*$|\s/.test(url.replace(/^[a-z]+:\/\//i, ""));
  return isOnePath && status !== "paused" && forwardPath !== true && !/\/:/.test(destination?.slice(8) ?? "");
}

function sourceOf({ url, host, alias }: ImportRow): string {
  return (url ?? `${host}/${encodeURIComponent(alias ?? "")}`).replace(NO_HOST, "");
}

function toRow(row: ImportRow): Row {
  const { destination, destinations = [], rules = [], status, type, line } = row;
  const code = Number(status ?? type);
  const isOne = destination !== undefined && destinations.length < 2 && rules.length === 0;
  return {
    url: sourceOf(row),
    ...(isOne && !destination.includes(NO_HOST) && { location: destination }),
    ...(code >= 300 && code < 600 && { status: code }),
    line,
    text: sourceOf(row),
  };
}

/** Completes paths by the hostname, and leaves out what the API would not take. */
function judge(kind: UrlList["kind"], rows: readonly Row[], host: string | null): UrlList {
  const urls: ListedUrl[] = [];
  const skipped: UrlList["skipped"] = [];
  for (const { line, text, ...row } of rows) {
    const skip = (reason: SkipReason, detail = "") =>
      skipped.push({ line, text: text.slice(0, 200), reason, detail });
    const isPath = row.url.startsWith("/");
    if (isPath && host === null) {
      skip("host");
      continue;
    }
    const whole = isPath ? { ...row, url: `${host}${row.url}` } : row;
    const problems: string[] = [];
    parseCheckUrl(whole, (member, reason) => problems.push(`${member} ${reason}`));
    if (problems.length > 0) skip("unreadable", problems.join("; "));
    else if (whole.url.endsWith("/*")) skip("pattern");
    else urls.push(whole);
  }
  return { kind, urls, skipped };
}
