import { cardPath, type ShownFile } from "../domain/branding.ts";
import { toUrlPath } from "../domain/path.ts";
import { PROBE_PATH } from "../domain/probe-path.ts";
import { toPublicUrl } from "../domain/public-url.ts";
import type { HostConfig, RecordSnapshot } from "../domain/snapshot.ts";
import type { Counted } from "./outcome.ts";
import type { Visit } from "./visit.ts";

/** Returns the public URL of a record. On a wildcard host the URL has the visited hostname. */
export function toShortUrl(config: HostConfig, record: RecordSnapshot, visit: Visit): string {
  const host = config.host.startsWith("*.") ? visit.hostname : config.host;
  return toPublicUrl(host, toUrlPath(record.path), config.hasHttps, `http://${visit.authority}`);
}

type Card = Extract<Counted, { kind: "card" }>;

/** Returns the card of a link, with its destination if the card may show it. */
export function toCard(
  config: HostConfig,
  record: RecordSnapshot,
  visit: Visit,
  shown?: Pick<Card, "destination" | "headers" | "location">,
): Card {
  const { title = "", description = "", picture } = record;
  const shortUrl = toShortUrl(config, record, visit);
  const image = picture === undefined ? (record.image ?? "") : toPictureUrl(shortUrl, picture, record, visit);
  return {
    kind: "card",
    record,
    ...(shown ?? { destination: -1, headers: null, location: shortUrl }),
    shortUrl,
    siteName: hostOf(shortUrl),
    title,
    description,
    image,
    destinationHost: shown === undefined ? "" : hostOf(shown.location),
  };
}

/** Returns the URL of the picture of a link: that of the link, behind the number of the picture (contract 35.20). */
function toPictureUrl(shortUrl: string, file: ShownFile, { query }: RecordSnapshot, visit: Visit): string {
  const { requested, rawQuery } = visit;
  const search = query === undefined || rawQuery === null ? "" : `?${rawQuery}`;
  return new URL(shortUrl).origin + PROBE_PATH + cardPath(file) + requested.rawPath + search;
}

/** Returns the hostname of a URL, with its port if it has one. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
