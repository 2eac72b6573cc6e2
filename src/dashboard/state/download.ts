import { toCsv } from "../../domain/client/words.ts";

export function download(name: string, contents: Blob): void {
  const url = URL.createObjectURL(contents);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  // Outside the page, an open dialog would swallow the click in some browsers.
  (document.querySelector("dialog[open]") ?? document.body).appendChild(link);
  link.click();
  link.remove();
  // A browser that asks for the location reads the file later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function downloadCsv(name: string, rows: readonly (readonly (string | number)[])[]): void {
  // Without the byte order mark, spreadsheets read UTF-8 as an old encoding.
  download(name, new Blob(["\uFEFF", toCsv(rows)], { type: "text/csv;charset=utf-8" }));
}
