/** A record as the API takes it: `url` is its source on a hostname below `vector.example`. */
export interface VectorRecord {
  url: string;
  /** A short link in place of a redirect. */
  alias?: true;
  destination?: string;
  type?: string;
  forward_path?: boolean;
  forward_query?: boolean;
  utm?: Record<string, string>;
  rules?: { if?: object; not?: object; destination: string }[];
  starts?: string;
  expires?: string;
}

export interface VectorRequest {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  /** ISO code of the visitor's country, as the platform supplies it. */
  country?: string;
}

interface VectorCase {
  name: string;
  records: VectorRecord[];
  requests: VectorRequest[];
}

const HOST = "go.vector.example";
const D = "https://new.example";
const at = (path: string, fields: Omit<VectorRecord, "url"> = {}): VectorRecord => ({
  url: HOST + path,
  destination: D,
  forward_query: false,
  ...fields,
});
const ask = (...paths: string[]): VectorRequest[] => paths.map((path) => ({ url: `http://${HOST}${path}` }));
const to = (path: string, fields: Omit<VectorRecord, "url"> = {}) =>
  at(path, { destination: `${D}/to${path.replaceAll(/[/*?=]/g, "-")}`, ...fields });

const composing: VectorCase[] = [
  {
    name: "the path that the match left over is joined with one slash",
    records: [at("/a/*", { destination: `${D}/to/?x=1#end`, forward_path: true })],
    requests: ask("/a", "/a/", "/a/b", "/a//b", "/a/b/", "/a/%2e%2e%2Fb", "/a/caf%C3%A9", "/a/b?x=2"),
  },
  {
    name: "everything is passed on from *",
    records: [at("", { destination: `${D}/base`, forward_path: true, forward_query: true })],
    requests: ask("/", "/x/y?z=1", "//x", "/?", "/?a&b=&c=%20+"),
  },
  {
    name: "the visitor's values stand where the destination's first one stood",
    records: [at("/q", { destination: `${D}/?a=1&b=2&a=3&c#f`, forward_query: true })],
    requests: ask("/q", "/q?a=9", "/q?b=8&b=7&d=6", "/q?%61=5", "/q?c=", "/q?a+b=1&A=2", "/q?&&x"),
  },
  {
    name: "UTM follows the destination's parameters and yields to the visitor's",
    records: [
      at("/u", {
        destination: `${D}/?utm_source=own&x=1`,
        utm: { source: "mail list", term: "a&b" },
        forward_query: true,
      }),
      at("/v", { destination: `${D}/?utm_medium=own#f`, utm: { medium: "qr" } }),
    ],
    requests: ask("/u", "/u?utm_source=mine", "/u?x=2&utm_term=t", "/v", "/v?utm_medium=mine"),
  },
];

const matching: VectorCase[] = [
  {
    name: "exact with its query, exact, alias, prefix, everything",
    records: [
      to(""),
      to("/a"),
      to("/a?x=1"),
      to("/a/*"),
      to("/a/b/*"),
      to("/"),
      { ...to("/s"), alias: true, forward_path: true, destination: `${D}/short` },
    ],
    requests: ask(
      "/",
      "/a",
      "/a/",
      "/a?x=1",
      "/a?x=1&utm_source=m&gclid=1",
      "/a?x=1&y=2",
      "/a/b",
      "/a/b/c",
      "/a/bc",
      "/s",
      "/s/d",
      "/z",
    ),
  },
  {
    name: "letter case is compared first, and ignored where one source is left",
    records: [
      to("/Mixed"),
      to("/both", { destination: `${D}/lower` }),
      to("/Both", { destination: `${D}/upper` }),
    ],
    requests: ask("/Mixed", "/mixed", "/MIXED", "/both", "/Both", "/BOTH"),
  },
  {
    name: "escapes and forms of a character are one source, and %2F stays",
    records: [
      to("/café", { destination: `${D}/cafe` }),
      to("/x%2Fy", { destination: `${D}/slash` }),
      to("/❤️", { destination: `${D}/heart` }),
    ],
    requests: ask("/caf%C3%A9", "/caf%c3%a9", "/cafe%CC%81", "/café", "/x%2fy", "/x/y", "/%E2%9D%A4", "/❤️"),
  },
  {
    name: "what has not started is passed over, and what has expired is not",
    records: [
      to("/later", { starts: "2120-01-01T00:00:00Z" }),
      to("/over", { expires: "2020-01-01T00:00:00Z" }),
      to("", { destination: `${D}/all` }),
    ],
    requests: ask("/later", "/over"),
  },
  {
    name: "the platform answers its own paths unless a record has them",
    records: [to(""), to("/robots.txt", { destination: `${D}/robots` })],
    requests: ask("/robots.txt", "/favicon.ico"),
  },
];

const METHODS = ["GET", "HEAD", "POST", "PUT", "OPTIONS"];

const destinations: VectorCase[] = [
  {
    name: "the status and its caching by type and method",
    records: ["301", "302", "303", "307", "308"].map((type) => to(`/${type}`, { type })),
    requests: ["301", "302", "303", "307", "308"].flatMap((type) =>
      METHODS.map((method) => ({ url: `http://${HOST}/${type}`, method })),
    ),
  },
  {
    name: "a destination keeps its bytes, save what a URL cannot hold",
    records: [
      at("/1", { destination: "https://bücher.example/ü?ü#ü" }),
      at("/2", { destination: "HTTPS://Example.COM:443" }),
      at("/3", { destination: "https://new.example/%2f%2F?\"<>&a b='`#{|}".replace(" ", "+") }),
      at("/4", { destination: "https://new.example?q#f" }),
      at("/5", { destination: "https://new.example/a//b/./c/../d" }),
      { url: `${HOST}/none`, forward_query: false },
      { url: `${HOST}/gone`, type: "gone" },
    ],
    requests: ask("/1", "/2", "/3", "/4", "/5", "/none", "/gone"),
  },
];

