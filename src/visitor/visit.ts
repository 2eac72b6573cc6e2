import { toRequestedSource, type RequestedSource } from "../domain/match.ts";
import { toVisitedHostname } from "../domain/visited-host.ts";

/** One request by a visitor, taken apart once. */
export interface Visit {
  method: string;
  /** Lower-case A-label without port and trailing dot. */
  hostname: string;
  isHttps: boolean;
  /** Host as it stands in the URL, port included. */
  authority: string;
  requested: RequestedSource;
  /** As it stands in the URL, without `?`; null where there is none. */
  rawQuery: string | null;
  nowMs: number;
  /** Where the visitor comes from, for limits and sticky routing; never stored. */
  address: string;
  userAgent: string;
}

/**
 * Reads a request without parsing its URL again: the runtime has done that, and every byte of path
 * and query is needed as it came.
 */
export function toVisit(request: Request, nowMs: number): Visit {
  const { url } = request;
  const authorityStart = url.indexOf("//") + 2;
  const pathStart = url.indexOf("/", authorityStart);
  const mark = url.indexOf("?", pathStart);
  const rawPath = mark < 0 ? url.slice(pathStart) : url.slice(pathStart, mark);
  const rawQuery = mark < 0 ? null : url.slice(mark + 1);
  return {
    method: request.method,
    hostname: toVisitedHostname(url),
    isHttps: url.startsWith("https:"),
    authority: url.slice(authorityStart, pathStart),
    requested: toRequestedSource(rawPath, rawQuery ?? ""),
    rawQuery,
    nowMs,
    address: request.headers.get("CF-Connecting-IP") ?? "",
    userAgent: request.headers.get("User-Agent") ?? "",
  };
}
