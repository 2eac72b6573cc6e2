import type { ComponentType } from "preact";
import type { IconName } from "./component/button.tsx";
import type { TextKey, TextPart } from "./text/text.ts";

/** A screen: its path, its entry in the navigation, and the module that is loaded when it is first shown. */
export interface Screen {
  /** The pattern for preact-iso: `/links/:id?`. */
  path: string;
  load: () => Promise<{ default: ComponentType }>;
  /** The parts of the texts that it needs in addition to `start`. */
  texts: TextPart | readonly TextPart[];
  /** Absent for a screen that is only reached from another screen. */
  nav?: NavEntry;
}

export interface NavEntry {
  href: string;
  label: TextKey;
  icon: IconName;
  /** The second key after `g`. */
  key: string;
}

/** Every screen, in the order of the navigation. The first four are in the bar of a phone, the others under "More". */
export const SCREENS: readonly Screen[] = [
  {
    path: "/",
    load: () => import("./screen/overview/overview.tsx"),
    texts: "overview",
    nav: { href: "/", label: "nav.overview", icon: "overview", key: "o" },
  },
  {
    path: "/links/:id?",
    load: async () => ({ default: (await import("./screen/records/records.tsx")).Links }),
    // Its form checks sources itself, and shows the warnings of a record.
    texts: ["records", "field", "reason"],
    nav: { href: "/links", label: "nav.links", icon: "link", key: "l" },
  },
  {
    path: "/redirects/:id?",
    load: async () => ({ default: (await import("./screen/records/records.tsx")).Redirects }),
    texts: ["records", "field", "reason"],
    nav: { href: "/redirects", label: "nav.redirects", icon: "redirect", key: "r" },
  },
  {
    path: "/insights",
    load: () => import("./screen/insights/insights.tsx"),
    // Its filters are the filters of the lists.
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
    texts: ["hosts", "look", "reason"],
    nav: { href: "/hosts", label: "nav.hosts", icon: "hosts", key: "h" },
  },
  {
    path: "/import",
    load: () => import("./screen/import/import.tsx"),
    texts: ["import", "field", "reason", "file-reason", "format"],
    nav: { href: "/import", label: "nav.import", icon: "import", key: "p" },
  },
  {
    path: "/changes/:id?",
    load: () => import("./screen/changes/change-list.tsx"),
    texts: ["changes", "field", "reason"],
    nav: { href: "/changes", label: "nav.changes", icon: "changes", key: "c" },
  },
  {
    path: "/explain",
    load: () => import("./screen/explain/explain.tsx"),
    texts: ["explain", "reason"],
    nav: { href: "/explain", label: "nav.explain", icon: "explain", key: "x" },
  },
  {
    path: "/check/:id?",
    load: () => import("./screen/check/checks.tsx"),
    // Its results have the words of Explain.
    texts: ["check", "explain", "reason", "file-reason"],
    nav: { href: "/check", label: "nav.check", icon: "check", key: "k" },
  },
  {
    path: "/settings/:tab?",
    load: () => import("./screen/settings/settings.tsx"),
    texts: ["settings", "look"],
    nav: { href: "/settings", label: "nav.settings", icon: "settings", key: "s" },
  },
];

/** The number of entries of the navigation in the bar of a phone. */
export const BAR_ENTRIES = 4;
