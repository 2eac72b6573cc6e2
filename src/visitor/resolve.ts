import { composeForwarded } from "../domain/compose.ts";
import { isDangerous } from "../domain/danger.ts";
import { isSelfFallback } from "../domain/self-fallback.ts";
import { splitUrl } from "../domain/url-parts.ts";
import type { Match } from "../domain/match.ts";
import { pluginsOf } from "../domain/plugin/registry.ts";
import type { RedirectStatus } from "../domain/redirect-status.ts";
import { isPlatformPath, type HostConfig, type RecordSnapshot, type Target } from "../domain/snapshot.ts";
import { toVisitedHostname } from "../domain/visited-host.ts";
import type { Finding, HostFinding } from "./finding.ts";
import type { FinalOutcome, Outcome } from "./outcome.ts";
import { locateTemplate } from "./patterns.ts";
import { isRead, type Sender, type View, type Visit } from "./visit.ts";

const OUTAGE_SECONDS = 5;

const REDIRECT_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
export const GATE_METHODS = "GET, HEAD, POST, OPTIONS";
export const PAGE_METHODS = "GET, HEAD, OPTIONS";

/** Returns the index of the destination that a visit is sent to. */
export type Choose = (record: RecordSnapshot, target: Target, sender: Sender) => number;

/**
 * Decides what a visitor gets, in the order of contract 3. Pure: `choose` is called at most once,
 * and only where there are several destinations.
 * @param isUnlocked the visitor has passed the gate of the record, if it has one
 */
export function resolve(finding: Finding, visit: Visit, choose: Choose, isUnlocked = false): Outcome {
  if (visit.method === "OPTIONS") return { kind: "options", allow: methodsOf(finding) };
  switch (finding.kind) {
    case "unknown-host":
      return { kind: "unknown-host" };
    case "unavailable":
      return { kind: "unavailable", retryAfterSeconds: OUTAGE_SECONDS };
    case "host":
      break;
  }
  const { config, match, alias, isMomentary } = finding;
  // A file of the hostname has no id. Apple's crawler, for one, follows no redirect.
  if (config.forceHttps && !visit.isHttps && match?.record.id !== "") return upgrade(finding, visit);
  const { view } = visit;
  if (view !== null && alias !== null && hasView(config, alias.record, view)) {
    return { kind: "view", view, alias: alias.record, finding: { ...finding, match: alias, alias: null } };
  }
  const { path } = visit.requested;
  if (isPlatformPath(config, path)) return { kind: path === "/robots.txt" ? "robots" : "favicon" };
  if (match === null)
    return notFound(config, visit, alias === null && !isMomentary && config.misses !== "off");
  const { record } = match;
  if (record.paused === true) return { kind: "paused" };
  if (record.answer.kind === "special") return { kind: "special", special: record.answer };
  if (record.expiresAtMs !== undefined && record.expiresAtMs <= visit.nowMs) {
    return fallback(config.expiredUrl, visit) ?? { kind: "expired" };
  }
  if (record.passwordVersion !== undefined && !isUnlocked) return { kind: "protected", lock: record };
  const answered = answer(finding, match, visit, choose);
  // Only a `*` record has an empty path.
  return config.misses === "all" && record.path === "" && !isMomentary
    ? ({ ...answered, missedOn: config.host } as Outcome)
    : answered;
}

/** Returns whether an alias has this view: its owner may have switched the QR code or the preview off. */
function hasView(config: HostConfig, { qr, previewOff }: RecordSnapshot, { kind }: View): boolean {
  return kind === "picture" ? qr !== undefined : !(previewOff ?? config.previewOff);
}

