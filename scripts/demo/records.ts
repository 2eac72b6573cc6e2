/** The records that `npm start` creates in an empty database: one for each feature that visitors can see. */

export const LINK_HOST = "go.localhost";
export const SITE_HOST = "old.localhost";

interface Demonstration {
  /** The path of the clickable link; by default the record's own path. */
  visit?: string;
  description: string;
}

/** The body of `POST /link` on LINK_HOST, optionally with a page to serve. */
export interface DemoLink extends Demonstration {
  alias: string;
  settings: Record<string, unknown>;
  page?: { name: string; html: string };
}

/** The body of `POST /redirect` on SITE_HOST. `path` is the part of `url` after the hostname. */
export interface DemoRedirect extends Demonstration {
  path: string;
  settings: Record<string, unknown>;
}

const HELLO_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Hello</title>
<h1>Hello</h1>
<p>This page is stored at the edge and served by a short link.</p>
</html>
`;

/**
 * Returns the short links of the demo.
 * @param origin the origin of the pages that they lead to
 */
export const demoLinks = (origin: string): DemoLink[] => [
  {
    alias: "docs",
    description: "a plain redirect (302)",
    settings: { destination: `${origin}/documentation`, title: "Documentation", tags: ["demo"] },
  },
  {
    alias: "moved",
    description: "moved permanently (301)",
    settings: { destination: `${origin}/new-home`, status: 301 },
  },
  {
    alias: "receipt",
    description: "see other (303)",
    settings: { destination: `${origin}/receipt`, status: 303 },
  },
  {
    alias: "maintenance",
    description: "temporary, method kept (307)",
    settings: { destination: `${origin}/maintenance`, status: 307 },
  },
  {
    alias: "api",
    description: "permanent, method kept (308)",
    settings: { destination: `${origin}/api/v2`, status: 308 },
  },
  {
    alias: "promo",
    visit: "/promo/shoes?color=red",
    description: "passes on path and query, and adds UTM parameters",
    settings: {
      destination: `${origin}/shop?ref=promo`,
      forward_path: true,
      forward_query: true,
      utm: ["source=signpost", "medium=link", "campaign=demo"],
    },
  },
  {
    alias: "ab-test",
    description: "70 : 30 between two destinations, the same for a returning visitor",
    settings: {
      destinations: [`${origin}/variant-a`, `${origin}/variant-b`],
      destination_routing: "weighted:70,30",
      plugins: ["sticky"],
    },
  },
  {
    alias: "turns",
    description: "three destinations one after the other: reload to see the next",
    settings: {
      destinations: [`${origin}/one`, `${origin}/two`, `${origin}/three`],
      destination_routing: "sequential",
    },
  },
  {
    alias: "expired",
    description: "expired (410)",
    settings: { destination: `${origin}/christmas`, expires: "2020-12-27T00:00:00Z" },
  },
  {
    alias: "offer",
    description: "expired, with a page of its own to go to",
    settings: {
      destination: `${origin}/offer`,
      expires: "2020-12-27T00:00:00Z",
      expired_url: `${origin}/next-offer`,
    },
  },
  {
    alias: "seats",
    description: "leads two visitors on, and nobody after them",
    settings: { destination: `${origin}/seats`, max_clicks: 2 },
  },
  {
    alias: "app",
    visit: "/app?from=poster",
    description: "rules: phones, people who prefer German, and those from a poster are led elsewhere",
    settings: {
      destination: `${origin}/app`,
      rules: [
        { if: { os: ["ios"] }, destination: `${origin}/app-store` },
        { if: { language: ["de"] }, not: { os: ["android"] }, destination: `${origin}/anwendung` },
        { name: "Poster", if: { query: { from: "poster" } }, destination: `${origin}/welcome` },
      ],
    },
  },
  {
    alias: "party-card",
    description: "tells chat apps a title and a picture of its own",
    settings: {
      destination: `${origin}/party`,
      preview: { title: "You are invited", image: "https://example.com/party.png" },
    },
  },
  {
    alias: "paused",
    description: "paused (404)",
    settings: { destination: `${origin}/paused`, status: "paused" },
  },
  {
    alias: "secret",
    description: "protected by the password signpost",
    settings: { destination: `${origin}/secret`, password: "signpost" },
  },
  {
    alias: "recipe",
    visit: "/recipe+",
    description: "a plus behind an alias shows where it leads",
    settings: {
      destination: `${origin}/recipes/pancakes`,
      title: "Pancakes",
      description: "Twenty minutes, four people.",
      plugins: ["preview"],
    },
  },
  {
    alias: "poster",
    visit: "/poster.qr",
    description: "the picture of its QR code",
    settings: {
      destination: `${origin}/poster`,
      qr: { theme: "rounded", color: "#1f4b99", logo: true, show_url: true },
      plugins: ["qr-utm"],
    },
  },
  {
    alias: "framed",
    description: "shows the destination in a frame",
    settings: {
      destination: `${origin}/`,
      type: "frame",
      title: "Framed",
      description: "In a frame.",
    },
  },
  {
    alias: "hello",
    description: "serves a stored HTML page",
    settings: { title: "Hello" },
    page: { name: "hello.html", html: HELLO_PAGE },
  },
  {
    alias: "🎉",
    description: "an alias may be an emoji",
    settings: { destination: `${origin}/party` },
  },
  {
    alias: "Menu",
    description: "letter case tells two links apart: this one leads to lunch",
    settings: { destination: `${origin}/lunch` },
  },
  {
    alias: "menu",
    description: "and this one to dinner",
    settings: { destination: `${origin}/dinner` },
  },
];

/**
 * Returns the redirects of the demo.
 * @param origin the origin of the pages that they lead to
 */
export const demoRedirects = (origin: string): DemoRedirect[] => [
  {
    path: "/",
    description: "the root page alone",
    settings: { destination: `${origin}/` },
  },
  {
    path: "/a/b",
    description: "one path",
    settings: { destination: `${origin}/a-and-b` },
  },
  {
    path: "/index.php?id=7",
    description: "one path with exactly this query",
    settings: { destination: `${origin}/products/seven` },
  },
  {
    path: "/blog/*",
    visit: "/blog/2024/hello",
    description: "everything below /blog, with the rest of the path",
    settings: { destination: `${origin}/articles`, forward_path: true },
  },
  {
    path: "/products/:id.html",
    visit: "/products/7.html?color=red",
    description: "a pattern: what stands for :id is put into the destination",
    settings: { destination: `${origin}/shop?product=:id` },
  },
  {
    path: "/catalogue",
    description: "gone for good (410), on a page with the owner's name",
    settings: { type: "gone" },
  },
  {
    path: "/spring",
    description: "not there before 2099: the next source answers meanwhile",
    settings: { destination: `${origin}/spring`, starts: "2099-03-20T00:00:00Z" },
  },
  {
    path: "",
    visit: "/anything/else?page=2",
    description: "everything else, with path and query",
    settings: { destination: `${origin}/archive`, forward_path: true, forward_query: true },
  },
];

/** Sets the look of the pages of SITE_HOST. */
export const SITE_BRANDING = { name: "The Old Shop", color: "#7a1f3d" };
