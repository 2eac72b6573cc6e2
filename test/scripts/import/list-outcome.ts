import { readFileSync } from "node:fs";
import { join } from "node:path";
import { completeRows } from "../../../scripts/import/complete-row.ts";
import type { ParsedList } from "../../../scripts/import/row.ts";

/** The text of a file in `fixtures/`. */
export function readFixture(name: string): string {
  return readFileSync(join(import.meta.dirname, "fixtures", name), "utf8");
}

/** Each row of a list as one line of text, by line number: what it becomes, or `!` and why not. */
export function toOutcomeLines(list: ParsedList, isOrdered: boolean): string[] {
  const defaults = { host: "old.example", origin: "https://new.example", status: null, isOrdered };
  const { ready, problems } = completeRows(list.rows, defaults);
  const outcomes = [
    ...ready.map(({ line, row }) => {
      const { destination, status, forward_path, forward_query, ...rest } = row;
      const place = "url" in rest ? rest.url : `${rest.host} alias ${rest.alias}`;
      const flags = `${forward_path ? " +path" : ""}${forward_query ? " +query" : ""}`;
      return { line, text: `${place} -> ${destination} ${status ?? "default"}${flags}` };
    }),
    ...[...list.problems, ...problems].map(({ line, reason, kind }) => ({
      line,
      text: `! ${reason}${kind === "inexpressible" ? " (inexpressible)" : ""}`,
    })),
  ];
  return outcomes.toSorted((one, other) => one.line - other.line).map(({ line, text }) => `${line} ${text}`);
}