function answer(
  { config, relation, isConfirmed, isMomentary }: HostFinding,
  match: Match,
  visit: Visit,
  choose: Choose,
): Outcome {
  const { record } = match;
  const given = record.answer;
  if (given.kind === "none" || given.kind === "special") return notFound(config, visit);
  if (given.kind !== "redirect" && !isRead(visit)) return { kind: "method-not-allowed", allow: PAGE_METHODS };
  const headers = headersOf(record);
  if (given.kind === "html") return { kind: "html", record, destination: -1, headers, html: given.html };
  const destination = given.target.destinations.length === 1 ? 0 : choose(record, given.target, visit);
  if (isDangerous(config, given.target, destination)) return { kind: "warning" };
  const location = locate(given.target, destination, match, visit);
  if (location === null) return { kind: "not-found" };
  // Records of example.com answer for www.example.com only as long as they do not send back to it.
  if (relation === "www" && toVisitedHostname(withPath(location)) === visit.hostname)
    return { kind: "not-found" };
  if (given.kind === "frame") {
    const { title, description } = given;
    return { kind: "frame", record, destination, headers, location, title, description };
  }
  const { status, target } = given;
  return {
    kind: "redirect",
    record,
    destination,
    headers,
    status: isConfirmed ? status : TEMPORARY[status],
    location,
    isCacheable: isConfirmed && !isMomentary && isCacheable(record, target),
  };
}

/** The statuses to use while a narrower source may still answer. */
const TEMPORARY: Record<RedirectStatus, RedirectStatus> = {
  301: 302,
  302: 302,
  303: 303,
  307: 307,
  308: 307,
};

/** @returns null if captures give no Location */
function locate(target: Target, index: number, match: Match, visit: Visit): string | null {
  const destination = target.destinations[index] ?? target.destinations[0];
  if (destination === undefined) throw new Error("a target has at least one destination");
  const { record, remainder } = match;
  if (record.captures !== undefined) return locateTemplate(target, destination, match, visit);
  return composeForwarded(target, destination, remainder, visit.rawQuery, record.query);
}

/** Returns whether browsers may cache the redirect, if it is permanent, for 90 seconds. */
function isCacheable(record: RecordSnapshot, target: Target): boolean {
  return (
    record.expiresAtMs === undefined &&
    record.passwordVersion === undefined &&
    target.destinations.length === 1
  );
}

function headersOf({ plugins }: RecordSnapshot): Record<string, string> | null {
  if (plugins === undefined) return null;
  const all = pluginsOf(plugins).map(({ headers }) => headers);
  return all.some((headers) => headers !== undefined) ? Object.assign({}, ...all) : null;
}

function upgrade({ relation, isConfirmed }: HostFinding, visit: Visit): Outcome {
  const path = visit.requested.rawPath;
  const query = visit.rawQuery === null ? "" : `?${visit.rawQuery}`;
  // The redirect to https depends on the hostname alone, and the hostname is known.
  const isCacheable = isConfirmed || relation === "self";
  const status = isRead(visit) ? 301 : 308;
  return {
    kind: "upgrade",
    status: isCacheable ? status : TEMPORARY[status],
    isCacheable,
    location: `https://${visit.hostname}${path}${query}`,
  };
}

function notFound(config: HostConfig, visit: Visit, isMissed = false): Outcome {
  const outcome = fallback(config.notFoundUrl, visit) ?? { kind: "not-found" as const };
  return isMissed ? { ...outcome, missedOn: config.host } : outcome;
}

/** Sends visitors to an owner's URL. Ignores a URL that is the requested page itself, which would be a loop. */
export function fallback(
  url: string | null,
  visit: Visit,
): Extract<FinalOutcome, { kind: "fallback" }> | null {
  if (url === null || isSelfFallback(url, visit.hostname, visit.requested.rawPath)) return null;
  return { kind: "fallback", location: url };
}

/** Returns the origin of a URL with a slash, which ends the authority even where a query or fragment follows. */
function withPath(url: string): string {
  return `${splitUrl(url).origin.toLowerCase()}/`;
}

function methodsOf(finding: Finding): string {
  const record = finding.kind === "host" ? finding.match?.record : undefined;
  if (record?.passwordVersion !== undefined) return GATE_METHODS;
  const answer = record?.answer;
  // Without destinations of its own, a record has the kind of its rules.
  const given = answer?.kind === "special" ? (answer.rules?.[0]?.answer ?? answer.given) : answer;
  return given?.kind === "redirect" || given?.kind === "gone" ? REDIRECT_METHODS : PAGE_METHODS;
}
