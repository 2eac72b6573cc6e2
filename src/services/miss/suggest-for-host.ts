import type { Hostname } from "../../domain/hostname.ts";
import { toVisitedHostname } from "../../domain/visited-host.ts";
import { foldPath, toCanonicalPath } from "../../domain/path.ts";
import { indexCandidates, suggest, type Candidate, type Suggestion } from "../../domain/suggest/suggest.ts";
import { readSitemapUrls } from "../../storage/sitemap/sitemap.ts";
import {
  selectSources,
  selectWaitingPaths,
  updateSuggestions,
  type WaitingHost,
} from "../../storage/miss/suggestion.ts";

const MAX_PATHS = 1_000;

/**
 * Makes suggestions for missed paths of a hostname that have none yet (contract 31.9), from sources and destinations
 * of the hostname's records, and from its sitemap.
 * @returns whether more paths may be left
 */
export async function suggestForHost(db: D1Database, waiting: WaitingHost, nowMs: number): Promise<boolean> {
  const paths = await selectWaitingPaths(db, waiting, MAX_PATHS);
  if (paths.length === 0) return false;
  const [records, urls] = await Promise.all([
    selectSources(db, waiting),
    readSitemapUrls(db, waiting.workspaceId, waiting.host),
  ]);
  const destinations = new Set(urls);
  for (const { destination } of records) destinations.add(destination);
  const index = indexCandidates([...records, ...[...destinations].flatMap(toPage)]);
  const found = new Map<string, Suggestion[]>();
  for (const { slot, path } of paths) {
    const others = suggest(index, path).filter(
      ({ destination }) => !leadsTo(destination, waiting.host, path),
    );
    found.set(slot, others);
  }
  await db.batch(updateSuggestions(db, waiting, found, nowMs));
  return paths.length === MAX_PATHS;
}

/** Returns the page of a URL by its path; an empty list for the root, because every path resembles it. */
function toPage(destination: string): Candidate[] {
  const path = pathOf(destination);
  return path === null || path === "/" ? [] : [{ path, destination }];
}

function pathOf(url: string): string | null {
  const [, path = "/"] = /^https?:\/\/[^/?#]+(\/[^?#]*)?/i.exec(url) ?? [];
  return URL.canParse(url) ? toCanonicalPath(path) : null;
}

function leadsTo(url: string, host: Hostname, path: string): boolean {
  const target = pathOf(url);
  if (target === null || foldPath(toCanonicalPath(target)) !== foldPath(toCanonicalPath(path))) return false;
  return toVisitedHostname(new URL(url).href) === host;
}
