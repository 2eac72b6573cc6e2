import { refuse, type Refusal } from "../domain/refusal/refusal.ts";
import { parseCheckUrl, parseSitemap } from "../domain/client/address.ts";
import { accepted, refused, type Parsed } from "../domain/field-error.ts";
import { readCsvTable, splitHeader, toColumnName } from "./csv.ts";
import { decodeFile, normalizeLineEnds } from "./decode.ts";
import { readImport } from "./read-import.ts";
import { defaultOptions, UnreadableFile, type ImportOptions, type ImportRow } from "./row.ts";

/** A URL of a check in the format of the API, with its expected answer if the file has one. */
export interface ListedUrl {
  url: string;
  location?: string;
  status?: number;
}

/** The reason why a row of a file is not checked; `unreadable` has reasons in `detail`. */
export type SkipReason = "host" | "pattern" | "paused" | "unreadable";

export interface UrlList {
  /** The detected kind of the file. */
  kind: "list" | "sitemap" | "pages" | "redirects";
  urls: ListedUrl[];
  skipped: { line: number; text: string; reason: SkipReason; detail: Refusal[] }[];
}

/**
 * The options for a list of redirects in addition to those for a list of URLs. A format marks the file as such a list.
 */
type ListOptions = Partial<ImportOptions> & {
  /** The name of the file. It decides only if the content is ambiguous. */
  fileName: string;
  /** Hostname of paths without a hostname; null for none. */
  host: string | null;
};

interface Row extends ListedUrl {
  line: number;
  text: string;
}

/**
 * Parses the URLs of a file or of pasted text: a list, a sitemap, the export of a crawl or of a search
 * console, or a file of redirects in any known format, whose destinations become the expected locations.
 */
