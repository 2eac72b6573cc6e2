import { refuse } from "../domain/refusal/refusal.ts";
import { UnreadableFile } from "./row.ts";

const BYTE_ORDER_MARKS: [encoding: string, bytes: number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/**
 * Decodes a file by its byte order mark, else as UTF-8, else as Windows-1252, which older spreadsheets
 * write. All line ends become `\n`.
 */
export function decodeFile(bytes: Uint8Array): { text: string; isWindows1252: boolean } {
  const startsWith = (mark: number[]) => mark.every((byte, index) => bytes[index] === byte);
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => startsWith(mark));
  if (marked !== undefined) return { text: decodeAs(marked[0], bytes), isWindows1252: false };
  if (startsWith(ZIP)) throw new UnreadableFile(refuse("file_archive"));
  if (bytes.subarray(0, 65_536).includes(0)) throw new UnreadableFile(refuse("file_binary"));
  try {
    return { text: decodeAs("utf-8", bytes), isWindows1252: false };
  } catch {
    return { text: decodeAs("windows-1252", bytes), isWindows1252: true };
  }
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  const isStrict = encoding === "utf-8";
  return normalizeLineEnds(new TextDecoder(encoding, { fatal: isStrict, ignoreBOM: false }).decode(bytes));
}

/** Drops a byte order mark and makes every line end in `\n`. */
export function normalizeLineEnds(text: string): string {
  const content = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return content.includes("\r") ? content.replace(/\r\n?/g, "\n") : content;
}
