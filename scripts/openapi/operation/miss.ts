import { pageOf } from "../../../src/admin/schema/part.ts";
import { MissShape, ResolvedShape, SitemapShape } from "../../../src/admin/schema/miss-shape.ts";
import { HOST, MOMENT, page } from "../example.ts";
import type { Operation } from "../operation.ts";

const miss = {
  host: HOST,
  path: "/Old-Prices.html",
  is_redacted: false,
  state: "open",
  visits: 48,
  people: 41,
  crawlers: 6,
  bots: 1,
  first_at: MOMENT,
  last_at: MOMENT,
  referrers: [{ host: "news.example", visits: 12 }],
  suggestions: [{ destination: "https://example.com/prices", score: 0.83, reason: "page" }],
};

const sitemap = { host: HOST, urls: 1240, updated_at: MOMENT };

export const MISS_OPERATIONS: Record<string, Operation> = {
  "get /v1/misses": {
    id: "listMisses",
    summary: "List the paths that visitors asked for in vain",
    description:
      "Paths of the last 30 days that no record answers, with up to three suggestions each, which are made within ten minutes. Those that were asked for most come first. `Accept: text/csv` gets a page as CSV, and the cursor of the next one in the header `X-Next-Cursor`.",
    answer: pageOf(MissShape),
    forms: ["text/csv"],
    headers: ["X-Next-Cursor"],
    examples: { answer: page(miss) },
  },
  "post /v1/misses/resolve": {
    id: "resolveMisses",
    summary: "Answer missed paths from now on",
    description:
      "`to` is `suggestion` (the first of each path), a URL, `gone` (410), `ignore`, or `open` to take an `ignore` back. Up to 1,000 paths; if one cannot be resolved, none is. The first three create a redirect for each path, by a change that is planned and applied at once and can be undone for 30 days; more than 500 are written in the background. It is a 409 while another change is applied. Paths are taken literally: no segment of them is a capture.",
    answer: ResolvedShape,
    errors: [409],
    examples: {
      body: { host: HOST, paths: ["/Old-Prices.html"], to: "ignore" },
      answer: { paths: ["/Old-Prices.html"], change: null },
    },
  },
  "get /v1/sitemaps": {
    id: "listSitemaps",
    summary: "List uploaded sitemaps",
    description: "One for each hostname that has one, with the number of its pages.",
    answer: pageOf(SitemapShape),
    examples: { answer: page(sitemap) },
  },
  "put /v1/sitemaps/{host}": {
    id: "storeSitemap",
    summary: "Upload the sitemap of a hostname",
    description:
      "Its URLs are suggested for missed paths of the hostname. XML, or with `text/plain` a URL in each line; at most 8 MiB and 100,000 URLs. It replaces the one before.",
    answer: SitemapShape,
    examples: { body: "<urlset><url><loc>https://example.com/prices</loc></url></urlset>", answer: sitemap },
  },
  "delete /v1/sitemaps/{host}": {
    id: "deleteSitemap",
    summary: "Delete the sitemap of a hostname",
    description: "Its pages are suggested no more.",
  },
};
