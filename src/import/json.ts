import { refuse } from "../domain/refusal/refusal.ts";
import { UnreadableFile } from "./row.ts";

/** Parses JSON with the lines of its objects, which `JSON.parse` does not report. */

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The line at which an object of a document begins, and its text. */
interface Located {
  line: number;
  text: string;
}

const MOST_DEPTH = 200;
/** The deepest level of objects whose lines are noted. Deeper objects are members of rows. */
const LOCATED_DEPTH = 4;
const MOST_TEXT = 600;

/** Parses JSON, or newline-delimited JSON as one array. Throws UnreadableFile. */
export function parseJson(text: string): unknown {
  requireShallow(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    const lines = readJsonLines(text);
    if (lines !== null) return lines;
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    throw new UnreadableFile(refuse("file_unreadable_json", { text: reason.slice(0, 200) }));
  }
}

function readJsonLines(text: string): unknown[] | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2 || !lines.every((line) => line.trimStart().startsWith("{"))) return null;
  try {
    return lines.map((line) => JSON.parse(line) as unknown);
  } catch {
    return null;
  }
}

/** Refuses endless nesting, which would exhaust the stack of a parser. */
function requireShallow(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (++depth > MOST_DEPTH) throw new UnreadableFile(refuse("file_nested_file"));
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth--;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const NEW_LINE = 0x0a;

/** Returns the index of the quote that ends a string. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    at += code === BACKSLASH ? 2 : 1;
  }
  return text.length;
}

/** Finds the objects near the root of a document that `parseJson` has read, by their path: `links/3`. */
export function locateObjects(text: string): Map<string, Located> {
  const found = new Map<string, Located>();
  const open: { path: string; isArray: boolean; index: number; key: string; start: number; line: number }[] =
    [];
  let line = 1;
  let roots = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const top = open.at(-1);
    if (code === NEW_LINE) line++;
    else if (code === QUOTE) {
      const end = endOfString(text, at);
      const isKey = top !== undefined && !top.isArray && top.index === 0;
      if (isKey && open.length <= LOCATED_DEPTH) top.key = JSON.parse(text.slice(at, end + 1)) as string;
      at = end;
    } else if (code === COLON && top !== undefined) top.index = 1;
    else if (code === COMMA && top !== undefined) top.index = top.isArray ? top.index + 1 : 0;
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      const step = top === undefined ? String(roots++) : top.isArray ? String(top.index) : top.key;
      const path = top === undefined ? "" : top.path === "" ? step : `${top.path}/${step}`;
      open.push({ path, isArray: code === OPEN_ARRAY, index: 0, key: "", start: at, line });
      // Newline-delimited objects are read as the entries of one array.
      if (top === undefined && roots > 1) found.set(step, { line, text: "" });
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      const closed = open.pop();
      if (closed !== undefined && open.length <= LOCATED_DEPTH) {
        const said = text
          .slice(closed.start, Math.min(at + 1, closed.start + MOST_TEXT))
          .replace(/\s+/g, " ");
        if (open.length === 0) found.set(String(roots - 1), { line: closed.line, text: said });
        if (closed.path !== "") found.set(closed.path, { line: closed.line, text: said });
      }
    }
  }
  return found;
}

/** Returns a member of nested objects; undefined if one is missing. */
export function at(value: unknown, ...path: string[]): unknown {
  let current = value;
  for (const step of path) {
    if (!isObject(current)) return undefined;
    current = Object.hasOwn(current, step) ? current[step] : undefined;
  }
  return current;
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns a text, number or boolean in the form of a table cell; empty for other values. */
export function cellOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

export function stringsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((entry): entry is string => typeof entry === "string");
}

/** Returns whether an array has an object with all of these members among its first entries. */
export function hasItems(value: unknown, ...members: string[]): boolean {
  return (
    Array.isArray(value) &&
    value.slice(0, 20).some((item) => members.every((member) => at(item, ...member.split("/")) !== undefined))
  );
}
