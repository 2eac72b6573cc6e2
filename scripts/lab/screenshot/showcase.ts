/** The records of an imagined company, for pictures of the dashboard. */

export const LINK_HOST = "go.northwind.example";
export const SITE_HOST = "www.old-northwind.example";
export const SHOP = "https://northwind.example";

export interface ShowcaseLink {
  alias: string;
  /** The path of the destination on SHOP. */
  path: string;
  title: string;
  tags: string[];
  /** The percentage of the hostname's clicks that go to the link. */
  share: number;
  settings?: Record<string, unknown>;
}

const utm = (source: string, medium: string, campaign: string) => [
  `source=${source}`,
  `medium=${medium}`,
  `campaign=${campaign}`,
];

export const LINKS: readonly ShowcaseLink[] = [
  {
    alias: "spring",
    path: "/spring-collection",
    title: "Spring collection",
    tags: ["spring", "newsletter"],
    share: 22,
    settings: { utm: utm("newsletter", "email", "spring") },
  },
  {
    alias: "app",
    path: "/app",
    title: "The app, in the right store",
    tags: ["app"],
    share: 18,
    settings: {
      rules: [
        { name: "iPhone and iPad", if: { os: ["ios"] }, destination: "https://apps.example/northwind" },
        { name: "Android", if: { os: ["android"] }, destination: "https://play.example/northwind" },
      ],
    },
  },
  {
    alias: "catalogue",
    path: "/catalogue/2026.pdf",
    title: "Printed catalogue, page 3",
    tags: ["print", "spring"],
    share: 14,
    settings: { qr: {}, utm: utm("print", "qr", "catalogue") },
  },
  {
    alias: "menu",
    path: "/cafe/menu",
    title: "Café menu on the tables",
    tags: ["print"],
    share: 11,
    settings: { qr: {} },
  },
  {
    alias: "instagram",
    path: "/spring-collection?view=looks",
    title: "Profile link",
    tags: ["social"],
    share: 10,
    settings: { utm: utm("instagram", "social", "spring") },
  },
  {
    alias: "price-test",
    path: "/prices/a",
    title: "Price page, two versions",
    tags: ["test"],
    share: 9,
    settings: {
      destinations: [`${SHOP}/prices/a`, `${SHOP}/prices/b`],
      destination_routing: "weighted:50,50",
      plugins: ["sticky"],
    },
  },
  { alias: "jobs", path: "/careers", title: "Careers", tags: ["people"], share: 6 },
  {
    alias: "press",
    path: "/press/kit.zip",
    title: "Press kit",
    tags: ["press"],
    share: 4,
    settings: { password: "northwind-2026" },
  },
  {
    alias: "webinar",
    path: "/webinar",
    title: "Webinar, March",
    tags: ["events"],
    share: 3,
    settings: { expires: "2030-03-31T18:00:00Z" },
  },
  {
    alias: "survey",
    path: "/survey",
    title: "After the order",
    tags: ["newsletter"],
    share: 3,
    settings: { status: "paused" },
  },
];

const DEPARTMENTS = [
  "boots",
  "coats",
  "bags",
  "lamps",
  "chairs",
  "tables",
  "mugs",
  "knives",
  "rugs",
  "tents",
];
const SHELVES = ["new", "sale", "classic", "outdoor", "kids", "gift"];

/** Returns the redirects of the moved site: the old path of each page, and the new one. */
export function siteRedirects(): { path: string; destination: string }[] {
  return DEPARTMENTS.flatMap((department, index) =>
    SHELVES.map((shelf, place) => ({
      path: `/shop/${department}/${shelf}-${(index + 1) * 10 + place}.html`,
      destination: `${SHOP}/${department}/${shelf}`,
    })),
  );
}

/** Paths that visitors of the moved site ask for in vain, and how often. */
export const MISSED_PATHS: readonly [path: string, visits: number][] = [
  ["/shop/Boots/new-10.htm", 9],
  ["/shop/coats/sale-21", 7],
  ["/shop/lamps/classic-42.html/", 5],
  ["/shop/rugs/kids-94.HTML", 4],
  ["/about-us.html", 4],
  ["/shop/chairs/index.html", 3],
  ["/imprint.html", 2],
];
