import type { ListedUrl } from "../../../import/read-urls.ts";

/** A part of an upload, with a JSON value per line. */
export interface Part {
  lines: string;
  count: number;
}

/** The size of a part. The API accepts 8 MiB; smaller parts show progress, and repeat less after a network error. */
const MAX_CHARACTERS = 1_000_000;

/** Splits URLs into parts. @param most characters of a part, unless one line is longer */
export function toParts(urls: readonly ListedUrl[], most = MAX_CHARACTERS): Part[] {
  const parts: Part[] = [];
  let lines: string[] = [];
  let size = 0;
  const close = () => {
    if (lines.length > 0) parts.push({ lines: lines.join("\n"), count: lines.length });
    [lines, size] = [[], 0];
  };
  for (const { url, ...expected } of urls) {
    const line = JSON.stringify(Object.keys(expected).length === 0 ? url : { url, ...expected });
    if (size + line.length > most) close();
    lines.push(line);
    size += line.length + 1;
  }
  close();
  return parts;
}
