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
