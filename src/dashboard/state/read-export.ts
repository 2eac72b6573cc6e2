import { callRaw } from "../api/client.ts";
import { download } from "./download.ts";

/** Reads an export in parts. The last line of each part has the cursor of the next part. */

const NEWLINE = 10;

/** The error that an answer ended early, so that the export is incomplete. */
export class IncompleteError extends Error {}

/**
 * Reads all parts of an export into one file, without the lines that connect them.
 * @param read returns the part after a cursor; the first part for undefined
 * @param onBytes receives the number of bytes so far
 * @throws IncompleteError
 */
export async function readExport(
  read: (cursor: string | undefined) => Promise<Blob>,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const parts: Blob[] = [];
  let cursor: string | undefined;
  do {
    const part = await read(cursor);
    const { next, end } = await readLastLine(part);
    parts.push(part.slice(0, end));
    cursor = next ?? undefined;
    onBytes(parts.reduce((sum, { size }) => sum + size, 0));
  } while (cursor !== undefined);
  return new Blob(parts, { type: "application/x-ndjson" });
}

/** The most bytes of a line with a cursor. */
const TAIL_BYTES = 4_096;

async function readLastLine(part: Blob): Promise<{ next: string | null; end: number }> {
  const tailStart = Math.max(0, part.size - TAIL_BYTES);
  const tail = new Uint8Array(await part.slice(tailStart).arrayBuffer());
  const lineStart = tail.lastIndexOf(NEWLINE, tail.length - 2) + 1;
  try {
    const line = JSON.parse(new TextDecoder().decode(tail.slice(lineStart))) as {
      kind?: string;
      next?: string | null;
    };
    if (line.kind === "cursor" && line.next !== undefined)
      return { next: line.next, end: tailStart + lineStart };
  } catch {
    // The answer ended in the middle of a line.
  }
  throw new IncompleteError();
}

/**
 * Reads the export of the workspace, and saves it as a file of a name and today.
 * @param keep returns the lines that are kept of a part
 * @throws IncompleteError
 */
export async function saveExport(
  name: string,
  include: string | undefined,
  onBytes: (bytes: number) => void,
  keep?: (part: string) => string,
): Promise<void> {
  const read = async (cursor: string | undefined) => {
    const response = await callRaw("GET", "/export", { query: { include, cursor } });
    const part = await response.blob().catch(() => new Blob());
    return keep === undefined ? part : new Blob([keep(await part.text())]);
  };
  const file = await readExport(read, onBytes);
  download(`${name}-${new Date().toISOString().slice(0, 10)}.ndjson`, file);
}
