import {
  aliasSource,
  foldPath,
  type HostedSource,
  parseDestination,
  parseSourceUrl,
  splitSourceList,
  toSamplePath,
} from "../../../domain/client/address.ts";
import {
  composeForMatch,
  defaultSettings,
  type Match,
  rankPatterns,
  RecordIndex,
  toRequestedSource,
  toVisitedHostname,
} from "../../../domain/client/preview.ts";
import { isRedirectStatus, type RedirectType } from "../../../domain/client/words.ts";
import { isLink, type RecordForm, toForm } from "./record-form.ts";
import { toTimestamp } from "./local-time.ts";
import { isOver, lastingPlace, sharesOf } from "./routing-form.ts";
import type { LinkRecord } from "../../api/types.ts";

/**
 * The answer that a visitor would get from the record in a form, computed by the functions that answer visitors. It
 * ignores rules, passwords and similar settings, because it shows how a Location is composed.
 */
type Preview =
  /** At least one Location, each with its share of the visits; null if nobody knows it beforehand. */
  | { kind: "location"; status: number; answers: { location: string; share: number | null }[] }
  /** The record does not answer this URL. */
  | { kind: "miss" }
  /** There is not enough input for a preview. */
  | { kind: "none" };

/** Returns the preview of a request for a URL, with or without scheme, or for a path of the record's own hostname. */
export function previewLocation(form: RecordForm, sample: string, nowMs = Date.now()): Preview {
  const place = placeOf(form);
  const status = form.type === "frame" ? 200 : Number(form.type);
  const written = form.destinations.flatMap((one) => {
    const parsed = parseDestination(one.url);
    return parsed.ok ? [{ ...one, url: parsed.value }] : [];
  });
  const destinations = written.map(({ url }) => url);
  if (place === null || destinations.length === 0 || Number.isNaN(status)) return { kind: "none" };
  const typed = sample.startsWith("/") ? `${place.host}${sample}` : sample;
  const url = URL.parse(/^https?:\/\//.test(typed) ? typed : `http://${typed}`);
  if (url === null) return { kind: "none" };
  const rawQuery = url.search === "" ? null : url.search.slice(1);
  const match = matchOf(form, place, destinations, url);
  if (match === null) return { kind: "miss" };
  const { answer } = match.record;
  if (answer.kind !== "redirect" && answer.kind !== "frame") return { kind: "none" };
  const { target } = answer;
  const visit = { requested: { rawPath: url.pathname }, rawQuery };
  const shares = isOver(toTimestamp(form.routing_ends), nowMs)
    ? written.map((_, index) => Number(index === lastingPlace(written)))
    : sharesOf(written, form.routing);
  const answers = target.destinations.flatMap((destination, index) => {
    const location = composeForMatch(target, destination, match, visit);
    return location === null ? [] : [{ location, share: shares?.[index] ?? null }];
  });
  if (answers.length === 0) return { kind: "none" };
  return { kind: "location", status: isRedirectStatus(status) ? status : 200, answers };
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
  const record = {
    ...defaultSettings(form.handler),
    ...NEW,
    host,
    handler: form.handler,
    source,
    type: form.type as RedirectType,
    destinations,
    utm: form.utm,
    forwardPath: form.forward_path,
    forwardQuery: form.forward_query,
    plugins: form.plugins,
  };
  const requested = toRequestedSource(url.pathname, url.search.slice(1));
  const patterns = source.kind === "pattern" ? rankPatterns([foldPath(source.path)], requested) : [];
  const [found] = new RecordIndex([record]).answersOf(host, requested, patterns);
  return found?.match ?? null;
}

/** What a record without an id and without findings has. */
const NEW = { id: "", maxClicksVersion: 0, placesLeft: null, health: {}, threats: {} };

/** Returns a URL that a record answers, without its scheme. */
export function sampleOf(record: LinkRecord): string {
  return sampleUrl({ ...toForm(record), forward_path: false, forward_query: false });
}
