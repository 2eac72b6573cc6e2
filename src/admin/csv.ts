/** Programs that open CSV files run what begins like this as a formula. */
const FORMULA_START = /^[=+\-@\t]/;

/** Returns rows as CSV by RFC 4180. Cells that a spreadsheet would run as a formula get a leading apostrophe. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((cells) => `${cells.map(toCell).join(",")}\r\n`).join("");
}

function toCell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns whether a client prefers CSV to JSON by its header `Accept`. */
export function prefersCsv(accept: string | undefined): boolean {
  return prefers("text/csv", accept);
}

/** Returns whether a client prefers a media type to JSON by its header `Accept`. */
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
