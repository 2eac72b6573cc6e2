import { toUrlPath } from "../domain/path.ts";
import { toPublicUrl } from "../domain/public-url.ts";
import type { HostConfig, RecordSnapshot } from "../domain/snapshot.ts";
import type { Visit } from "./visit.ts";

/** Returns the public URL of a record. On a wildcard host the URL has the visited hostname. */
export function toShortUrl(config: HostConfig, record: RecordSnapshot, visit: Visit): string {
  const host = config.host.startsWith("*.") ? visit.hostname : config.host;
  return toPublicUrl(host, toUrlPath(record.path), config.hasHttps, `http://${visit.authority}`);
}

/** Returns the hostname of a URL, with its port if it has one. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
