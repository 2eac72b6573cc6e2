import { sayRow } from "../../src/import/say-row.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readImport } from "../../src/import/read-import.ts";
import { defaultOptions, type ImportOptions, type ImportResult } from "../../src/import/row.ts";

/** The bytes of a file in `fixture/`. */
export function readFixture(name: string): Uint8Array {
  return readFileSync(join(import.meta.dirname, "fixture", name));
}

/** Reads a file as somebody who moves old.example to new.example; throws where it cannot be read. */
export function readFile(input: string | Uint8Array, options: Partial<ImportOptions> = {}): ImportResult {
  const read = readImport(input, {
    ...defaultOptions,
    host: "old.example",
    origin: "https://new.example",
    ...options,
  });
  if (!read.ok) throw new Error(sayRow(read.reason));
  return read.value;
}

/** Each row of a fixture as one line of text, by line number: what it becomes, or `!` and why not. */
export function toOutcomeLines(name: string, format: string): string[] {
  return toLines(readFile(readFixture(name), { format }));
}

/** Each row of a result as one line of text, by line number: what it becomes, or `!` and why not. */
export function toLines({ rows, refused }: ImportResult): string[] {
  const outcomes = [
    ...rows.map(({ line, url, host, alias, destination, status, type, forward_path, forward_query }) => {
      const flags = `${forward_path ? " +path" : ""}${forward_query ? " +query" : ""}`;
      const place = url ?? `${host} alias ${alias}`;
      const answer = type === "gone" ? type : `${destination} ${status ?? "default"}`;
      return { line, text: `${place} -> ${answer}${flags}` };
    }),
    ...refused.map(({ line, reason }) => ({ line, text: `! ${sayRow(reason)}` })),
  ];
  return outcomes.toSorted((one, other) => one.line - other.line).map(({ line, text }) => `${line} ${text}`);
}
