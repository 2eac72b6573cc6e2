import { HOSTS, hostname } from "./seed.ts";

/** The calls that are measured: one of each kind, or several that find different numbers of records. */

export interface Call {
  what: string;
  method: string;
  path: string;
  body?: unknown;
  /** Its rows read may not grow with the number of records. */
  isFlat?: boolean;
  /** Rows that it may read at most. */
  maxRead?: number;
  /** Once, since it leaves something behind. */
  isOnce?: boolean;
  /** Asked again until the counts are complete. */
  isCounted?: boolean;
}

type Options = Omit<Partial<Call>, "what" | "path">;

const get = (what: string, path: string, options: Options = {}): Call => ({
  what,
  method: "GET",
  path,
  ...options,
});

const post = (what: string, path: string, options: Options = {}) =>
  get(what, path, { method: "POST", ...options });

const flat = { isFlat: true };
const counted = { isCounted: true, maxRead: 50_000 };

/** The records that a filter finds: a few at every size, or a share of all. */
const FILTERS: [name: string, query: string][] = [
  ["tags, few", "tags=rare"],
  ["tags, all records", "tags=all"],
  ["search, few", "search=rareword"],
  ["search, all records", "search=common"],
  ["search of two characters", "search=mm"],
  ["destination, one", "destination=example.com/page/777"],
  ["host", `host=${hostname(3)}`],
  ["host and path", `host=${hostname(3)}&path=/s6`],
  ["tld", "tld=com"],
  ["handler", "handler=redirect"],
  ["type", "type=302"],
  ["status", "status=paused"],
  ["traffic", "traffic=some"],
  ["dns_correct", "dns_correct=false"],
  [
    "created_after",
    `created_after=${encodeURIComponent(new Date(Date.now() - 7 * 86_400_000).toISOString())}`,
  ],
];

const COUNTED = new Set([
  "tags, few",
  "tags, all records",
  "search, few",
  "search, all records",
  "search of two characters",
  "host",
  "status",
]);

const toQuery = (query: string) => query.replaceAll(/(^|&)([a-z_]+)=/g, "$1filter[$2]=");

/**
 * @param id the id of a short link
 * @param run makes the records of several runs different
 */
export function listCalls(id: string, run: string): Call[] {
  const host = hostname(0);
  const importRows = Array.from({ length: 5_000 }, (_, index) => ({
    host: hostname(index % HOSTS),
    alias: `${run}-${index}`,
    destination: `https://example.com/imported/${index}`,
    tags: ["imported", `tag ${index % 50}`],
  }));
  const link = { host, destination: "https://example.com/", title: "a title" };
  return [
    get("list /links, newest first", "/links", flat),
    ...["id", "-updated_at", "updated_at", "-total_clicks", "total_clicks"].map((sort) =>
      get(`list /links by ${sort}`, `/links?sort=${sort}`, flat),
    ),
    get("list /link", "/link", flat),
    get("list /redirect", "/redirect", flat),
    get("list /host", "/host", flat),
    get("get /links/{id}", `/links/${id}`, flat),
    get("get /links/{id}/history", `/links/${id}/history`, flat),
    get("get /host/{host}", `/host/${host}`, flat),
    ...FILTERS.map(([name, query]) => get(`list by ${name}`, `/links?${toQuery(query)}`)),
    get("facets, fresh", "/links/facets", { maxRead: 500, isOnce: true }),
    get("facets, from cache", "/links/facets", { maxRead: 5 }),
    get("count", "/link/count", { maxRead: 500 }),
    ...FILTERS.filter(([name]) => COUNTED.has(name)).flatMap(([name, query]) => [
      get(`facets by ${name}`, `/links/facets?${toQuery(query)}`, counted),
      get(`count by ${name}`, `/link/count?${toQuery(query)}`, counted),
      post(`bulk preview by ${name}`, `/bulk/summary?${toQuery(query)}`, counted),
    ]),
    post("create a link", "/link", { body: link, ...flat }),
    post("create a link with 5 tags", "/link", {
      body: { ...link, tags: ["a", "b", "c", "d", "e"] },
      ...flat,
    }),
    get("edit a link", `/link/${id}`, {
      method: "PUT",
      body: { destination: `https://example.com/${run}` },
      isOnce: true,
    }),
    post("pause a link", `/links/${id}/pause`, { isOnce: true }),
    post("resume a link", `/links/${id}/resume`, { isOnce: true }),
    post("import 5,000 rows", "/bulk/import", { body: { rows: importRows }, isOnce: true }),
    post("import them again, unchanged", "/bulk/import", {
      body: { mode: "upsert", rows: importRows },
      isOnce: true,
    }),
  ];
}