export function readUrlList(input: Uint8Array | string, options: ListOptions): Parsed<UrlList> {
  const { host } = options;
  try {
    if (options.format || options.columnMap?.size) return readRedirects(input, options);
    const text = typeof input === "string" ? normalizeLineEnds(input) : decodeFile(input).text;
    if (/^\s*<(?:\?xml|urlset|sitemapindex)/i.test(text)) return readSitemap(text);
    const list = readLines(text, 0);
    if (list !== null) return accepted(judge("list", list.rows, host));
    // JSON and files of rules are not tables.
    const pages = /^\s*[[{]/.test(text) ? null : readPages(text);
    if (pages !== null) return accepted(judge("pages", pages, host));
    const redirects = readRedirects(text, options);
    if (redirects.ok && redirects.value.urls.length > 0) return redirects;
    // A list with a line of something else: that line is told, and the others are checked.
    const mixed = readLines(text, Infinity);
    if (mixed === null || mixed.others.length >= mixed.rows.length) return redirects;
    return accepted(leaveOut(judge("list", mixed.rows, host), mixed.others));
  } catch (error) {
    if (error instanceof UnreadableFile) return { ok: false, reason: error.reason };
    throw error;
  }
}

function readSitemap(text: string): Parsed<UrlList> {
  const parsed = parseSitemap(text);
  if (!parsed.ok) return refused("file_sitemap", { reason: parsed.reason });
  const rows = parsed.value.map((url, index) => ({ url, line: index + 1, text: url }));
  return accepted(judge("sitemap", rows, null));
}

const ADDRESS = /^(?:https?:\/\/|\/|[\p{L}\p{N}-]+\.[\p{L}\p{N}.-]+(?::\d+)?(?:[/?]|$))[^\s"{}]*$/iu;
/** Separates the members of a line. A comma inside a URL does not separate. */
const SEPARATOR = /[ \t]+|[,;](?=https?:\/\/|\/|\d{3}$)/i;
const LONGEST_LINE = 20_000;
/** What is kept of a line that is left out. */
const SHOWN_LENGTH = 200;

interface Unread extends Pick<Row, "line" | "text"> {
  reason: Refusal;
}

/**
 * Parses lines of a URL or path with optional location and status; `others` have another form.
 * @returns null if there is no such line, or if more than `most` lines have another form
 */
function readLines(text: string, most: number): { rows: Row[]; others: Unread[] } | null {
  const rows: Row[] = [];
  const others: Unread[] = [];
  for (const [index, whole] of text.split("\n").entries()) {
    const line = { line: index + 1, text: whole.trim() };
    if (line.text === "" || line.text.startsWith("#")) continue;
    const row = line.text.length > LONGEST_LINE ? null : readLine(line.text);
    if (row !== null) rows.push({ ...row, ...line });
    else if (others.length === most) return null;
    else others.push({ ...line, text: line.text.slice(0, SHOWN_LENGTH), reason: refuse("file_source_form") });
  }
  return rows.length > 0 ? { rows, others } : null;
}

/** Adds lines that could not be read to those that are left out, in the order of the file. */
function leaveOut(list: UrlList, lines: readonly Unread[]): UrlList {
  for (const { line, text, reason } of lines) {
    list.skipped.push({ line, text, reason: "unreadable", detail: [reason] });
  }
  list.skipped.sort((a, b) => a.line - b.line);
  return list;
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
  // A path may mean a location on the same hostname, but that is not certain.
  if (!/^https?:\/\//i.test(location)) return null;
  return { url, location, ...(isStatus && { status: Number(status) }) };
}

/** Reads the pages of a table; null if it has a column of destinations, or no column of pages. */
function readPages(text: string): Row[] | null {
  const { header, records } = splitHeader(readCsvTable(text).records);
  const names = header?.cells.map(toColumnName) ?? [];
  const own = { location: names.indexOf("expectedlocation"), status: names.indexOf("expectedstatus") };
  const isOwn = own.location >= 0 && own.status >= 0;
  const column = findPageColumn(names, isOwn);
  if (column < 0) return null;
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

function readRedirects(input: Uint8Array | string, { host, ...options }: ListOptions): Parsed<UrlList> {
  // An impossible hostname replaces a missing one, so that its rows can be found afterwards.
  const completed = host ?? NO_HOST;
  const origin = options.origin ?? `https://${completed}`;
  const read = readImport(input, { ...defaultOptions, ...options, host: completed, origin });
  if (!read.ok) return read;
  const { rows, refused: unread } = read.value;
  const list = judge("redirects", rows.filter(isLiteral).map(toRow), host);
  for (const row of rows.filter((one) => !isLiteral(one))) {
    const reason = row.status === "paused" ? ("paused" as const) : ("pattern" as const);
    list.skipped.push({ line: row.line, text: sourceOf(row), reason, detail: [] });
  }
  return accepted(leaveOut(list, unread));
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

/** Completes paths by the hostname, and leaves out URLs that the API would refuse. */
function judge(kind: UrlList["kind"], rows: readonly Row[], host: string | null): UrlList {
  const urls: ListedUrl[] = [];
  const skipped: UrlList["skipped"] = [];
  for (const { line, text, ...row } of rows) {
    const skip = (reason: SkipReason, detail: Refusal[] = []) =>
      skipped.push({ line, text: text.slice(0, SHOWN_LENGTH), reason, detail });
    const isPath = row.url.startsWith("/");
    if (isPath && host === null) {
      skip("host");
      continue;
    }
    const whole = isPath ? { ...row, url: `${host}${row.url}` } : row;
    const problems: Refusal[] = [];
    parseCheckUrl(whole, (member, reason) => problems.push(refuse("file_member", { name: member, reason })));
    if (problems.length > 0) skip("unreadable", problems);
    else if (whole.url.endsWith("/*")) skip("pattern");
    else urls.push(whole);
  }
  return { kind, urls, skipped };
}

/** Columns of exports that contain the URLs of pages. */
const PAGE_COLUMNS = ["address", "url", "page", "pages", "toppages", "landingpage", "link", "loc"];
/** Names of columns that contain the destination of a page. */
const LEADING = /destination|target|redirect|^to$|^new|^location|alias|slug/;

/**
 * Returns the index of the column with the pages of a crawl, or of the report of a search console; -1 if a table has no
 * such column, or if it has a column of destinations, because it is a list of redirects then.
 * @param names as `toColumnName` spells them
 * @param mayLead whether a column of destinations is ignored
 */
function findPageColumn(names: readonly string[], mayLead = false): number {
  const isCrawl = names.includes("address") && names.includes("statuscode");
  if (!isCrawl && !mayLead && names.some((name) => LEADING.test(name))) return -1;
  return names.findIndex((name) => PAGE_COLUMNS.includes(name));
}
