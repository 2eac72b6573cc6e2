import { HOST, ID, MOMENT } from "../example.ts";
import type { PropertyText } from "../property-text.ts";
import { MAX_HOST_CHARACTERS, MAX_URL_CHARACTERS } from "./limit.ts";

/** Describes a missed path, wherever it is answered. */
const MISS: Record<string, PropertyText> = {
  host: { text: "The hostname that was asked for the path.", example: HOST },
  state: {
    text: "`resolved` has a record now, `ignored` was set aside, and `open` is neither.",
    example: "open",
  },
  visits: { text: "Visits of everybody in the last 30 days.", example: 48 },
  people: { text: "Visits of people.", example: 41 },
  bots: { text: "Visits of other bots.", example: 1 },
  first_at: { text: "When it was first asked for in these 30 days.", example: MOMENT },
  last_at: { text: "When it was last asked for.", example: MOMENT },
  referrers: { text: "The three hostnames that most visitors came from.", example: [] },
  "referrers.host": { text: "The hostname of the page before.", example: "news.example" },
  "referrers.visits": { text: "Visits that came from it.", example: 12 },
};

function within(owner: string, texts: Record<string, PropertyText>): Record<string, PropertyText> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${owner}.${name}`, text]));
}

/** Describes missed paths, sitemaps and reports (contract 31). */
export const MISS_PROPERTIES: Record<string, PropertyText> = {
  "UpdateHostBody.misses": {
    text: "Which paths that visitors ask for in vain are kept: `unmatched` (no record answers), `all` (also those that only `*` answers) or `off`.",
    example: "unmatched",
  },
  "ResolveMissesBody.host": {
    text: "The hostname of the paths, which the workspace has to hold.",
    example: HOST,
    limits: { minLength: 1, maxLength: MAX_HOST_CHARACTERS },
  },
  "ResolveMissesBody.paths": {
    text: "Missed paths of the hostname, each as `GET /misses` shows it.",
    example: ["/Old-Prices.html"],
    // A path that is kept has 512 bytes, which may all be written with percent signs.
    items: { minLength: 1, maxLength: 1536 },
  },
  "ResolveMissesBody.to": {
    text: "`suggestion` (the first of each path), a destination, `gone` (410), `ignore`, or `open`, which takes `ignore` back.",
    example: "https://example.com/prices",
    limits: { minLength: 1, maxLength: MAX_URL_CHARACTERS },
  },
  "resolveMisses.paths": {
    text: "The paths that were resolved; where a call is repeated, the first of them.",
    example: ["/Old-Prices.html"],
  },

  ...within("listMisses.data", MISS),
  ...within("reportHost.misses.sample", MISS),
  "suggestions.destination": {
    text: "Where visitors may want to go.",
    example: "https://example.com/prices",
  },

  "listSitemaps.data.urls": { text: "Pages in the sitemap.", example: 1240 },
  "storeSitemap.urls": { text: "Pages in the sitemap.", example: 1240 },
  "listSitemaps.data.host": { text: "The hostname for which pages are suggested.", example: HOST },
  "storeSitemap.host": { text: "The hostname for which pages are suggested.", example: HOST },
  "storeSitemap.updated_at": { text: "When it was uploaded.", example: MOMENT },
  "listSitemaps.data.updated_at": { text: "When it was uploaded.", example: MOMENT },

  "reportHost.host": { text: "The hostname that is reported on.", example: HOST },
  "reportHost.workspace": { text: "The name of the workspace.", example: "Acme" },
  made_at: { text: "When the report was made.", example: MOMENT },
  "coverage.check": { text: "The check; `GET /checks/{id}/rows` lists all its results.", example: ID },
  "coverage.finished_at": { text: "When the check was done.", example: MOMENT },
  "coverage.total": { text: "URLs of the check that this hostname answers.", example: 1000 },
  "coverage.counts": {
    text: "These URLs by their result.",
    example: { covered: 998, uncovered: 1, unexpected: 1, chain: 0, loop: 0, temporary: 0 },
  },
  "coverage.sample": { text: "The first 20 that are not covered.", example: [] },
  "coverage.sample.line": {
    text: "The place of the URL among those that were sent, from 1 on.",
    example: 17,
  },
  "coverage.sample.url": { text: "The URL that was checked.", example: `https://${HOST}/old-shop` },
  "coverage.sample.result": { text: "The worst that is true of the URL.", example: "uncovered" },
  "coverage.sample.reason": {
    text: "Why; empty where the result says it all.",
    example: "not-found",
  },
  "reportHost.dns": { text: "What DNS says of the hostname.", example: {} },
  "dns.held": { text: "Whether the workspace holds the hostname.", example: true },
  "dns.correct": { text: "Whether DNS points here.", example: true },
  "dns.current": { text: "The values that DNS has.", example: [] },
  "dns.errors": { text: "What is wrong, each a sentence.", example: [] },
  "reportHost.certificate": { text: "The certificate of the hostname.", example: {} },
  "certificate.requested": { text: "Whether one is wanted.", example: true },
  "certificate.issued_at": { text: "When it was issued; null before.", example: MOMENT },
  "certificate.renews_at": { text: "When it is renewed; null if that is unknown.", example: MOMENT },
  "certificate.errors": { text: "What is wrong, each a sentence.", example: [] },
  "reportHost.records": { text: "The records on the hostname.", example: { total: 15, paused: 1 } },
  "reportHost.unvisited.count": { text: "How many there are.", example: 1 },
  "reportHost.unvisited.sample": { text: "Sources of the first 20.", example: ["/old-blog"] },
  "reportHost.chains": { text: "Records behind which visitors are redirected again.", example: {} },
  "reportHost.chains.count": { text: "How many there are.", example: 1 },
  "reportHost.chains.sample": { text: "The first 20.", example: [] },
  "reportHost.chains.sample.source": { text: "The source of the record.", example: "/a" },
  "reportHost.chains.sample.hops": {
    text: "The URLs that visitors go through, the end included.",
    example: [],
  },
  "dead_targets.records": { text: "How many there are.", example: 0 },
  "dead_targets.sample": { text: "The first 20.", example: [] },
  "dead_targets.sample.source": { text: "The source of the record.", example: "/old" },
  "dead_targets.sample.destination": {
    text: "The destination that is broken.",
    example: "https://example.org/",
  },
  "dead_targets.sample.reason": { text: "Why it is; null if that is unknown.", example: "404" },
  "reportHost.misses": { text: "Open paths that visitors ask for in vain.", example: {} },
  "reportHost.misses.setting": { text: "Which paths are kept.", example: "unmatched" },
  "reportHost.misses.paths": { text: "How many paths there are.", example: 0 },
  "reportHost.misses.people": { text: "Visits of people to them, in the last 30 days.", example: 0 },
  "reportHost.misses.crawlers": { text: "Visits of search engines to them.", example: 0 },
  "reportHost.misses.sample": { text: "The first 20 of those that were asked for most.", example: [] },
};
