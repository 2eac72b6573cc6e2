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
interface DemoRedirect extends Demonstration {
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

/** The settings of a record that leads to a page below the origin. */
type SettingsTo = (path: string, more?: Record<string, unknown>) => Record<string, unknown>;

const settingsBelow =
  (origin: string): SettingsTo =>
  (path, more = {}) => ({ destination: `${origin}${path}`, ...more });

const link = (alias: string, description: string, settings: Record<string, unknown>): DemoLink => ({
  alias,
  description,
  settings,
});

/**
 * Returns the short links of the demo.
 * @param origin the origin of the pages that they lead to
 */
export function demoLinks(origin: string): DemoLink[] {
  const to = settingsBelow(origin);
  const ended = "2020-12-27T00:00:00Z";
  return [
    link("docs", "a plain redirect (302)", to("/documentation", { title: "Documentation", tags: ["demo"] })),
    link("moved", "moved permanently (301)", to("/new-home", { status: 301 })),
    link("receipt", "see other (303)", to("/receipt", { status: 303 })),
    link("maintenance", "temporary, method kept (307)", to("/maintenance", { status: 307 })),
    link("api", "permanent, method kept (308)", to("/api/v2", { status: 308 })),
    {
      alias: "promo",
      visit: "/promo/shoes?color=red",
      description: "passes on path and query, and adds UTM parameters",
      settings: to("/shop?ref=promo", {
        forward_path: true,
        forward_query: true,
        utm: ["source=signpost", "medium=link", "campaign=demo"],
      }),
    },
    link("ab-test", "70 : 30 between two destinations, the same for a returning visitor", {
      destinations: [`${origin}/variant-a`, `${origin}/variant-b`],
      destination_routing: "weighted:70,30",
      plugins: ["sticky"],
    }),
    link("turns", "three destinations one after the other: reload to see the next", {
      destinations: [`${origin}/one`, `${origin}/two`, `${origin}/three`],
      destination_routing: "sequential",
    }),
    link("expired", "expired (410)", to("/christmas", { expires: ended })),
    link(
      "offer",
      "expired, with a page of its own to go to",
      to("/offer", { expires: ended, expired_url: `${origin}/next-offer` }),
    ),
    link("seats", "leads two visitors on, and nobody after them", to("/seats", { max_clicks: 2 })),
    {
      alias: "app",
      visit: "/app?from=poster",
      description: "rules: phones, people who prefer German, and those from a poster are led elsewhere",
      settings: to("/app", {
        rules: [
          { if: { os: ["ios"] }, destination: `${origin}/app-store` },
          { if: { language: ["de"] }, not: { os: ["android"] }, destination: `${origin}/anwendung` },
          { name: "Poster", if: { query: { from: "poster" } }, destination: `${origin}/welcome` },
        ],
      }),
    },
    link(
      "party-card",
      "tells chat apps a title and a picture of its own",
      to("/party", { preview: { title: "You are invited", image: "https://example.com/party.png" } }),
    ),
    link("paused", "paused (404)", to("/paused", { status: "paused" })),
    link("secret", "protected by the password signpost", to("/secret", { password: "signpost" })),
    {
      alias: "recipe",
      visit: "/recipe+",
      description: "a plus behind an alias shows where it leads",
      settings: to("/recipes/pancakes", {
        title: "Pancakes",
        description: "Twenty minutes, four people.",
        plugins: ["preview"],
      }),
    },
    {
      alias: "poster",
      visit: "/poster.qr",
      description: "the picture of its QR code",
      settings: to("/poster", {
        qr: { theme: "rounded", color: "#1f4b99", logo: true, show_url: true },
        plugins: ["qr-utm"],
      }),
    },
    link(
      "framed",
      "shows the destination in a frame",
      to("/", { type: "frame", title: "Framed", description: "In a frame." }),
    ),
    {
      alias: "hello",
      description: "serves a stored HTML page",
      settings: { title: "Hello" },
      page: { name: "hello.html", html: HELLO_PAGE },
    },
    link("🎉", "an alias may be an emoji", to("/party")),
    link("Menu", "letter case tells two links apart: this one leads to lunch", to("/lunch")),
    link("menu", "and this one to dinner", to("/dinner")),
  ];
}

const redirect = (path: string, description: string, settings: Record<string, unknown>): DemoRedirect => ({
  path,
  description,
  settings,
});

/**
 * Returns the redirects of the demo.
 * @param origin the origin of the pages that they lead to
 */
export function demoRedirects(origin: string): DemoRedirect[] {
  const to = settingsBelow(origin);
  return [
    redirect("/", "the root page alone", to("/")),
    redirect("/a/b", "one path", to("/a-and-b")),
    redirect("/index.php?id=7", "one path with exactly this query", to("/products/seven")),
    {
      path: "/blog/*",
      visit: "/blog/2024/hello",
      description: "everything below /blog, with the rest of the path",
      settings: to("/articles", { forward_path: true }),
    },
    {
      path: "/products/:id.html",
      visit: "/products/7.html?color=red",
      description: "a pattern: what stands for :id is put into the destination",
      settings: to("/shop?product=:id"),
    },
    redirect("/catalogue", "gone for good (410), on a page with the owner's name", { type: "gone" }),
    redirect(
      "/spring",
      "not there before 2099: the next source answers meanwhile",
      to("/spring", { starts: "2099-03-20T00:00:00Z" }),
    ),
    {
      path: "",
      visit: "/anything/else?page=2",
      description: "everything else, with path and query",
      settings: to("/archive", { forward_path: true, forward_query: true }),
    },
  ];
}

/** Sets the look of the pages of SITE_HOST. */
export const SITE_BRANDING = { name: "The Old Shop", color: "#7a1f3d" };
