import { call, type Query } from "../../api/client.ts";
import { callPatiently } from "../../api/patient.ts";
import type { LinkRecord, Page } from "../../api/types.ts";
import { toCsv } from "../../../domain/client/words.ts";
import { download } from "../../state/download.ts";

/** The rows of one call. The API has no larger page. */
const ROWS = 1_000;

/** The columns that an import reads, followed by information about a record. */
const HEAD = [
  "url",
  "destination",
  "type",
  "title",
  "tags",
  "clicks",
  "paused",
  "expires",
  "created",
  "updated",
];

/** The error that the user has stopped the reading. Nothing is saved. */
export class StoppedError extends Error {}

interface Saving {
  query: Query;
  name: string;
  onCount: (count: number) => void;
  isStopped: () => boolean;
}

/**
 * Reads all records of a filter, and lets the browser save them as CSV. Returns their number. @throws ApiError,
 * StoppedError
 */
export async function saveRecords({ query, name, onCount, isStopped }: Saving): Promise<number> {
  // Without the byte order mark, spreadsheets read UTF-8 as an old encoding.
  const parts = ["\uFEFF", toCsv([HEAD])];
  let count = 0;
  let cursor: string | null = null;
  do {
    const paged: Query = { ...query, per_page: ROWS, cursor: cursor ?? undefined };
    const page: Page<LinkRecord> = await callPatiently(() => call("GET", "/links", { query: paged }));
    if (isStopped()) throw new StoppedError();
    parts.push(toCsv(page.data.map(toCells)));
    onCount((count += page.data.length));
    cursor = page.meta.cursor.next;
  } while (cursor !== null);
  download(name, new Blob(parts, { type: "text/csv;charset=utf-8" }));
  return count;
}

export function toCells(record: LinkRecord): (string | number)[] {
  return [
    record.url,
    record.destination ?? record.file ?? "",
    record.type,
    record.title,
    record.tags.join(","),
    record.total_clicks,
    record.paused_by ?? "",
    record.expired_at ?? "",
    record.created_at,
    record.updated_at,
  ];
}
