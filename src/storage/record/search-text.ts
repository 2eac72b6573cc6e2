import { allDestinations } from "../../domain/rule/rule.ts";
import { foldCase } from "../../domain/path.ts";
import type { LinkRecord } from "../../domain/record.ts";
import { formatSource, toUrlSuffix } from "../../domain/source.ts";

/** Returns the text that searches examine: the URLs, titles, destinations and tags, a line each. */
export function toSearchText(record: LinkRecord): string {
  const suffix = formatSource(record.source);
  const shown = toUrlSuffix(record.source);
  const urls = [`https://${record.host}${suffix === "*" ? "/*" : suffix}`];
  if (!urls[0]?.endsWith(shown)) urls.push(`https://${record.host}${shown}`);
  const lines = [...urls, record.title, record.description, ...allDestinations(record), ...record.tags];
  return foldCase(lines.filter((line) => line !== "").join("\n"));
}
