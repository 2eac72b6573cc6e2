import type { ComponentType } from "preact";
import type { IconName } from "./component/icon.tsx";
import { loadTexts, type TextKey, type TextPart } from "./text/text.ts";

/** A screen: where it is, how it is reached, and the module that is loaded when it is first shown. */
export interface Screen {
  /** As preact-iso matches it: `/links/:id?`. */
  path: string;
  load: () => Promise<{ default: ComponentType }>;
  /** The part of the texts that it needs besides those of the start. */
  texts: TextPart;
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
    path: "/hosts/:host?",
    load: () => withLook(import("./screen/hosts/hosts.tsx")),
    texts: "hosts",
    nav: { href: "/hosts", label: "nav.hosts", icon: "hosts", key: "h" },
  },
  {
    path: "/settings/:tab?",
    load: () => withLook(import("./screen/settings/settings.tsx")),
    texts: "settings",
    nav: { href: "/settings", label: "nav.settings", icon: "settings", key: "s" },
  },
];

/** How many entries of the navigation stand in the bar of a phone. */
export const BAR_ENTRIES = 4;

/** Two screens have a form of how visitors' pages look; its texts are a part of their own. */
async function withLook<Module>(screen: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([screen, loadTexts("look")]);
  return module;
}
