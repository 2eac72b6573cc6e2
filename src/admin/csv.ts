import { toCsv } from "../domain/csv.ts";
import { SAFE_HEADERS } from "./error.ts";

export function prefersCsv(accept: string | undefined): boolean {
  return prefers("text/csv", accept);
}

/** Returns whether the header `Accept` prefers a media type to JSON. */
export function prefers(wanted: string, accept: string | undefined): boolean {
  let [other, json] = [0, 0];
  for (const range of (accept ?? "").split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const given = parameters.find((parameter) => parameter.startsWith("q="));
    const quality = given === undefined ? 1 : Number(given.slice(2));
    if (type === wanted) other = Math.max(other, quality);
    if (type === "application/json") json = Math.max(json, quality);
  }
  return other > 0 && other >= json;
}

/** Answers rows as CSV. @param nextCursor null for the last page of a list */
export function answerCsv(rows: Parameters<typeof toCsv>[0], nextCursor: string | null = null): never {
  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    ...SAFE_HEADERS,
    ...(nextCursor !== null && { "X-Next-Cursor": nextCursor }),
  };
  // The type of a route is the one of its JSON.
  return new Response(toCsv(rows), { headers }) as never;
}

type Cell = string | number | null | undefined;

/** Returns rows of CSV below the names of their columns. A cell without a value is empty. */
export function toTable<Row>(
  columns: Record<string, (row: Row) => Cell>,
  rows: Row[],
): (string | number)[][] {
  const cellsOf = (row: Row) => Object.values(columns).map((cell) => cell(row) ?? "");
  return [Object.keys(columns), ...rows.map(cellsOf)];
}
