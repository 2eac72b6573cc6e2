import { finishTable, isCellError, readCsvTable, splitHeader, toColumnName, type CsvRecord } from "../csv.ts";
import type { Collector } from "../collector.ts";
import type { Format } from "../format.ts";
import { reasons, warnings } from "../reason.ts";
import { UnreadableFile, type Draft, type ImportOptions } from "../row.ts";
import { DOLLAR, toRegexRule } from "../rule.ts";
import { parseCode, parseCount, parseYesNo, splitTags } from "../value.ts";

/** The names that columns of an unknown CSV may have, as `toColumnName` spells them. */
const columnNames = {
  source: [
    "source",
    "url",
    "from",
    "old",
    "oldurl",
    "address",
    "path",
    "request",
    "requestpath",
    "origin",
    "originalurl",
    "redirectfrom",
    "alteurl",
    "sourceurl",
    "fromurl",
  ],
  destination: [
    "destination",
    "to",
    "target",
    "new",
    "newurl",
    "destinationurl",
    "longurl",
    "longlink",
    "targeturl",
    "targetpath",
    "tourl",
    "redirectto",
    "redirecturl",
    "location",
    "neueurl",
  ],
  status: ["status", "statuscode", "code", "type", "redirecttype", "httpcode", "redirect"],
  permanent: ["permanent"],
  enabled: ["enabled", "active"],
  disabled: ["disabled", "paused", "banned"],
  archived: ["archived"],
  alias: ["alias", "slug", "slashtag", "shortcode", "keyword", "key", "backhalf"],
  link: ["link", "shortlink", "shorturl", "bitlink", "customlink"],
  host: ["host", "domain"],
  title: ["title", "name"],
  description: ["description", "note", "notes", "comment"],
  tags: ["tags", "labels", "category"],
  forward_path: ["forwardpath"],
  forward_query: ["forwardquery"],
  expires: ["expires", "expiresat", "expireat", "expirein", "expiration", "validuntil"],
  starts: ["starts", "validsince"],
  created_at: ["createdat", "datecreated", "created", "timestamp"],
  clicks: ["clicks", "hits", "visits", "engagements", "visitcount", "clicksbefore", "totalclicks"],
  regex: ["regex"],
  password: ["password"],
} as const;

type Column = keyof typeof columnNames;

export const columnKeys = [...Object.keys(columnNames), "ignore"];

/** Columns whose meaning must not be guessed: what they say decides what a visitor gets. */
const WEIGHTY = /status|code|type|permanent|regex|match|enabled|disabled|active|paused|password/;
const HEADLESS: Column[] = ["source", "destination", "status"];
const STATES: Record<string, boolean> = {
  active: false,
  enabled: false,
  inactive: true,
  disabled: true,
  deleted: true,
  paused: true,
};

/** CSV of no tool that is known: with a header of usual names, or FROM,TO[,STATUS] without one. */
export const csv: Format = {
  key: "csv",
  label: "CSV with a header of usual names, or FROM,TO[,STATUS]",
  isOrdered: false,
  read: ({ text }, sheet, options) => {
    const table = readCsvTable(text);
    const { title, header, records } = splitHeader(table.records);
    const layout = header === undefined ? null : readLayout(header, table.records, options);
    if (layout !== null && header !== undefined) {
      if (title !== undefined) sheet.ignore(title.line, "title");
      sheet.ignore(header.line, "header");
      stopAtUnknown(layout, header, records);
      for (const record of records) readRecord(record, layout.columns, sheet);
    } else {
      for (const record of table.records) {
        const isLong = record.cells.slice(HEADLESS.length).some((cell) => cell !== "");
        if (isLong) sheet.refuse(record.line, record.text, reasons.columns);
        else readRecord(record, HEADLESS, sheet);
      }
    }
    finishTable(table, sheet);
  },
};

interface Layout {
  columns: (Column | undefined)[];
  unknown: number[];
}

