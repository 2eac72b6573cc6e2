/** The destination of each link of the demo, below the pages of the demo; null for answers other than redirects. */
export const DEMO: [host: string, target: string, status: number, location: string | null][] = [
  ["go.localhost", "/docs", 302, "/documentation"],
  ["go.localhost", "/moved", 301, "/new-home"],
  ["go.localhost", "/receipt", 303, "/receipt"],
  ["go.localhost", "/maintenance", 307, "/maintenance"],
  ["go.localhost", "/api", 308, "/api/v2"],
  [
    "go.localhost",
    "/promo/shoes?color=red",
    302,
    "/shop/shoes?ref=promo&color=red&utm_source=signpost&utm_medium=link&utm_campaign=demo",
  ],
  ["go.localhost", "/expired", 410, null],
  ["go.localhost", "/offer", 302, "/next-offer"],
  ["go.localhost", "/app?from=poster", 302, "/welcome"],
  ["go.localhost", "/party-card", 302, "/party"],
  ["go.localhost", "/paused", 404, null],
  ["go.localhost", "/framed", 200, null],
  ["go.localhost", "/hello", 200, null],
  ["go.localhost", "/%F0%9F%8E%89", 302, "/party"],
  ["go.localhost", "/Menu", 302, "/lunch"],
  ["go.localhost", "/menu", 302, "/dinner"],
  ["old.localhost", "/", 301, "/"],
  ["old.localhost", "/a/b", 301, "/a-and-b"],
  ["old.localhost", "/index.php?id=7", 301, "/products/seven"],
  ["old.localhost", "/blog/2024/hello", 301, "/articles/2024/hello"],
  ["old.localhost", "/products/7.html?color=red", 301, "/shop?product=7&color=red"],
  ["old.localhost", "/catalogue", 410, null],
  ["old.localhost", "/spring", 301, "/archive/spring"],
  ["old.localhost", "/anything/else?page=2", 301, "/archive/anything/else?page=2"],
];

/** Those that a single visit cannot show; each has a test of its own. */
export const SPECIAL = ["/ab-test", "/turns", "/secret", "/recipe+", "/poster.qr", "/seats"].map(
  (path) => `go.localhost${path}`,
);
