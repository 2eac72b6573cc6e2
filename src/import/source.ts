import { refuse, type Refusal } from "../domain/refusal/refusal.ts";
import {
  aliasSource,
  parseAlias,
  parseHostname,
  parseSourceUrl,
  toCanonicalPath,
  type Source,
} from "../domain/client/address.ts";
import { MOST_CHARACTERS } from "./limit.ts";
import type { DraftSource, ImportOptions, ImportRow } from "./row.ts";

/** A source in the form of an import row. */
export interface PlacedSource {
  /** The hostname in the form that is compared. */
  host: string;
  source: Source;
  place: { url: string } | { host: string; alias: string };
  /** Says whether it is the source of a short link. */
  isLink: boolean;
  /** Says whether `/x/*` also matches `/x` in the file. */
  takesFolder: boolean;
  warnings: Refusal[];
}

type Placed = PlacedSource | { reason: Refusal };

/** Finds host and path of a source, and its form in a row of the API. */
export function placeSource(draft: DraftSource, options: ImportOptions): Placed {
  const written = draft.kind === "list" ? draft.text : draft.kind === "alias" ? draft.slug : draft.path;
  if (written.length > MOST_CHARACTERS) return { reason: refuse("file_too_long") };
  switch (draft.kind) {
    case "alias":
      return placeAlias(draft.slug, draft.host, options);
    case "list":
      return placeList(draft, options);
    case "pattern": {
      if (!draft.path.startsWith("/")) return { reason: refuse("file_source_form") };
      const host = mapHost(draft.host, options);
      if (host.name === null) return { reason: refuse("file_no_host") };
      return toPlaced(host.name, draft.path, host.warnings, { takesFolder: draft.takesFolder ?? false });
    }
  }
}

/** Finds host and path of a row of the API. */
export function placeRow({ host, alias, url }: Pick<ImportRow, "host" | "alias" | "url">): Placed {
  if (typeof alias === "string" && typeof host === "string") {
    const [name, parsed] = [parseHostname(host), parseAlias(alias)];
    if (!name.ok) return invalid(refuse("has_host_that", { reason: name.reason }));
    if (!parsed.ok) return invalid(refuse("has_alias_that", { reason: parsed.reason }));
    const place = { host: name.value, alias: parsed.value };
    return { ...PLAIN, host: name.value, source: aliasSource(parsed.value), place, isLink: true };
  }
  if (typeof url !== "string") return { reason: refuse("file_no_source") };
  const parsed = parseSourceUrl(url);
  if (!parsed.ok) return invalid(parsed.reason);
  return { ...PLAIN, ...parsed.value, place: { url }, isLink: false };
}

const PLAIN = { takesFolder: false, warnings: [] as Refusal[] };

function invalid(reason: Refusal): { reason: Refusal } {
  return { reason: refuse("file_source_invalid", { reason }) };
}

function mapHost(named: string | undefined, { host, hostMap }: ImportOptions) {
  if (named === undefined || named === "") return { name: host, warnings: [] };
  const mapped = hostMap.get(named.toLowerCase());
  if (mapped !== undefined) return { name: mapped, warnings: [refuse("file_vendor_host", { host: named })] };
  // The hostname of a hosted service cannot be connected here.
  if (host !== null && isVendorHost(named)) {
    return { name: host, warnings: [refuse("file_vendor_host", { host: named })] };
  }
  return { name: named, warnings: [] };
}

const VENDOR_HOSTS = new Set([
  "bit.ly",
  "j.mp",
  "bitly.com",
  "dub.sh",
  "dub.co",
  "rebrand.ly",
  "tinyurl.com",
  "kutt.it",
  "short.gy",
]);

export function isVendorHost(host: string): boolean {
  return VENDOR_HOSTS.has(host.toLowerCase());
}

const FULL_URL = /^https?:\/\/([^/?#]+)(.*)$/is;
const HOST_AND_PATH = /^((?:\*\.)?[^/?#\s*]+\.[^/?#\s]+)([/?].*)$/s;

function placeList(
  { text, host: named, takesFolder = false }: DraftSource & { kind: "list" },
  options: ImportOptions,
): Placed {
  if (text === "") return { reason: refuse("file_no_source") };
  const split = splitHost(text);
  if (split === null) return { reason: refuse("file_source_form") };
  if (named !== undefined && split.host !== undefined && split.host.toLowerCase() !== named.toLowerCase()) {
    return { reason: refuse("file_source_hosts", { host: named }) };
  }
  const host = mapHost(split.host ?? named, options);
  if (host.name === null) return { reason: refuse("file_no_host") };
  if (/\p{Cc}/u.test(split.rest)) return { reason: refuse("file_source_control") };
  if (split.rest.includes("#")) return { reason: refuse("file_source_fragment") };
  const [path = "", ...query] = split.rest.split("?");
  if (path.endsWith("/*") && query.length > 0 && query.join("?") !== "") {
    return { reason: refuse("file_query_of_prefix") };
  }
  // A list contains paths. A colon at the beginning of a segment would begin a capture here.
  const literal = path.replaceAll("/:", "/%3A");
  const rest = [literal === "" ? "/" : literal, ...query].join("?");
  return toPlaced(host.name, rest, host.warnings, { takesFolder });
}

function splitHost(text: string): { host?: string; rest: string } | null {
  if (text === "*") return { rest: "/*" };
  if (text.startsWith("/")) return { rest: text };
  const [, host, rest = ""] = FULL_URL.exec(text) ?? HOST_AND_PATH.exec(text) ?? [];
  return host === undefined ? null : { host, rest };
}

function toPlaced(
  host: string,
  rest: string,
  warnings: Refusal[],
  { isLink = false, takesFolder = false }: Partial<Pick<PlacedSource, "isLink" | "takesFolder">>,
): Placed {
  const isEverything = rest === "/*";
  // The API treats white space as the end of a source.
  const url = isEverything ? host : `${host}${rest.replace(/\s/gu, encodeURIComponent)}`;
  const parsed = parseSourceUrl(url);
  if (!parsed.ok) return invalid(parsed.reason);
  const said = isEverything ? [...warnings, refuse("file_everything")] : warnings;
  return { ...parsed.value, place: { url }, isLink, takesFolder, warnings: said };
}

const MAX_ALIAS = 30;

function placeAlias(slug: string, named: string | undefined, options: ImportOptions): Placed {
  const host = mapHost(named, options);
  if (host.name === null) return { reason: refuse("file_no_host") };
  const said = [...host.warnings];
  if (slug === "") {
    return toPlaced(host.name, "/", [...said, refuse("file_root_page")], { isLink: true });
  }
  const decoded = toCanonicalPath(`/${slug}`).slice(1);
  const alias = parseAlias(decoded);
  if (alias.ok) {
    const parsedHost = parseHostname(host.name);
    if (!parsedHost.ok) return invalid(refuse("has_host_that", { reason: parsedHost.reason }));
    const place = { host: host.name, alias: alias.value };
    const source = aliasSource(alias.value);
    return { ...PLAIN, host: parsedHost.value, source, place, isLink: true, warnings: said };
  }
  if (/(?:\+|\.qr)$/i.test(decoded)) return { reason: refuse("file_alias_end") };
  said.push(whyNoAlias(decoded));
  const rest = `/${slug}`.replaceAll("/:", "/%3A").replaceAll("*", "%2A");
  return toPlaced(host.name, rest, said, { isLink: true });
}

function whyNoAlias(slug: string): Refusal {
  if (slug.includes("/")) return refuse("file_alias_segments");
  return [...slug].length > MAX_ALIAS ? refuse("file_alias_long") : refuse("file_alias_letters");
}
