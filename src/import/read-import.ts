import { refuse, type Refusal } from "../domain/refusal/refusal.ts";
import { accepted, refused, type Parsed } from "../domain/field-error.ts";
import { Collector } from "./collector.ts";
import { decodeFile, normalizeLineEnds } from "./decode.ts";
import { detectFormat } from "./detect.ts";
import type { Format, SourceFile } from "./format.ts";
import { formats, shortNames } from "./registry.ts";
import { type ImportOptions, type ImportResult, UnreadableFile } from "./row.ts";

/**
 * Reads a file of any known format into rows of the API. Every row of the file is in `rows`, `refused` or
 * `ignored`. If the whole file cannot be read, the result is one reason.
 */
export function readImport(input: Uint8Array | string, options: ImportOptions): Parsed<ImportResult> {
  try {
    const { text, isWindows1252 } =
      typeof input === "string"
        ? { text: normalizeLineEnds(input), isWindows1252: false }
        : decodeFile(input);
    const file = { text, name: options.fileName };
    const format = findFormat(file, options);
    if (!format.ok) return format;
    const collector = new Collector(format.value, options);
    if (isWindows1252) collector.warn(null, refuse("file_encoding"));
    format.value.read(file, collector, options);
    return accepted(collector.result);
  } catch (error) {
    return { ok: false, reason: toReason(error) };
  }
}

function findFormat(file: SourceFile, { format, columnMap }: ImportOptions): Parsed<Format> {
  const key = format ?? (columnMap.size > 0 ? "csv" : null);
  if (key === null) return detectFormat(file);
  const found = formats.get(shortNames.get(key) ?? key);
  return found === undefined ? refused("file_no_format", { key }) : accepted(found);
}

function toReason(error: unknown): Refusal {
  if (error instanceof UnreadableFile) return error.reason;
  // Excessive nesting, which no export has, exhausts the stack of a parser.
  if (error instanceof RangeError) return refuse("file_nested_or_large");
  throw error;
}
