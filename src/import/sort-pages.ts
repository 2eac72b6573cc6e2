import { reasons } from "./reason.ts";
import type { ImportPage, ImportResult } from "./row.ts";

/** Compares the pages of an import with those that the workspace has (contract 18.8). */

/** Reads a stored file; null if there is none of that name. */
type ReadPage = (name: string) => Promise<{ type: string; bytes: Uint8Array } | null>;

interface SortedPages {
  /** Pages that the workspace lacks. */
  missing: ImportPage[];
  /** Pages that it has as they are in the file. */
  present: ImportPage[];
  /** Pages of whose name it has another one. */
  differing: ImportPage[];
}

export async function sortPages(pages: readonly ImportPage[], read: ReadPage): Promise<SortedPages> {
  const sorted: SortedPages = { missing: [], present: [], differing: [] };
  for (const page of pages) {
    const held = await read(page.name);
    if (held === null) sorted.missing.push(page);
    else sorted[isSame(held, page) ? "present" : "differing"].push(page);
  }
  return sorted;
}

/** Returns the bytes of a page, as they are stored. */
export function bytesOf({ type, content }: ImportPage): Uint8Array {
  return type === "image/png"
    ? Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
    : new TextEncoder().encode(content);
}

/** Refuses the rows that show a page of which the workspace has another one. It is never overwritten. */
export function withoutDiffering(result: ImportResult, differing: readonly ImportPage[]): ImportResult {
  const names = new Set(differing.map(({ name }) => name));
  const isRefused = ({ file }: { file?: string }) => file !== undefined && names.has(file);
  const refused = result.rows.filter(isRefused).map(({ line, file = "", url, host, alias }) => ({
    line,
    text: url ?? `${host}/${alias}`,
    reason: reasons.otherPage(file),
  }));
  return {
    ...result,
    rows: result.rows.filter((row) => !isRefused(row)),
    refused: [...result.refused, ...refused],
  };
}

function isSame(held: { type: string; bytes: Uint8Array }, page: ImportPage): boolean {
  const bytes = bytesOf(page);
  return (
    held.type === page.type &&
    held.bytes.length === bytes.length &&
    bytes.every((byte, index) => byte === held.bytes[index])
  );
}
