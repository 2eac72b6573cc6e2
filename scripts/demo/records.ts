/** What `npm start` puts into an empty database: one record for each thing that a visitor can meet. */

export const LINK_HOST = "go.localhost";
export const SITE_HOST = "old.localhost";

interface Demonstration {
  /** Where a click shows it; the record's own path if absent. */
  visit?: string;
  description: string;
}

/** Body of `POST /link` on LINK_HOST, with a page to serve where it has one. */
export interface DemoLink extends Demonstration {
  alias: string;
  settings: Record<string, unknown>;
  page?: { name: string; html: string };
}

/** Body of `POST /redirect` on SITE_HOST. `path` is what stands after the hostname in `url`. */
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

/** Returns the short links of the demo. @param origin where the pages are that they lead to */
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

/** Returns the redirects of the demo. @param origin where the pages are that they lead to */
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
    path: "",
    visit: "/anything/else?page=2",
    description: "everything else, with path and query",
    settings: { destination: `${origin}/archive`, forward_path: true, forward_query: true },
  },
];
