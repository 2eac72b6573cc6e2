import { composeLocation, forwardedQuery } from "../../../domain/compose.ts";
import { parseDestination } from "../../../domain/destination.ts";
import { composeFromTemplate } from "../../../domain/fill-template.ts";
import { familyOf } from "../../../domain/handler.ts";
import { findMatch, toRequestedSource, type Match } from "../../../domain/match.ts";
import { rankPatterns } from "../../../domain/pattern-ranking.ts";
import { parseSourceUrl, splitSourceList } from "../../../domain/parse-source.ts";
import { toSamplePath } from "../../../domain/pattern.ts";
import type { LinkRecord as DomainRecord } from "../../../domain/record.ts";
import { isRedirectStatus } from "../../../domain/redirect-type.ts";
import type { HostConfig } from "../../../domain/snapshot.ts";
import { aliasSource, prefixDepth, slotOf, type HostedSource } from "../../../domain/source.ts";
import { toRecordSnapshot } from "../../../domain/to-snapshot.ts";
import { toVisitedHostname } from "../../../domain/visited-host.ts";
import { isLink, type RecordForm } from "./record-form.ts";

/**
 * The answer that a visitor would get from the record in a form, computed by the functions that answer visitors. It
 * ignores rules, passwords and similar settings, because it shows how a Location is composed.
 */
export type Preview =
  /** `others` are the Locations of the other destinations. */
  | { kind: "location"; status: number; location: string; others: string[] }
  /** The record does not answer this URL. */
  | { kind: "miss" }
  /** There is not enough input for a preview. */
  | { kind: "none" };

/** Returns the preview of a request for a URL, with or without scheme. */
export function previewLocation(form: RecordForm, sample: string): Preview {
  const place = placeOf(form);
  const status = form.type === "frame" ? 200 : Number(form.type);
  const destinations = form.destinations.flatMap(({ url }) => {
    const parsed = parseDestination(url);
    return parsed.ok ? [parsed.value] : [];
  });
  if (place === null || destinations.length === 0 || Number.isNaN(status)) return { kind: "none" };
  const url = URL.parse(/^https?:\/\//.test(sample) ? sample : `http://${sample}`);
  if (url === null) return { kind: "none" };
  const rawQuery = url.search === "" ? null : url.search.slice(1);
  const match = matchOf(form, place, destinations, url);
  if (match === null) return { kind: "miss" };
  const { answer } = match.record;
  if (answer.kind !== "redirect" && answer.kind !== "frame") return { kind: "none" };
  const { target } = answer;
  const locations = target.destinations.flatMap((destination) => {
    const requested = { rawPath: url.pathname };
    if (match.record.captures !== undefined) {
      return composeFromTemplate(target, destination, match, { requested, rawQuery }) ?? [];
    }
    return composeLocation(
      destination,
      target.forwardPath ? match.remainder : null,
      forwardedQuery(target, rawQuery, match.record.query),
    );
  });
  const [location, ...others] = locations;
  if (location === undefined) return { kind: "none" };
  return { kind: "location", status: isRedirectStatus(status) ? status : 200, location, others };
}

/** Returns a URL that the record answers, as an initial example. */
export function sampleUrl(form: RecordForm): string {
  const place = placeOf(form);
  if (place === null) return "";
  const { host, source } = place;
  const tail = form.forward_path ? "/more/path" : "";
  const query = form.forward_query ? "?color=red" : "";
  if (source.kind === "any") return `${host}${tail || "/any/page"}${query}`;
  if (source.kind === "pattern") return `${host}${toSamplePath(source.path)}${query}`;
  if (source.kind === "query") return `${host}${source.path}?${source.query}`;
  const path = source.path.replace(/\/\*$/, "/some/page");
  return `${host}${path}${isLink(form) ? tail : ""}${query}`;
}

/** Returns the hostname in the form of answers of the API. */
type Place = Pick<HostedSource, "source"> & { host: string };

function placeOf(form: RecordForm): Place | null {
  if (isLink(form)) {
    const alias = form.alias === "" ? "alias" : form.alias;
    return form.host === "" ? null : { host: form.host, source: aliasSource(alias) };
  }
  const parsed = parseSourceUrl(splitSourceList(form.url)[0] ?? "");
  return parsed.ok ? parsed.value : null;
}

/** Matches a request against the host as if it had only this record. */
function matchOf(form: RecordForm, place: Place, destinations: string[], url: URL): Match | null {
  const host = toVisitedHostname(`http://${place.host}/`);
  if (toVisitedHostname(url.href) !== host) return null;
  const { source } = place;
  const snapshot = toRecordSnapshot({
    ...EMPTY,
    id: "",
    handler: form.handler,
    source,
    type: form.type as DomainRecord["type"],
    destinations,
    utm: form.utm,
    forwardPath: form.forward_path,
    forwardQuery: form.forward_query,
    plugins: form.plugins,
    qr: null,
    html: null,
  });
  const requested = toRequestedSource(url.pathname, url.search.slice(1));
  const depth = prefixDepth(source);
  const config: HostConfig = {
    host,
    forceHttps: false,
    hasHttps: false,
    notFoundUrl: null,
    expiredUrl: null,
    any: source.kind === "any" ? snapshot : null,
    prefixDepths: depth === null ? [] : [depth],
    hasQuerySources: source.kind === "query",
    hasForwardingAliases: familyOf(form.handler) === "link" && form.forward_path,
    ownPaths: [],
  };
  const patterns = source.kind === "pattern" ? rankPatterns([source.path], requested) : [];
  const own = source.kind === "any" ? null : slotOf(source);
  const slot = { v: 1 as const, seq: 0, records: [snapshot], hasQueries: source.kind === "query" };
  return (
    findMatch(config, requested, (asked) => (asked === own ? slot : emptySlot(source.kind)), patterns) ?? null
  );
}

/** Returns the slot of any other path. For a source with a query, it marks that its path has sources with queries. */
function emptySlot(kind: string) {
  return kind === "query" ? { v: 1 as const, seq: 0, records: [], hasQueries: true } : null;
}

/** The settings that the preview ignores. */
const EMPTY = {
  routing: { kind: "primary" as const },
  pauses: [],
  expiresAtMs: null,
  startsAtMs: null,
  maxClicks: null,
  maxClicksVersion: 0,
  placesLeft: null,
  expiredUrl: null,
  isPreviewOff: false,
  preview: null,
  rules: [],
  passwordVersion: null,
  title: "",
  description: "",
  health: {} as DomainRecord["health"],
  threats: {} as DomainRecord["threats"],
  isSwitchUnbrokenDestination: false,
};
