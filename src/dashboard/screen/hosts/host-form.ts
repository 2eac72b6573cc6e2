import { MISSES } from "../../../domain/client/words.ts";
import type { Host } from "../../api/types.ts";

/** The settings of a hostname as values of its form, in text as typed. */
export interface HostForm {
  https_requested: boolean;
  force_https: boolean;
  short_links_enabled: boolean;
  not_found_url: string;
  expired_url: string;
  misses: Host["misses"];
  is_preview_off: boolean;
  /** Seconds; empty for none. */
  hsts_max_age: string;
  hsts_subdomains: boolean;
}

export const MISS_OPTIONS = MISSES;
/** The choices of the form in seconds. Browsers keep the setting for this time, whatever happens to the hostname. */
export const HSTS_SECONDS = [300, 86_400, 604_800, 2_592_000, 31_536_000, 63_072_000];

export function toHostForm(host: Host): HostForm {
  const { https_requested, force_https, short_links_enabled, misses, is_preview_off, hsts } = host;
  return {
    https_requested,
    force_https,
    short_links_enabled,
    not_found_url: host.not_found_url ?? "",
    expired_url: host.expired_url ?? "",
    misses,
    is_preview_off,
    hsts_max_age: hsts === null ? "" : String(hsts.max_age),
    hsts_subdomains: hsts?.include_subdomains ?? false,
  };
}

/** Returns the fields of the API. */
export function toHostFields(form: HostForm): Record<string, unknown> {
  const { hsts_max_age, hsts_subdomains, not_found_url, expired_url, ...switches } = form;
  return {
    ...switches,
    not_found_url: not_found_url.trim() || null,
    expired_url: expired_url.trim() || null,
    hsts: hsts_max_age === "" ? null : { max_age: Number(hsts_max_age), include_subdomains: hsts_subdomains },
  };
}
