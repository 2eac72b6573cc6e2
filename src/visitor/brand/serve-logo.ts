import { logoPath, PNG_TYPE, type ShownFile } from "../../domain/branding.ts";
import { PROBE_PATH } from "../../domain/probe-path.ts";
import type { LookUp } from "../finding.ts";
import { isRead, toVisit, type Visit, type Visiting } from "../visit.ts";
import { loadFile } from "./load-file.ts";

const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  // A browser that opens the SVG as a document runs no script and loads nothing.
  "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
};
/** Browsers may cache for a day, because a new picture has a new URL. */
const CACHING = "public, max-age=86400";

/** Serves the logo of a hostname, and no other file (contract 33.6). */
export async function serveLogo(
  visiting: Visiting,
  find: (visit: Visit) => LookUp | Promise<LookUp>,
): Promise<Response> {
  const visit = toVisit(visiting.request, visiting.nowMs);
  const { finding } = await find(visit);
  const config = finding.kind === "host" ? finding.config : undefined;
  const logo = config?.look?.logo;
  const isAsked = logo !== undefined && visit.requested.rawPath === PROBE_PATH + logoPath(logo);
  const text =
    config !== undefined && isAsked && isRead(visit) ? await loadFile(visiting, config, logo) : null;
  if (logo === undefined || text === null) {
    return new Response(null, { status: 404, headers: { ...HEADERS, "Cache-Control": "no-store" } });
  }
  const headers = { ...HEADERS, "Cache-Control": CACHING, "Content-Type": contentTypeOf(logo) };
  return new Response(visit.method === "HEAD" ? null : toBody(logo, text), { headers });
}

function contentTypeOf({ type }: ShownFile): string {
  return type === PNG_TYPE ? type : `${type}; charset=utf-8`;
}

function toBody({ type }: ShownFile, text: string): BodyInit {
  return type === PNG_TYPE ? Uint8Array.from(atob(text), (one) => one.charCodeAt(0)) : text;
}
