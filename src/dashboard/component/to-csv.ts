/** Returns a table as CSV that spreadsheets read; no cell is executed as a formula. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): Blob {
  const text = rows.map((cells) => `${cells.map(toCell).join(",")}\r\n`);
  // Without the mark, spreadsheets take UTF-8 for an old encoding.
  return new Blob(["\uFEFF", ...text], { type: "text/csv;charset=utf-8" });
}

function toCell(value: string | number): string {
  const text = String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
