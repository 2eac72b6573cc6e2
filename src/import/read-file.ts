/** Reads a file of redirects, for the command line and the dashboard. */

export { isVendorHost } from "./source.ts";
export { columnKeys, describeTable, type TableDescription } from "./csv-column.ts";
export { decodeFile, normalizeLineEnds } from "./decode.ts";
export { detectFormat } from "./detect.ts";
export { findOddRows } from "./odd-rows.ts";
export { otherFormatsOf, type OtherFormat } from "./other-format.ts";
export { readImport } from "./read-import.ts";
export { formats, shortNames } from "./registry.ts";
