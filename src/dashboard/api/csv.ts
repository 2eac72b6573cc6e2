import { download } from "../state/download.ts";
import { callRaw, type Query } from "./client.ts";
import { callPatiently } from "./patient.ts";

/** The rows of one call. The API has no larger page. */
const ROWS = 1_000;

/**
 * Reads all pages of a list as CSV and has the browser save them as one file. @throws ApiError
 * @param onRows receives the number of rows so far
 */
export async function saveCsv(
  path: string,
  { query, name, onRows }: { query: Query; name: string; onRows?: (rows: number) => void },
): Promise<void> {
  const pages: string[] = [];
  let cursor: string | null = null;
  let rows = 0;
  do {
    const paged: Query = { ...query, per_page: ROWS, cursor: cursor ?? undefined };
    const response = await callPatiently(() =>
      callRaw("GET", path, { query: paged, headers: { Accept: "text/csv" } }),
    );
    const text = await response.text();
    const from = pages.length === 0 ? 0 : text.indexOf("\n") + 1;
    pages.push(text.slice(from));
    rows += text.split("\n").length - 2;
    onRows?.(rows);
    cursor = response.headers.get("X-Next-Cursor");
  } while (cursor !== null);
  download(name, new Blob(pages, { type: "text/csv;charset=utf-8" }));
}