/** Returns what each column of a header says; null if the first record is no header. */
function readLayout(header: CsvRecord, all: CsvRecord[], options: ImportOptions): Layout | null {
  const { columnMap } = options;
  const mapped = new Map([...columnMap].map(([name, column]) => [toColumnName(name), column]));
  const names = header.cells.map(toColumnName);
  for (const [name] of columnMap) {
    if (!names.includes(toColumnName(name))) {
      throw new UnreadableFile(
        `--map names the column "${name}", but the columns are: ${list(header.cells)}`,
      );
    }
  }
  const taken = new Set<string>(mapped.values());
  const columns: (Column | undefined)[] = [];
  const unknown: number[] = [];
  for (const [index, name] of names.entries()) {
    const own = mapped.get(name);
    const found = own ?? findColumn(name, names);
    // A code and a state may stand in a column each.
    const isTaken = found !== undefined && found !== "status" && taken.has(found);
    if (own === undefined && isTaken) columns.push(undefined);
    else columns.push(found === "ignore" ? undefined : (found as Column | undefined));
    if (found === undefined && name !== "") unknown.push(index);
    if (found !== undefined && found !== "ignore") taken.add(found);
  }
  const hasSource = ["source", "alias", "link"].some((column) => columns.includes(column as Column));
  if (hasSource && columns.includes("destination")) return { columns, unknown };
  const isData = columnMap.size === 0 && looksLikeData(all[0]);
  if (isData) return null;
  throw new UnreadableFile(
    `The columns of this file are not known. Seen: ${list(header.cells)}. ` +
      "Needed: one with the old address (source) and one with the new one (destination). " +
      'Name them, for example: --map "Old URL=source,New URL=destination"',
  );
}

/** What a table has, for a person who says what its columns are. */
export interface TableDescription {
  columns: { name: string; guess: string | null }[];
  /** The cells of its first rows. */
  rows: string[][];
}

/** Describes the columns of a table; null for one without a header. @param mostRows that are shown */
export function describeTable(text: string, mostRows: number): TableDescription | null {
  const table = readCsvTable(text);
  const { header, records } = splitHeader(table.records);
  if (header === undefined || looksLikeData(table.records[0])) return null;
  const names = header.cells.map(toColumnName);
  return {
    columns: header.cells.map((name, index) => ({
      name,
      guess: findColumn(names[index] ?? "", names) ?? null,
    })),
    rows: records.slice(0, mostRows).map(({ cells }) => cells),
  };
}

function findColumn(name: string, names: string[]): Column | undefined {
  // Beside a short link, the original URL is where it leads, and a path is its alias.
  const hasLink = names.some((other) => columnNames.link.some((link) => link === other));
  if (hasLink && name === "originalurl") return "destination";
  if (hasLink && name === "path") return undefined;
  return (Object.keys(columnNames) as Column[]).find((column) =>
    (columnNames[column] as readonly string[]).includes(name),
  );
}

const ADDRESS = /^(?:https?:\/\/|\/|[^\s/]+\.[^\s/]+\/)/i;

/** Returns whether a record is a row: two addresses, or one and something that is no name of a column. */
function looksLikeData(record: CsvRecord | undefined): boolean {
  const [from = "", to = ""] = record?.cells ?? [];
  return ADDRESS.test(from) || from === "*" || ADDRESS.test(to);
}

/** A column that is not known stops the file where it could change what visitors get. */
function stopAtUnknown({ unknown }: Layout, header: CsvRecord, records: CsvRecord[]): void {
  const weighty = unknown.filter(
    (index) =>
      WEIGHTY.test(toColumnName(header.cells[index] ?? "")) &&
      records.some((record) => (record.cells[index] ?? "") !== ""),
  );
  if (weighty.length === 0) return;
  const names = weighty.map((index) => header.cells[index] ?? "");
  throw new UnreadableFile(
    `The column ${list(names)} may change what visitors get, and its meaning is not known. ` +
      `Say what it is, or leave it out: --map "${names[0]}=ignore"`,
  );
}

function list(names: string[]): string {
  return names
    .map((name) => `"${name.slice(0, 60)}"`)
    .slice(0, 80)
    .join(", ");
}

function readRecord(record: CsvRecord, columns: (Column | undefined)[], sheet: Collector): void {
  const draft = toDraft(record, columns);
  if ("reason" in draft) sheet.refuse(record.line, record.text, draft.reason);
  else sheet.add(draft);
}

