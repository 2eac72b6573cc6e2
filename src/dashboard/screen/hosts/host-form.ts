import type { Host } from "../../api/types.ts";

/** The settings of a hostname as values of its form, in text as typed. */
export type HostForm = ReturnType<typeof toHostForm>;

export function toHostForm(host: Host) {
  const { https_requested, force_https, short_links_enabled, misses, is_preview_off, hsts } = host;
  return {
    https_requested,
    force_https,
    short_links_enabled,
    not_found_url: host.not_found_url ?? "",
    expired_url: host.expired_url ?? "",
    misses,
    is_preview_off,
    /** Seconds; empty for none. */
    hsts_max_age: hsts === null ? "" : String(hsts.max_age),
    hsts_subdomains: hsts?.include_subdomains ?? false,
  };
}

export function toHostFields(form: HostForm): Record<string, unknown> {
  const { hsts_max_age, hsts_subdomains, not_found_url, expired_url, ...switches } = form;
  return {
    ...switches,
    not_found_url: not_found_url.trim() || null,
    expired_url: expired_url.trim() || null,
    hsts: hsts_max_age === "" ? null : { max_age: Number(hsts_max_age), include_subdomains: hsts_subdomains },
  };
}

/** A path that is unlikely to have a record. */
const PATH = "/signpost-shows-what-nobody-finds";

/** Returns the URL of a missing page on a hostname; for a wildcard, on a name below it. */
export function missingPageOf(
  { host, public: isPublic, ssl_issued_at }: Pick<Host, "host" | "public" | "ssl_issued_at">,
  { port }: Pick<Location, "port">,
): string {
  const name = host.replace(/^\*\./, "signpost.");
  // This server answers the names of local development.
  if (!isPublic) return `http://${name}${port === "" ? "" : `:${port}`}${PATH}`;
  return `${ssl_issued_at === null ? "http" : "https"}://${name}${PATH}`;
}
