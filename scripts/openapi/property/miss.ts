/** Describes a missed path, wherever it is answered. */
const MISS: Record<string, string> = {
  host: "The hostname that was asked for the path.",
  state: "`resolved` has a record now, `ignored` was set aside, and `open` is neither.",
  visits: "Visits of everybody in the last 30 days.",
  people: "Visits of people.",
  bots: "Visits of other bots.",
  first_at: "When it was first asked for in these 30 days.",
  last_at: "When it was last asked for.",
  referrers: "The three hostnames that most visitors came from.",
  "referrers.host": "The hostname of the page before.",
  "referrers.visits": "Visits that came from it.",
};

function within(owner: string, texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${owner}.${name}`, text]));
}

/** Describes missed paths, sitemaps and reports (contract 31). */
export const MISS_PROPERTIES: Record<string, string> = {
  "UpdateHostBody.misses":
    "Which paths that visitors ask for in vain are kept: `unmatched` (no record answers), `all` (also those that only `*` answers) or `off`.",
  "ResolveMissesBody.host": "The hostname of the paths, which the workspace has to hold.",
  "ResolveMissesBody.paths": "Missed paths of the hostname, each as `GET /misses` shows it.",
  "ResolveMissesBody.to":
    "`suggestion` (the first of each path), a destination, `gone` (410), `ignore`, or `open`, which takes `ignore` back.",
  "resolveMisses.paths": "The paths that were resolved; where a call is repeated, the first of them.",

  ...within("listMisses.data", MISS),
  ...within("reportHost.misses.sample", MISS),
  "suggestions.destination": "Where visitors may want to go.",

  urls: "Pages in the sitemap.",
  "listSitemaps.data.host": "The hostname for which pages are suggested.",
  "storeSitemap.host": "The hostname for which pages are suggested.",
  "storeSitemap.updated_at": "When it was uploaded.",
  "listSitemaps.data.updated_at": "When it was uploaded.",

  "reportHost.host": "The hostname that is reported on.",
  "reportHost.workspace": "The name of the workspace.",
  made_at: "When the report was made.",
  "coverage.check": "The check; `GET /checks/{id}/rows` lists all its results.",
  "coverage.finished_at": "When the check was done.",
  "coverage.total": "URLs of the check that this hostname answers.",
  "coverage.counts": "These URLs by their result.",
  "coverage.sample": "The first 20 that are not covered.",
  "coverage.sample.url": "The URL that was checked.",
  "coverage.sample.result": "The worst that is true of the URL.",
  "coverage.sample.reason": "Why; empty where the result says it all.",
  "reportHost.dns": "What DNS says of the hostname.",
  "dns.held": "Whether the workspace holds the hostname.",
  "dns.correct": "Whether DNS points here.",
  "dns.current": "The values that DNS has.",
  "dns.errors": "What is wrong, each a sentence.",
  "reportHost.certificate": "The certificate of the hostname.",
  "certificate.requested": "Whether one is wanted.",
  "certificate.issued_at": "When it was issued; null before.",
  "certificate.renews_at": "When it is renewed; null if that is unknown.",
  "certificate.errors": "What is wrong, each a sentence.",
  "reportHost.records": "The records on the hostname.",
  "reportHost.unvisited.count": "How many there are.",
  "reportHost.unvisited.sample": "Sources of the first 20.",
  "reportHost.chains": "Records behind which visitors are redirected again.",
  "reportHost.chains.count": "How many there are.",
  "reportHost.chains.sample": "The first 20.",
  "reportHost.chains.sample.source": "The source of the record.",
  "reportHost.chains.sample.hops": "The URLs that visitors go through, the end included.",
  "dead_targets.records": "How many there are.",
  "dead_targets.sample": "The first 20.",
  "dead_targets.sample.source": "The source of the record.",
  "dead_targets.sample.destination": "The destination that is broken.",
  "dead_targets.sample.reason": "Why it is; null if that is unknown.",
  "reportHost.misses": "Open paths that visitors ask for in vain.",
  "reportHost.misses.setting": "Which paths are kept.",
  "reportHost.misses.paths": "How many paths there are.",
  "reportHost.misses.people": "Visits of people to them, in the last 30 days.",
  "reportHost.misses.crawlers": "Visits of search engines to them.",
  "reportHost.misses.sample": "The first 20 of those that were asked for most.",
  "reportHost.coverage":
    "What the check found that finished last, of those with URLs of this hostname; null until one has.",
  "reportHost.unvisited": "Records older than 28 days that had no visit in the last four weeks.",
  "chains.is_complete": "False if the hostname has more records than were looked at.",
  "reportHost.dead_targets": "Records with a destination that the monitor found broken.",
  "sample.path":
    "`(other)` stands for paths that the budgets had no room for, `(probes)` for what scanners try.",
  "data.path":
    "`(other)` stands for paths that the budgets had no room for, `(probes)` for what scanners try.",
  is_redacted: "A segment that may name a person, or may be a secret, was replaced by `:redacted`.",
  crawlers: "Search engines, from the addresses that they publish.",
  "suggestions.score": "From 0 to 1.",
  "suggestions.reason":
    "`spelling`: the same path but for letter case, slashes, the ending of a file or an index file. `words`: but for accents and separators. `page`: the same last segment. `similar`: a similar one.",
  suggestions: "Null until they are made.",
  "resolveMisses.change":
    "Creates the records: it tells what became of each path, and can be undone. Null where none is created.",
};
