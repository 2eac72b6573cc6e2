import { refuse, type Refusal } from "./refusal/refusal.ts";
import { addFieldError, type FieldErrors } from "./field-error.ts";
import type { Hostname } from "./hostname.ts";
import { toAsciiHostname } from "./parse-hostname.ts";
import { parseAliasUrl, parseSourceUrl } from "./parse-source.ts";
import type { LinkRecord } from "./record.ts";
import { withoutSelectors } from "./path.ts";
import {
  aliasSource,
  ANY_SOURCE,
  formatSource,
  toSourceText,
  type HostedSource,
  type Source,
} from "./source.ts";

/** The fields that name the place of a new record; `url` is unparsed. */
interface NewPlace {
  host?: Hostname;
  alias?: string;
  url?: string;
}

/** Returns the hostname and the alias of a new short link, if the write has them. */
export function placeNewLink(
  { host, alias, url }: NewPlace,
  errors: FieldErrors,
): Pick<NewPlace, "host" | "alias"> {
  const place = { ...(host !== undefined && { host }), ...(alias !== undefined && { alias }) };
  if (url === undefined) return place;
  const parsed = parseAliasUrl(url);
  if (!parsed.ok) addFieldError(errors, "url", parsed.reason);
  else if (
    (host ?? parsed.value.host) !== parsed.value.host ||
    (alias ?? parsed.value.alias) !== parsed.value.alias
  ) {
    addFieldError(errors, "url", refuse("disagrees_both"));
  } else return { ...place, alias: parsed.value.alias };
  return place;
}

/** Returns the place of a new redirect: the source in `url`, or every path of `host`; null if neither is written. */
export function placeNewRedirect(
  { host, url }: Omit<NewPlace, "alias">,
  errors: FieldErrors,
): HostedSource | null {
  if (url === undefined) return host === undefined ? null : { host, source: ANY_SOURCE };
  const parsed = parseSourceUrl(url);
  if (!parsed.ok) addFieldError(errors, "url", parsed.reason);
  else if (host !== undefined && parsed.value.host !== host)
    addFieldError(errors, "url", refuse("disagrees_host"));
  return parsed.ok ? parsed.value : null;
}

/** Returns the path of a source as answers show it in `alias`. */
export function aliasOf(source: Source): string {
  return toSourceText(source).replace(/^\//, "");
}

/** The fields of a write that name the place of a short link. Each was parsed on its own. */
interface LinkPlace {
  host?: Hostname;
  alias?: string;
  /** Repeats the alias: a client may send back the `path` that it read. */
  path?: string;
  /** Host and alias in one text. */
  url?: { host: Hostname; alias: string };
}

/**
 * Returns the place of a short link after a write. A field that repeats the current value has no effect,
 * so that a client can change one field of an answer and send it back.
 */
export function placeLink(written: LinkPlace): (current: HostedSource, errors: FieldErrors) => HostedSource {
  return (current, errors) => {
    const standing = { host: current.host, alias: formatSource(current.source).slice(1) };
    const host = changed(written.host, standing.host);
    const alias = changed(written.alias, standing.alias) ?? changed(written.path, standing.alias);
    const isOtherUrl =
      written.url !== undefined &&
      (written.url.host !== standing.host || written.url.alias !== standing.alias);
    const url = isOtherUrl ? written.url : undefined;
    const place = { host: host ?? url?.host ?? standing.host, alias: alias ?? url?.alias ?? standing.alias };
    if (url !== undefined && (url.host !== place.host || url.alias !== place.alias)) {
      addFieldError(errors, "url", refuse("disagrees_both"));
    }
    const path = changed(written.path, standing.alias);
    if (path !== undefined && path !== place.alias) addFieldError(errors, "path", refuse("disagrees_alias"));
    return { host: place.host, source: aliasSource(place.alias) };
  };
}

/** The fields of a write that name the place of a redirect, and, unparsed, the fields that may only repeat it. */
interface RedirectPlace extends Pick<RepeatedPlace, "alias" | "path"> {
  url?: HostedSource;
  host?: Hostname;
}

/** Returns the place of a redirect after a write: `url` moves it, the other fields may only repeat it. */
export function placeRedirect({
  url,
  host,
  ...repeated
}: RedirectPlace): (current: LinkRecord, errors: FieldErrors) => HostedSource {
  return (current, errors) => {
    const place = url ?? current;
    if (host !== undefined && host !== place.host && host !== current.host) {
      addFieldError(errors, "host", refuse("not_host_of_url"));
    }
    addRepeatErrors(current, repeated, refuse("not_taken_url"), errors);
    return { host: place.host, source: place.source };
  };
}

function changed<T extends string>(written: T | undefined, standing: T): T | undefined {
  return written === standing ? undefined : written;
}

/** The fields of a write that name a place but cannot change it, unparsed. */
interface RepeatedPlace {
  host?: string;
  alias?: string;
  path?: string;
  url?: string;
}

/** Checks the fields that may only repeat the record, whose source never changes (contract 12.10). */
export function keepPlace(
  written: RepeatedPlace,
): (current: LinkRecord, errors: FieldErrors) => HostedSource {
  return (current, errors) => {
    addRepeatErrors(current, written, refuse("cannot_be_changed_here"), errors);
    return { host: current.host, source: current.source };
  };
}

/** Adds errors for the fields that differ from the record's place as answers show it. */
function addRepeatErrors(
  { host, source }: LinkRecord,
  written: RepeatedPlace,
  reason: Refusal,
  errors: FieldErrors,
): void {
  const alias = aliasOf(source);
  const isHeld: Record<keyof RepeatedPlace, (value: string) => boolean> = {
    host: (value) => toAsciiHostname(value) === host,
    alias: (value) => value === alias,
    path: (value) => value === alias || value === `/${alias}`,
    url(value) {
      const url = parseSourceUrl(value);
      return url.ok && url.value.host === host && isSameSource(url.value.source, source);
    },
  };
  for (const [field, value] of Object.entries(written) as [keyof RepeatedPlace, string][]) {
    if (!isHeld[field](value)) addFieldError(errors, field, reason);
  }
}

/** Returns whether two sources are the same, apart from the variation selectors that older sources still have. */
function isSameSource(written: Source, standing: Source): boolean {
  return withoutSelectors(formatSource(written)) === withoutSelectors(formatSource(standing));
}
