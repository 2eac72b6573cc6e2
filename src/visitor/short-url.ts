import { toUrlPath } from "../domain/path.ts";
import { toPublicUrl } from "../domain/public-url.ts";
import type { HostConfig, RecordSnapshot } from "../domain/snapshot.ts";
import type { Visit } from "./visit.ts";

/** The public URL of a record that answers for a visit; below a wildcard on the very hostname that was visited. */
export function toShortUrl(config: HostConfig, record: RecordSnapshot, visit: Visit): string {
  const host = config.host.startsWith("*.") ? visit.hostname : config.host;
  return toPublicUrl(host, toUrlPath(record.path), config.hasHttps, `http://${visit.authority}`);
}

/** The hostname that a URL leads to, with its port where it names one. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
