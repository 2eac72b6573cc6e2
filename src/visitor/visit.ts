import type { Visitor } from "../domain/plugin/plugin.ts";
import { toRequestedSource, type RequestedSource } from "../domain/match.ts";
import { toVisitedHostname } from "../domain/visited-host.ts";

/** What the URL of a request says, taken apart once. */
interface VisitedUrl {
  /** Lower-case A-label without port and trailing dot. */
  hostname: string;
  isHttps: boolean;
  /** Host as it stands in the URL, port included. */
  authority: string;
  requested: RequestedSource;
  /** As it stands in the URL, without `?`; null where there is none. */
  rawQuery: string | null;
}

/** Who sent a request; a Request is one. */
export interface Sender {
  /** Read only where something depends on one: each costs a call into the runtime. */
  headers: Headers;
}

/** One request by a visitor. */
export interface Visit extends VisitedUrl, Sender {
  method: string;
  nowMs: number;
}

export function toVisit(request: Request, nowMs: number): Visit {
  const { hostname, isHttps, authority, requested, rawQuery } = readUrl(request.url);
  const { method, headers } = request;
  return { hostname, isHttps, authority, requested, rawQuery, method, nowMs, headers };
}

/**
 * Reads a URL without parsing it again: the runtime has done that, and every byte of path and query
 * is needed as it came.
 */
export function readUrl(url: string): VisitedUrl {
  const authorityStart = url.indexOf("//") + 2;
  const pathStart = url.indexOf("/", authorityStart);
  const mark = url.indexOf("?", pathStart);
  const rawPath = mark < 0 ? url.slice(pathStart) : url.slice(pathStart, mark);
  const rawQuery = mark < 0 ? null : url.slice(mark + 1);
  return {
    hostname: toVisitedHostname(url),
    isHttps: url.startsWith("https:"),
    authority: url.slice(authorityStart, pathStart),
    requested: toRequestedSource(rawPath, rawQuery ?? ""),
    rawQuery,
  };
}

/** Where the visitor comes from, for limits and sticky routing; never stored. */
export function addressOf({ headers }: Sender): string {
  return headers.get("CF-Connecting-IP") ?? "";
}

function userAgentOf({ headers }: Sender): string {
  return headers.get("User-Agent") ?? "";
}

/** What plugins may go by. */
export function visitorOf(sender: Sender): Visitor {
  return { address: addressOf(sender), userAgent: userAgentOf(sender) };
}
