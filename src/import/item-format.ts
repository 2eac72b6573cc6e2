import { refuse } from "../domain/refusal/refusal.ts";
import type { Collector } from "./collector.ts";
import { finishTable, readCsvTable, splitHeader, toColumnName } from "./csv.ts";
import type { CsvFormat, Format, JsonFormat } from "./format.ts";
import { Item, type Names } from "./item.ts";
import { at, hasItems, isObject, locateObjects, parseJson } from "./json.ts";
import type { Finding } from "./row.ts";

/** Makes formats from their description: the names of the plain fields, and what else a row says. */

interface Description extends Pick<Format, "key" | "label" | "isOrdered"> {
  names?: Names;
  /** Returns the fields that `names` cannot map, or not alone. They replace those of `names`. */
  toDraft?: (item: Item) => Finding;
}

interface CsvDescription extends Description {
  /** The columns that a header must have, or a test of it. */
  header: readonly string[] | CsvFormat["hasHeader"];
  delimiter?: string;
  /** Repairs the text of a file before it is split into cells. */
  repair?: (text: string) => string;
}

export function csvFormat({ header, delimiter, repair, ...format }: CsvDescription): CsvFormat {
  return {
    ...format,
    hasHeader: typeof header === "function" ? header : (columns) => header.every((name) => columns.has(name)),
    read: ({ text }, collector) =>
      forEachRow(repair?.(text) ?? text, collector, (item) => findIn(item, format), delimiter),
  };
}

/** Makes a format of CSV without a header, whose cells have a fixed order. */
export function headlessFormat(
  format: Pick<Format, "key" | "label">,
  toFinding: (cells: string[]) => Finding,
): Format {
  return {
    ...format,
    read: ({ text }, collector) => {
      const table = readCsvTable(text);
      for (const { line, text: row, cells } of table.records) collector.take(line, row, toFinding(cells));
      finishTable(table, collector);
    },
  };
}

interface JsonDescription extends Description {
  /** The path of the list of items: `shortUrls/data`, or empty for the document itself. */
  path: string;
  /** Members by which an item tells the format. */
  members: readonly string[];
}

export function jsonFormat({ path, members, ...format }: JsonDescription): JsonFormat {
  const steps = path.split("/").filter((step) => step !== "");
  return {
    ...format,
    hasShape: (document) => hasItems(at(document, ...steps), ...members),
    read: ({ text }, collector) =>
      forEachItem(text, path, at(parseJson(text), ...steps), collector, (item) => findIn(item, format)),
  };
}

function findIn(item: Item, { names = {}, toDraft }: Description): Finding {
  const finding = toDraft?.(item) ?? {};
  return "reason" in finding || "ignored" in finding ? finding : { ...item.fields(names), ...finding };
}

/** Passes what the rows of a table with a header say to the collector, and reports all other lines. */
function forEachRow(
  content: string,
  collector: Collector,
  toFinding: (row: Item) => Finding,
  delimiter?: string,
): void {
  const table = readCsvTable(content, delimiter);
  const { title, header, records } = splitHeader(table.records);
  if (title !== undefined) collector.ignore(title.line, "title");
  const columns = new Map<string, number>();
  for (const [index, cell] of (header?.cells ?? []).entries()) {
    const name = toColumnName(cell);
    if (!columns.has(name)) columns.set(name, index);
  }
  if (header !== undefined) collector.ignore(header.line, "header");
  for (const { line, text, cells } of records) {
    const find = (name: string) => {
      const index = columns.get(name) ?? columns.get(toColumnName(name));
      return index === undefined ? undefined : (cells[index] ?? "");
    };
    collector.take(line, text, toFinding(new Item(find)));
  }
  finishTable(table, collector);
}

/**
 * Passes what each item of an array, or each member of an object, says to the collector.
 * @param path its place in the document; `""` is the document itself
 */
export function forEachItem(
  text: string,
  path: string,
  items: unknown,
  collector: Collector,
  toFinding: (item: Item) => Finding,
): void {
  const places = locateObjects(text);
  const entries: [string, unknown][] = Array.isArray(items)
    ? items.map((item, index) => [String(index), item])
    : isObject(items)
      ? Object.entries(items)
      : [];
  for (const [step, item] of entries) {
    const { line, text: said } = places.get(path === "" ? step : `${path}/${step}`) ?? { line: 1, text: "" };
    const isRow = isObject(item);
    collector.take(
      line,
      said,
      isRow ? toFinding(Item.ofObject(item)) : { reason: refuse("file_not_object") },
    );
  }
}