function toDraft(
  { line, text, cells }: CsvRecord,
  columns: (Column | undefined)[],
): Draft | { reason: string } {
  const value = (column: Column) => cells[columns.indexOf(column)] || undefined;
  const flag = (column: Column) => parseYesNo(value(column));
  for (const column of ["forward_path", "forward_query", "permanent", "enabled", "disabled"] as const) {
    if (flag(column) === null) return { reason: reasons.boolean(column, value(column) ?? "") };
  }
  const state = toState(cells, columns);
  if ("reason" in state) return state;
  const rule = toRule(cells, columns, value);
  if ("reason" in rule) return rule;
  const password = value("password");
  return {
    line,
    text,
    ...rule,
    ...(state.code === undefined && state.type === undefined && flag("permanent") !== undefined
      ? { code: flag("permanent") === true ? 301 : 302 }
      : {}),
    ...state,
    isPaused: state.isPaused === true || flag("enabled") === false || flag("disabled") === true,
    forwardPath: flag("forward_path") ?? rule.forwardPath,
    forwardQuery: flag("forward_query") ?? undefined,
    title: value("title"),
    description: value("description"),
    tags: splitTags(value("tags"), /[;,|]/),
    starts: { name: "starts", value: value("starts") },
    expires: { name: "expires", value: value("expires") },
    createdAt: { name: "created_at", value: value("created_at") },
    clicks: parseCount(value("clicks")),
    password: password === undefined ? undefined : toPassword(password),
    warnings: [...(rule.warnings ?? []), ...(flag("archived") === true ? [warnings.archived] : [])],
  };
}

function toPassword(text: string): Draft["password"] {
  return /^\$2[aby]\$/.test(text) ? { kind: "hash", hash: text } : { kind: "plain", text };
}

/** Columns named status or type hold codes or states: their values tell. */
function toState(
  cells: string[],
  columns: (Column | undefined)[],
): Pick<Draft, "code" | "type" | "isPaused"> | { reason: string } {
  const found: Pick<Draft, "code" | "type" | "isPaused"> = {};
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? "";
    if (column !== "status" || cell === "") continue;
    const isPaused = STATES[cell.toLowerCase()];
    const code = isPaused === undefined ? parseCode(cell) : { isPaused };
    if (typeof code === "string") return { reason: code };
    Object.assign(found, code);
  }
  return found;
}

/** What looks like a pattern of some tool, in a list that says paths. */
const PATTERN_SOURCE = /^\^|\$$|\.[*+]|\\|\[[^\]]*\]|\{[^}]*\}|\([^)]*[|*+?\\][^)]*\)|\*(?!$)/;
const PATTERN_TARGET = /\$\d|%\d(?![0-9a-f])|\{[a-z_]\w*\}/i;

function toRule(
  cells: string[],
  columns: (Column | undefined)[],
  value: (column: Column) => string | undefined,
): Pick<Draft, "sources" | "target" | "forwardPath" | "warnings"> | { reason: string } {
  const source = value("source") ?? "";
  const target = value("destination") ?? "";
  if (cells.some((cell, index) => columns[index] !== undefined && isCellError(cell))) {
    return { reason: reasons.excelError };
  }
  const link = value("link");
  const alias = value("alias");
  if (alias !== undefined) {
    const [host, named] = [value("host"), hostOf(link ?? source)];
    if (host !== undefined && named !== undefined && host.toLowerCase() !== named.toLowerCase()) {
      return { reason: reasons.sourceHosts(host) };
    }
    return { sources: [{ kind: "alias", slug: alias.replace(/^\//, ""), host: host ?? named }], target };
  }
  if (link !== undefined) {
    const [, host, slug] = /^(?:https?:\/\/)?([^/?#\s]+\.[^/?#\s]+)\/(.*)$/i.exec(link) ?? [];
    if (host === undefined) return { sources: [{ kind: "alias", slug: link, host: value("host") }], target };
    return { sources: [{ kind: "alias", slug: slug ?? "", host }], target };
  }
  const isRegex = value("regex") !== undefined && !/^(?:0|no|false|off)$/i.test(value("regex") ?? "");
  if (isRegex) return toRegexRule(source, target, { host: value("host"), reference: DOLLAR });
  if (PATTERN_SOURCE.test(source)) return { reason: reasons.wildcardText(source) };
  if (PATTERN_TARGET.test(target) || (source.endsWith("/*") && target.includes("*"))) {
    return { reason: reasons.wildcardText(target) };
  }
  const isLiteral = /\/:/.test(source.replace(/^https?:\/\//i, ""));
  return {
    sources: [{ kind: "list", text: source, host: value("host") }],
    target,
    warnings: isLiteral ? [warnings.literalCapture] : [],
  };
}

function hostOf(link: string): string | undefined {
  return /^(?:https?:\/\/)?([^/?#\s]+\.[^/?#\s]+)/i.exec(link)?.[1];
}
