import type { Host } from "../../api/types.ts";
import { callVersioned, type Versioned } from "../../api/client.ts";
import { keepAnswer, refresh } from "../../api/query.ts";
import { useMay, useSession } from "../../state/session.ts";

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

export type LoadedHost = Versioned<Host>;

export interface HostFormProps {
  loaded: LoadedHost;
  onDirty: (isDirty: boolean) => void;
}

/** Returns the read of a hostname. Every screen uses it, because the cache holds one shape per key. */
export function hostRead(name: string) {
  return { key: ["host", name], read: (signal: AbortSignal) => readHost(name, signal) };
}

export function readHost(name: string, signal?: AbortSignal): Promise<LoadedHost> {
  return callVersioned("GET", `/host/${encodeURIComponent(name)}`, signal === undefined ? {} : { signal });
}

/** Writes settings of a hostname, and updates them on all screens. @throws ApiError 412 for another version */
export async function writeHost(name: string, body: object, etag: string | null): Promise<LoadedHost> {
  const headers: Record<string, string> = etag === null ? {} : { "If-Match": etag };
  const written = await callVersioned<Host>("PUT", `/host/${encodeURIComponent(name)}`, { body, headers });
  await keepAnswer(["host", name], written);
  void refresh("hosts");
  return written;
}

/** Returns whether the user may connect and disconnect hostnames, which needs an unlimited reach. */
export function useMayConnect(): boolean {
  const isEditor = useMay("editor");
  return useSession().hosts === null && isEditor;
}
