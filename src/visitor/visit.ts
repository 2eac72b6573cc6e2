import type { Visitor } from "../domain/plugin/plugin.ts";
import { toRequestedSource, type RequestedSource } from "../domain/match.ts";
import { toUrlPath } from "../domain/path.ts";
import { toVisitedHostname } from "../domain/visited-host.ts";
import type { Env } from "../env.ts";

/** A request as the runtime hands it over. What is read from the runtime more than once is kept. */
export interface Visiting {
  request: Request;
  url: string;
  method: string;
  env: Env;
  context: ExecutionContext;
  nowMs: number;
}

/** The parts of a request's URL. */
interface VisitedUrl {
  /** Lower-case A-label without port and trailing dot. */
  hostname: string;
  isHttps: boolean;
  /** Host as it stands in the URL, port included. */
  authority: string;
  requested: RequestedSource;
  /** As it stands in the URL, without `?`; null if there is none. */
  rawQuery: string | null;
}

/** Who sent a request; a Request is one. */
export interface Sender {
  /** Read only where something depends on one: each read is a call into the runtime. */
  headers: Headers;
}

/** One request by a visitor. */
export interface Visit extends VisitedUrl, Sender {
  method: string;
  nowMs: number;
  /** What the path asks for in place of the destination; null for most visits. */
  view: View | null;
}

/** Another view of an alias (contract 15.6): `/alias+` shows where it leads, `/alias.qr` its QR code. */
export interface View {
  kind: "preview" | "picture";
  /** The alias: the path without the suffix. */
  alias: RequestedSource;
}

export function toVisit(request: Request, nowMs: number): Visit {
  const { hostname, isHttps, authority, requested, rawQuery } = readUrl(request.url);
  const { method, headers } = request;
  const view = toView(requested);
  return { hostname, isHttps, authority, requested, rawQuery, method, nowMs, headers, view };
}

/**
 * Splits a URL without parsing it: the runtime has parsed it already, and path and query are needed
 * byte for byte.
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

function toView({ path, segments }: RequestedSource): View | null {
  if (segments !== 1) return null;
  if (path.endsWith("+")) return { kind: "preview", alias: withoutSuffix(path, 1) };
  return path.endsWith(".qr") ? { kind: "picture", alias: withoutSuffix(path, 3) } : null;
}

function withoutSuffix(path: string, characters: number): RequestedSource {
  return toRequestedSource(toUrlPath(path.slice(0, -characters)), "");
}

/** Returns the visitor's address, for limits and sticky routing; it is never stored. */
export function addressOf({ headers }: Sender): string {
  return headers.get("CF-Connecting-IP") ?? "";
}

export function userAgentOf({ headers }: Sender): string {
  return headers.get("User-Agent") ?? "";
}

/** Returns what plugins may know about the visitor. */
export function visitorOf(sender: Sender): Visitor {
  return { address: addressOf(sender), userAgent: userAgentOf(sender) };
}

/** Returns whether a visit asks for a representation only: by GET or HEAD. */
export function isRead({ method }: Pick<Visit, "method">): boolean {
  return method === "GET" || method === "HEAD";
}
