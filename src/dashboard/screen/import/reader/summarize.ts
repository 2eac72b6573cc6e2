import type { Refusal } from "../../../../domain/refusal/refusal.ts";
import {
  decodeFile,
  describeTable,
  detectFormat,
  findOddRows,
  formats,
  isVendorHost,
  normalizeLineEnds,
  otherFormatsOf,
  readImport,
} from "../../../../import/read-file.ts";
import { defaultOptions, type ImportResult, type ImportRow } from "../../../../import/row.ts";
import type { FileSummary, ReadChoice } from "./message.ts";

/** The number of rows that are shown before the import. */
const SHOWN_ROWS = 20;
const SHOWN_REFUSED = 200;
const SHOWN_LINES = 5;

export interface OpenFile {
  fileName: string;
  content: Uint8Array | string;
}

/** Reads a file with the options of the user. The result is null if the whole file cannot be read. */
export function readFile(
  file: OpenFile,
  choice: ReadChoice,
  nowMs: number,
): { result: ImportResult | null; summary: FileSummary } {
  const { hostMap, columnMap, ...rest } = choice;
  const read = readImport(file.content, {
    ...defaultOptions,
    ...rest,
    fileName: file.fileName,
    hostMap: new Map(hostMap),
    columnMap: new Map(columnMap),
    nowMs,
  });
  if (!read.ok) {
    const { reason } = read;
    const said = { problem: reason, table: tableOf(file, choice), others: toOthers([reason]) };
    return { result: null, summary: { ...NOTHING, ...said } };
  }
  const result = read.value;
  const isTable = result.format === "csv" || columnMap.length > 0;
  return { result, summary: { ...summarize(result), table: isTable ? tableOf(file, choice) : null } };
}

const NOTHING: FileSummary = {
  format: "",
  label: "",
  problem: null,
  rows: 0,
  pages: 0,
  preview: [],
  refused: 0,
  refusedShown: [],
  ignored: 0,
  odd: { count: 0, shown: [] },
  warnings: [],
  hosts: [],
  missing: { host: 0, origin: 0, password: 0 },
  managed: {},
  others: { formats: [], rows: 0 },
  table: null,
};

function summarize({ format, rows, refused, ignored, warnings, managed, pages }: ImportResult): FileSummary {
  const isRefused = (test: (reason: Refusal) => boolean) =>
    refused.filter(({ reason }) => test(reason)).length;
  const odd = findOddRows(rows);
  return {
    ...NOTHING,
    format,
    label: formats.get(format)?.label ?? format,
    rows: rows.length,
    pages: pages?.length ?? 0,
    preview: rows.slice(0, SHOWN_ROWS),
    refused: refused.length,
    refusedShown: refused.slice(0, SHOWN_REFUSED),
    ignored: ignored.length,
    odd: { count: odd.length, shown: odd.slice(0, SHOWN_REFUSED) },
    warnings: groupWarnings(warnings),
    hosts: countHosts(rows),
    missing: {
      host: isRefused((reason) => reason.code === "file_no_host"),
      origin: isRefused((reason) => reason.code === "file_needs_origin"),
      password: isRefused((reason) => reason.code === "file_password"),
    },
    ...(managed !== undefined && { managed }),
    others: toOthers([...refused.map(({ reason }) => reason), ...warnings.map(({ warning }) => warning)]),
  };
}

function toOthers(said: Refusal[]): FileSummary["others"] {
  const named = said.map(otherFormatsOf).filter((keys) => keys.length > 0);
  return { formats: [...new Set(named.flat())], rows: named.length };
}

function groupWarnings(warnings: ImportResult["warnings"]): FileSummary["warnings"] {
  const groups = new Map<string, FileSummary["warnings"][number]>();
  for (const { line, warning } of warnings) {
    const key = JSON.stringify(warning);
    const group = groups.get(key) ?? { warning, count: 0, lines: [] };
    group.count++;
    if (line !== null && group.lines.length < SHOWN_LINES) group.lines.push(line);
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count);
}

/** Counts the rows of each hostname, the most frequent first. */
export function countHosts(rows: readonly Pick<ImportRow, "host" | "url">[]): FileSummary["hosts"] {
  const counts = new Map<string, number>();
  for (const { host, url = "" } of rows) {
    const named = (host ?? url.replace(/^https?:\/\//i, "").split(/[/?#]/)[0] ?? "").toLowerCase();
    counts.set(named, (counts.get(named) ?? 0) + 1);
  }
  return [...counts]
    .map(([host, count]) => ({ host, rows: count, isVendor: isVendorHost(host) }))
    .toSorted((a, b) => b.rows - a.rows);
}

/** Returns the columns of a table of an unknown tool; null for any other file. */
function tableOf({ fileName, content }: OpenFile, { format }: ReadChoice): FileSummary["table"] {
  try {
    const text = typeof content === "string" ? normalizeLineEnds(content) : decodeFile(content).text;
    const detected = format === null ? detectFormat({ text, name: fileName }) : null;
    const key = detected === null ? format : detected.ok ? detected.value.key : null;
    return key === "csv" ? describeTable(text, SHOWN_ROWS) : null;
  } catch {
    return null;
  }
}
