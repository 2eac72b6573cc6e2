import { refuse } from "../domain/refusal/refusal.ts";
import { readCsvTable, splitHeader, toColumnName, type CsvRecord } from "./csv.ts";
import { UnreadableFile, type ImportOptions } from "./row.ts";

/** Detects the meaning of the columns of an unknown CSV. */

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

export type Column = keyof typeof columnNames;

export const columnKeys = [...Object.keys(columnNames), "ignore"];

/** Columns whose meaning must not be guessed, because they decide what a visitor gets. */
const WEIGHTY = /status|code|type|permanent|regex|match|enabled|disabled|active|paused|password/;

/** The meaning of each column; undefined for a column that is left out. */
export interface Layout {
  columns: (Column | undefined)[];
  /** The first column of each meaning. A map, because a file may have as many columns as rows. */
  first: ReadonlyMap<Column, number>;
  /** All columns that hold a code or a state. */
  states: number[];
  unknown: number[];
}

/** Returns the meanings of columns, computed once for all rows. */
export function toLayout(columns: (Column | undefined)[], unknown: number[] = []): Layout {
  const first = new Map<Column, number>();
  const states: number[] = [];
  for (const [index, column] of columns.entries()) {
    if (column === undefined) continue;
    if (!first.has(column)) first.set(column, index);
    if (column === "status") states.push(index);
  }
  return { columns, first, states, unknown };
}

/** Returns the meaning of each column of a header; null if the first record is not a header. */
export function readLayout(header: CsvRecord, all: CsvRecord[], options: ImportOptions): Layout | null {
  const { columnMap } = options;
  const mapped = new Map([...columnMap].map(([name, column]) => [toColumnName(name), column]));
  const names = header.cells.map(toColumnName);
  const known = new Set(names);
  for (const [name] of columnMap) {
    if (!known.has(toColumnName(name))) {
      throw new UnreadableFile(refuse("file_map_unknown", { name, names: list(header.cells) }));
    }
  }
  const taken = new Set<string>(mapped.values());
  const columns: (Column | undefined)[] = [];
  const unknown: number[] = [];
  for (const [index, name] of names.entries()) {
    const own = mapped.get(name);
    const found = own ?? findColumn(name, known);
    // A code and a state may each have their own column.
    const isTaken = found !== undefined && found !== "status" && taken.has(found);
    if (own === undefined && isTaken) columns.push(undefined);
    else columns.push(found === "ignore" ? undefined : (found as Column | undefined));
    if (found === undefined && name !== "") unknown.push(index);
    if (found !== undefined && found !== "ignore") taken.add(found);
  }
  const layout = toLayout(columns, unknown);
  const hasSource = (["source", "alias", "link"] as const).some((column) => layout.first.has(column));
  if (hasSource && layout.first.has("destination")) return layout;
  const isData = columnMap.size === 0 && looksLikeData(all[0]);
  if (isData) return null;
  throw new UnreadableFile(refuse("file_columns_unknown", { names: list(header.cells) }));
}

/** The content of a table, for a user who assigns meanings to its columns. */
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
  const names = new Set(header.cells.map(toColumnName));
  return {
    columns: header.cells.map((name) => ({ name, guess: findColumn(toColumnName(name), names) ?? null })),
    rows: records.slice(0, mostRows).map(({ cells }) => cells),
  };
}

function findColumn(name: string, names: ReadonlySet<string>): Column | undefined {
  // In a table of short links, the original URL is the destination, and the path is the alias.
  const hasLink = columnNames.link.some((link) => names.has(link));
  if (hasLink && name === "originalurl") return "destination";
  if (hasLink && name === "path") return undefined;
  return (Object.keys(columnNames) as Column[]).find((column) =>
    (columnNames[column] as readonly string[]).includes(name),
  );
}

const ADDRESS = /^(?:https?:\/\/|\/|[^\s/]+\.[^\s/]+\/)/i;

/** Returns whether a record is a row: two addresses, or one address and a text that is not a name of a column. */
function looksLikeData(record: CsvRecord | undefined): boolean {
  const [from = "", to = ""] = record?.cells ?? [];
  return ADDRESS.test(from) || from === "*" || ADDRESS.test(to);
}

/** Refuses the file if an unknown column could change what visitors get. */
export function stopAtUnknown({ unknown }: Layout, header: CsvRecord, records: CsvRecord[]): void {
  const weighty = new Set(unknown.filter((index) => WEIGHTY.test(toColumnName(header.cells[index] ?? ""))));
  if (weighty.size === 0) return;
  const filled = new Set<number>();
  for (const { cells } of records) {
    for (const [index, cell] of cells.entries()) if (cell !== "" && weighty.has(index)) filled.add(index);
  }
  if (filled.size === 0) return;
  const names = header.cells.filter((_, index) => filled.has(index));
  throw new UnreadableFile(refuse("file_column_unknown", { names: list(names), name: names[0] ?? "" }));
}

function list(names: string[]): string {
  return names
    .map((name) => `"${name.slice(0, 60)}"`)
    .slice(0, 80)
    .join(", ");
}
