import { readFile } from "node:fs/promises";
import { readCsvTable, splitHeader, toColumnName } from "../../../src/domain/import/csv.ts";
import { decodeFile } from "../../../src/domain/import/decode.ts";
import type { ImportRow } from "../../../src/domain/import/row.ts";
import { parseSitemap } from "../../../src/domain/sitemap.ts";
import { UsageError } from "../../support/command.ts";
import { readRows, type ReadOptions } from "../read-option.ts";

/** A line of a check, as the API takes it. */
export interface CheckedUrl {
  url: string;
  location?: string;
  status?: number;
}

export interface CheckFile {
  urls: CheckedUrl[];
  /** What the file has besides, in words. */
  notes: string[];
}

/** Columns of exports that name pages, and say nothing of where they should lead. */
const PAGE_COLUMNS = ["address", "url", "page", "pages", "toppages", "landingpage", "link", "loc"];

/**
 * Reads the URLs of a file: a list, a sitemap, the export of a crawl or of a search console, or a list of redirects,
 * whose destinations are then expected. @throws UsageError where it cannot be read
 */
export async function readUrls(file: string, options: ReadOptions): Promise<CheckFile> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new UsageError(`Cannot read ${file}: ${error.message}`);
  });
  const { text } = decodeFile(bytes);
  const toUrl = (page: string) => completeUrl(page, options.host, file);
  if (options.format === undefined) {
    const pages = readSitemap(file, text) ?? readList(text) ?? readCrawl(text);
    if (pages !== null) return { urls: pages.map((page) => ({ url: toUrl(page) })), notes: [] };
  }
  const { rows, refused } = await readRows(file, options);
  const literal = rows.filter(isLiteral);
  const notes = [
    ...(refused.length > 0 ? [`${refused.length} rows cannot be read, and are not checked`] : []),
    ...(literal.length < rows.length
      ? [`${rows.length - literal.length} rows stand for many paths or are paused, and are not checked`]
      : []),
  ];
  return { urls: literal.map(toCheckedUrl), notes };
}

function readSitemap(file: string, text: string): string[] | null {
  if (!/^\s*<(?:\?xml|urlset|sitemapindex)/i.test(text)) return null;
  const parsed = parseSitemap(text);
  if (!parsed.ok) throw new UsageError(`${file} ${parsed.reason}`);
  return parsed.value;
}

/** Reads a URL or path in each line; null where a line has more. */
function readList(text: string): string[] | null {
  const lines = text.split("\n").map((line) => line.trim());
  const pages = lines.filter((line) => line !== "" && !line.startsWith("#"));
  const isList = pages.every((line) => /^(?:https?:\/\/|\/|[\w-]+\.[\w.-]+(?:\/|$))[^\s;|]*$/i.test(line));
  return isList && pages.length > 0 ? pages : null;
}

/** Reads the pages of a table; null where it says where they lead, or has no column of them. */
function readCrawl(text: string): string[] | null {
  const { header, records } = splitHeader(readCsvTable(text).records);
  const names = header?.cells.map(toColumnName) ?? [];
  const column = names.findIndex((name) => PAGE_COLUMNS.includes(name));
  const isCrawl = names.includes("address") && names.includes("statuscode");
  if (column < 0 || (!isCrawl && names.some((name) => LEADING.test(name)))) return null;
  return records.map(({ cells }) => cells[column] ?? "").filter((cell) => cell !== "");
}

/** Names of columns that say where a page leads. */
const LEADING = /destination|target|redirect|^to$|^new|^location|alias|slug/;

/** @throws UsageError for a path without a hostname to complete it */
function completeUrl(page: string, host: string | undefined, file: string): string {
  if (!page.startsWith("/")) return page;
  if (host === undefined) throw new UsageError(`${file} has paths: name their hostname with --host.`);
  return `${host}${page}`;
}

function isLiteral({ url, alias, status, destination, forward_path: forwardPath }: ImportRow): boolean {
  const isOnePath =
    url === undefined ? alias !== undefined : !/\/:|\*$/.test(url.replace(/^[a-z]+:\/\//i, ""));
  return isOnePath && status !== "paused" && forwardPath !== true && !/\/:/.test(destination?.slice(8) ?? "");
}

function toCheckedUrl({ url, host, alias, destination, status, type }: ImportRow): CheckedUrl {
  const code = Number(status ?? type);
  return {
    url: url ?? `${host}/${encodeURIComponent(alias ?? "")}`,
    ...(destination !== undefined && { location: destination }),
    ...(code >= 300 && code < 600 && { status: code }),
  };
}
