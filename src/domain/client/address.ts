/** Hostnames, paths and destinations, as the API reads them. */

export { parseAlias } from "../alias.ts";
export { parseCheckUrl } from "../check/check-url.ts";
export { changeDestination, type DestinationChange } from "../destination-change.ts";
export { parseDestination } from "../destination.ts";
export { parseHostname, toAsciiHostname } from "../parse-hostname.ts";
export { parseSourceUrl, splitSourceList } from "../parse-source.ts";
export { foldPath, toCanonicalPath, toCanonicalQuery } from "../path.ts";
export { isOfShape, readShape, toSamplePath, type ShapeSegment } from "../pattern.ts";
export { parseSitemap } from "../sitemap.ts";
export { aliasSource, formatSource, type HostedSource, type Source } from "../source.ts";
export { hasCaptureInAuthority } from "../template.ts";
export { countCharacters } from "../text.ts";
export { splitUrl } from "../url-parts.ts";
