import type { ComponentType } from "preact";
import type { IconName } from "./component/icon.tsx";
import type { TextKey, TextPart } from "./text/text.ts";

/** A screen: where it is, how it is reached, and the module that is loaded when it is first shown. */
export interface Screen {
  /** As preact-iso matches it: `/links/:id?`. */
  path: string;
  load: () => Promise<{ default: ComponentType }>;
  /** The parts of the texts that it needs besides those of the start. */
  texts: TextPart | readonly TextPart[];
  /** Absent for a screen that is reached from another one only. */
  nav?: NavEntry;
}

export interface NavEntry {
  href: string;
  label: TextKey;
  icon: IconName;
  /** The second key behind `g`. */
  key: string;
}

/** Every screen, in the order of the navigation. The first four stand in the bar of a phone, the rest behind "More". */
export const SCREENS: readonly Screen[] = [
  {
    path: "/",
    load: () => import("./screen/overview/overview.tsx"),
    texts: "overview",
    nav: { href: "/", label: "nav.overview", icon: "overview", key: "o" },
  },
  {
    path: "/links/:id?",
    load: () => import("./screen/records/links.tsx"),
    texts: "records",
    nav: { href: "/links", label: "nav.links", icon: "link", key: "l" },
  },
  {
    path: "/redirects/:id?",
    load: () => import("./screen/records/redirects.tsx"),
    texts: "records",
    nav: { href: "/redirects", label: "nav.redirects", icon: "redirect", key: "r" },
  },
  {
    path: "/insights",
    load: () => import("./screen/insights/insights.tsx"),
    // Its filters are those of the lists.
    texts: ["insights", "records"],
    nav: { href: "/insights", label: "nav.insights", icon: "insights", key: "i" },
  },
  {
    path: "/misses",
    load: () => import("./screen/misses/misses.tsx"),
    texts: "misses",
    nav: { href: "/misses", label: "nav.misses", icon: "misses", key: "m" },
  },
  {
    path: "/hosts/:host?",
    load: () => import("./screen/hosts/hosts.tsx"),
    texts: ["hosts", "look"],
    nav: { href: "/hosts", label: "nav.hosts", icon: "hosts", key: "h" },
  },
  {
    path: "/import",
    load: () => import("./screen/import/import.tsx"),
    texts: "import",
    nav: { href: "/import", label: "nav.import", icon: "import", key: "p" },
  },
  {
    path: "/changes/:id?",
    load: () => import("./screen/changes/changes.tsx"),
    texts: "changes",
    nav: { href: "/changes", label: "nav.changes", icon: "changes", key: "c" },
  },
  {
    path: "/explain",
    load: () => import("./screen/explain/explain.tsx"),
    texts: "explain",
    nav: { href: "/explain", label: "nav.explain", icon: "explain", key: "x" },
  },
  {
    path: "/check/:id?",
    load: () => import("./screen/check/checks.tsx"),
    texts: "check",
    nav: { href: "/check", label: "nav.check", icon: "check", key: "k" },
  },
  {
    path: "/settings/:tab?",
    load: () => import("./screen/settings/settings.tsx"),
    texts: ["settings", "look"],
    nav: { href: "/settings", label: "nav.settings", icon: "settings", key: "s" },
  },
];

/** How many entries of the navigation stand in the bar of a phone. */
export const BAR_ENTRIES = 4;