const hostnames: VectorCase[] = [
  {
    name: "www answers with the records of the bare name, and a wildcard with its own, the nearest first",
    records: [
      { ...at(""), url: "site.vector.example", destination: `${D}/site` },
      { ...at(""), url: "*.vector.example/x", destination: `${D}/far` },
      { ...at(""), url: "*.deep.vector.example/x", destination: `${D}/near` },
    ],
    requests: [
      "site.vector.example",
      "www.site.vector.example",
      "SITE.vector.example:8080",
      "site.vector.example.",
      "a.vector.example",
      "a.b.vector.example",
      "a.deep.vector.example",
      "b.a.deep.vector.example",
      "deep.vector.example",
      "other.example",
    ].map((host) => ({ url: `http://${host}/x` })),
  },
];

const UA = {
  iphone: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148",
  windows: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36",
};

const rules: VectorCase[] = [
  {
    name: "the first rule that holds decides, else the record's own destination",
    records: [
      at("/r", {
        rules: [
          { if: { country: ["DE", "AT"], language: ["de"] }, destination: `${D}/de` },
          { if: { country: ["EU"] }, not: { os: ["ios"] }, destination: `${D}/eu` },
          { if: { query: { app: null } }, destination: `${D}/app` },
          { if: { query: { lang: "fr" }, header: { "x-lab": "yes" } }, destination: `${D}/lab` },
          { if: { referrer: ["ref.example"] }, destination: `${D}/ref` },
          { if: { os: ["windows"], browser: ["chrome"], device: ["desktop"] }, destination: `${D}/windows` },
          { if: { after: "2020-01-01T00:00:00Z", before: "2020-02-01T00:00:00Z" }, destination: `${D}/past` },
        ],
      }),
    ],
    requests: [
      { url: `http://${HOST}/r` },
      { url: `http://${HOST}/r`, country: "AT", headers: { "Accept-Language": "en;q=0.5, de-CH" } },
      { url: `http://${HOST}/r`, country: "AT", headers: { "Accept-Language": "en, de-CH;q=0.9" } },
      { url: `http://${HOST}/r`, country: "FR", headers: { "User-Agent": UA.iphone } },
      { url: `http://${HOST}/r?app`, country: "US" },
      { url: `http://${HOST}/r?lang=fr`, headers: { "X-Lab": "yes" } },
      { url: `http://${HOST}/r?lang=fr`, headers: { "X-Lab": "no" } },
      { url: `http://${HOST}/r`, headers: { Referer: "https://www.ref.example/a" } },
      { url: `http://${HOST}/r`, headers: { "User-Agent": UA.windows } },
    ],
  },
  {
    name: "a record without a destination of its own leads nowhere where no rule holds",
    records: [
      {
        url: `${HOST}/only`,
        rules: [{ if: { country: ["DE"] }, destination: `${D}/de` }],
        forward_query: true,
      },
    ],
    requests: [
      { url: `http://${HOST}/only?a=1`, country: "DE" },
      { url: `http://${HOST}/only`, country: "FR" },
    ],
  },
];

const patterns: VectorCase[] = [
  {
    name: "captures keep their bytes in a path and are escaped in a query",
    records: [
      at("/p/:id.html", { destination: `${D}/:id?id=:id&:id=1#:id` }),
      at("/:year/:slug/*", { destination: `${D}/:slug/:year/:splat`, forward_query: true }),
    ],
    requests: ask(
      "/p/5.html",
      "/p/a%26b.html",
      "/p/.html",
      "/p/x.HTML",
      "/2024/a",
      "/2024/a/",
      "/2024/a/b/c?q=1",
      "/2024/caf%C3%A9/%2F",
    ),
  },
  {
    name: "segments are compared from the left: literal, capture with text, capture, star",
    records: [
      at("/s/*", { destination: `${D}/star` }),
      at("/s/:a", { destination: `${D}/one` }),
      at("/s/:a.html", { destination: `${D}/html` }),
      at("/s/:a/b", { destination: `${D}/b` }),
      at("/:x/:y/b", { destination: `${D}/xyb` }),
      at("/s/lit/:c", { destination: `${D}/lit` }),
      at("/s/exact", { destination: `${D}/exact` }),
    ],
    requests: ask(
      "/s/exact",
      "/s/q",
      "/s/q.html",
      "/s/q/b",
      "/s/lit/b",
      "/s/lit/c",
      "/t/q/b",
      "/s/q/c/d",
      "/s",
      "/S/Q.HTML",
    ),
  },
  {
    name: "a colon that begins no segment is a colon",
    records: [
      at("/wiki/Category:Foo", { destination: `${D}/foo` }),
      at("/%3Aid/x", { destination: `${D}/colon` }),
    ],
    requests: ask("/wiki/Category:Foo", "/wiki/Category:Bar", "/:id/x", "/%3Aid/x"),
  },
];

/** The cases of each file in `test/vectors`. */
export const TOPICS: Record<string, VectorCase[]> = {
  composing,
  matching,
  destinations,
  hostnames,
  rules,
  patterns,
};
