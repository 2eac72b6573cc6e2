import { isBinary, JSON_TYPE, type ShownFile } from "../../domain/branding.ts";
import type { SnapshotKey } from "../../domain/snapshot.ts";
import type { Visiting } from "../visit.ts";
import { loadFile } from "./load-file.ts";

export const FILE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  // A browser that opens an SVG as a document runs no script and loads nothing.
  "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
};

/**
 * Serves a file that a snapshot shows; null if neither store has it.
 * @param caching the header Cache-Control
 */
export async function serveFile(
  visiting: Visiting,
  shownBy: SnapshotKey,
  file: ShownFile,
  caching: string,
): Promise<Response | null> {
  const text = await loadFile(visiting, shownBy, file);
  if (text === null) return null;
  const headers = { ...FILE_HEADERS, "Cache-Control": caching, "Content-Type": contentTypeOf(file) };
  return new Response(visiting.method === "HEAD" ? null : toBody(file, text), { headers });
}

function contentTypeOf({ type }: ShownFile): string {
  return isBinary(type) || type === JSON_TYPE ? type : `${type}; charset=utf-8`;
}

function toBody({ type }: ShownFile, text: string): BodyInit {
  return isBinary(type) ? Uint8Array.from(atob(text), (one) => one.charCodeAt(0)) : text;
}
