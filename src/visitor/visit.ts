import type { Hostname } from "../domain/hostname.ts";
import { toVisitedHostname } from "../domain/visited-host.ts";
import type { Visitor } from "../domain/plugin/plugin.ts";
import { toRequestedSource, type RequestedSource } from "../domain/match.ts";
import { toUrlPath } from "../domain/path.ts";
import type { Bindings } from "../env.ts";
import type { SnapshotSources } from "./snapshot-sources.ts";

/** A request from the runtime, with the values that visits read more than once. */
export interface Visiting {
  request: Request;
  url: string;
  method: string;
  env: Bindings;
  context: Pick<ExecutionContext, "waitUntil">;
  nowMs: number;
  /** True if nobody is sent on, so that no place of a limited number of visitors is taken. */
  onlyLooks?: true;
  /** Made by the first lookup, because most visits need none. */
  sources?: SnapshotSources;
}

interface VisitedUrl {
  /** Lower-case A-label without port and trailing dot. */
  hostname: Hostname;
  isHttps: boolean;
  /** The host as written in the URL, with its port. */
  authority: string;
  requested: RequestedSource;
  /** The query as written in the URL, without `?`; null if there is none. */
  rawQuery: string | null;
}

/** The sender of a request, by its headers. A Request is a Sender. */
export interface Sender {
  /** Read a header only if something depends on it: each read is a call into the runtime. */
  headers: Headers;
}

/** One request by a visitor. */
export interface Visit extends VisitedUrl, Sender {
  method: string;
  nowMs: number;
  /** The view that the path requests in place of the destination; null for most visits. */
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
 * Splits a URL without parsing it, because the runtime has already parsed it, and path and query are
 * needed byte for byte.
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

function toView(requested: RequestedSource): View | null {
  if (requested.segments !== 1) return null;
  if (requested.path.endsWith("+")) return { kind: "preview", alias: aliasBefore("+", requested) };
  return requested.path.endsWith(".qr") ? { kind: "picture", alias: aliasBefore(".qr", requested) } : null;
}

/** Returns the alias before a suffix. An older alias may have variation selectors of the request. */
function aliasBefore(suffix: string, requested: RequestedSource): RequestedSource {
  const { path } = requested.spelled ?? requested;
  return toRequestedSource(toUrlPath(path.slice(0, path.lastIndexOf(suffix))), "");
}

/** Returns the visitor's address, for limits and sticky routing; it is never stored. */
export function addressOf({ headers }: Sender): string {
  return headers.get("CF-Connecting-IP") ?? "";
}

export function userAgentOf({ headers }: Sender): string {
  return headers.get("User-Agent") ?? "";
}

export function visitorOf(sender: Sender): Visitor {
  return { address: addressOf(sender), userAgent: userAgentOf(sender) };
}

export function isRead({ method }: Pick<Visit, "method">): boolean {
  return method === "GET" || method === "HEAD";
}
