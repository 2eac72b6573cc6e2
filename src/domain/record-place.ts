import { addFieldError, type FieldErrors } from "./field-error.ts";
import { toAsciiHostname } from "./hostname.ts";
import { parseSourceUrl } from "./parse-source.ts";
import type { LinkRecord } from "./record.ts";
import { withoutSelectors } from "./path.ts";
import { aliasSource, formatSource, toSourceText, type HostedSource, type Source } from "./source.ts";

/** The fields of a write that name the place of a short link. Each was parsed on its own. */
interface LinkPlace {
  host?: string;
  alias?: string;
  /** The alias again. */
  path?: string;
  /** Host and alias in one text. */
  url?: { host: string; alias: string };
}

/**
 * Returns the place of a short link after a write. A field that repeats the current value changes
 * nothing, so that the body of a GET can be sent back with one field changed.
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
      addFieldError(errors, "url", "disagrees with host and alias");
    }
    const path = changed(written.path, standing.alias);
    if (path !== undefined && path !== place.alias) addFieldError(errors, "path", "disagrees with alias");
    return { host: place.host, source: aliasSource(place.alias) };
  };
}

/** The fields of a write that name the place of a redirect. */
interface RedirectPlace {
  url?: HostedSource;
  host?: string;
}

/** Returns the place of a redirect after a write: `url` moves it, `host` may only repeat the hostname. */
export function placeRedirect(
  written: RedirectPlace,
): (current: HostedSource, errors: FieldErrors) => HostedSource {
  return (current, errors) => {
    const place = written.url ?? current;
    if (written.host !== undefined && written.host !== place.host && written.host !== current.host) {
      addFieldError(errors, "host", "is not the hostname of url");
    }
    return { host: place.host, source: place.source };
  };
}

function changed(written: string | undefined, standing: string): string | undefined {
  return written === standing ? undefined : written;
}

/** The fields of a write that name a place but cannot change it, unparsed. */
interface RepeatedPlace {
  handler?: string;
  host?: string;
  alias?: string;
  path?: string;
  url?: string;
  file?: string | null;
}

/**
 * Checks the fields that may only repeat the record: handler and source never change (contract 12.10).
 */
export function keepPlace(
  written: RepeatedPlace,
): (current: LinkRecord, errors: FieldErrors) => HostedSource {
  return (current, errors) => {
    const { host, source } = current;
    const alias = toSourceText(source).replace(/^\//, "");
    const url = written.url === undefined ? null : parseSourceUrl(written.url);
    const isSameUrl =
      url === null || (url.ok && url.value.host === host && isSameSource(url.value.source, source));
    const standing: RepeatedPlace = {
      handler: current.handler,
      host: written.host !== undefined && toAsciiHostname(written.host) === host ? written.host : host,
      alias,
      path: written.path === `/${alias}` ? written.path : alias,
      ...(isSameUrl && written.url !== undefined && { url: written.url }),
      file: current.file,
    };
    for (const field of Object.keys(written) as (keyof RepeatedPlace)[]) {
      if (written[field] !== undefined && written[field] !== standing[field]) {
        addFieldError(errors, field, "cannot be changed here");
      }
    }
    return { host, source };
  };
}

/** Returns whether two sources are the same: those from before variation selectors were left out still have them. */
function isSameSource(written: Source, standing: Source): boolean {
  return withoutSelectors(formatSource(written)) === withoutSelectors(formatSource(standing));
}
