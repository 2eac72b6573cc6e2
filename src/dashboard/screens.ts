import type { IconName } from "./component/button.tsx";
import { FIRST_ASKS, type FirstAsks } from "./first-asks.ts";
import type { LoadedPart } from "./load-part.ts";
import type { TextKey, TextPart } from "./text/text.ts";

/** A screen: its path, its entry in the navigation, and the module that is loaded when it is first shown. */
export interface Screen extends LoadedPart {
  /** The pattern for preact-iso: `/links/:id?`. */
  path: string;
  nav: NavEntry;
  asks: FirstAsks;
  /** Says whether users with folders see it, who see nothing but records (contract 27.17). */
  isOfRecords: boolean;
}

export interface NavEntry {
  href: string;
  label: TextKey;
  icon: IconName;
  /** The second key after `g`. */
  key: string;
}

type Name = keyof typeof FIRST_ASKS & IconName;

const OF_RECORDS: readonly Name[] = ["overview", "links", "insights", "settings"];

/** @param at the parameter of its path, if it has one: `/:id?` */
function screen(name: Name, at: string, key: string, texts: TextPart[], load: Screen["load"]): Screen {
  const href = name === "overview" ? "/" : `/${name}`;
  return {
    path: href + at,
    load,
    texts,
    asks: FIRST_ASKS[name],
    nav: { href, label: `nav.${name}`, icon: name, key },
    isOfRecords: OF_RECORDS.includes(name),
  };
}

/** The screens in the groups of the navigation. Each has a page of the name of its module. */
export const SCREEN_GROUPS: readonly (readonly Screen[])[] = [
  [
    screen("overview", "", "o", ["overview"], () => import("./screen/overview/overview.tsx")),
    screen("links", "/:id?", "l", [], () => import("./screen/records/links.tsx")),
    // Its filters are the filters of the list.
    screen(
      "insights",
      "",
      "i",
      ["insights", "field", "shared"],
      () => import("./screen/insights/insights.tsx"),
    ),
  ],
  [
    screen("hosts", "/:host?", "h", ["hosts", "look"], () => import("./screen/hosts/hosts.tsx")),
    // It shows rows in the words of the form of a record, and so do changes.
    screen(
      "import",
      "",
      "p",
      ["import", "field", "records", "reason", "file-reason", "format"],
      () => import("./screen/import/import.tsx"),
    ),
    screen(
      "changes",
      "/:id?",
      "c",
      ["changes", "field", "records", "reason", "file-reason"],
      () => import("./screen/changes/changes.tsx"),
    ),
  ],
  [
    screen("explain", "", "x", ["explain"], () => import("./screen/explain/explain.tsx")),
    // Its results have the words of Explain.
    screen(
      "check",
      "/:id?",
      "k",
      ["check", "explain", "reason", "file-reason"],
      () => import("./screen/check/check.tsx"),
    ),
    screen("misses", "", "m", ["misses"], () => import("./screen/misses/misses.tsx")),
  ],
  [screen("settings", "/:tab?", "s", ["settings"], () => import("./screen/settings/settings.tsx"))],
];

export const SCREENS = SCREEN_GROUPS.flat();

/** The list of links, unless the address has a record. */
export const RECORD_LIST = {
  load: () => import("./screen/records/record-list.tsx"),
  texts: ["records", "field", "utm"],
  asks: FIRST_ASKS.list,
} satisfies SomePart;

/** The form of a record over the list of links. It shows the warnings of the record. */
const RECORD = {
  load: () => import("./screen/record/record-drawer.tsx"),
  texts: ["records", "field", "utm", "reason"],
  asks: FIRST_ASKS.record,
} satisfies SomePart;

/** Returns what shows a record. The form of a new one can be filled in before any answer, and has no warnings to word. */
export function recordAt(id: string): typeof RECORD & SomePart {
  return id === "new" ? { ...RECORD, texts: RECORD_LIST.texts, isUsableUnanswered: true } : RECORD;
}

/** The map of a card of countries, which Insights begins with. */
export const MAP = {
  load: () => import("./screen/insights/map/world-map.tsx"),
  texts: [],
} satisfies SomePart;

/** The page of shared statistics, for people who have no session. */
export const STATISTICS = {
  path: "/statistics",
  load: () => import("./screen/share/shared-page.tsx"),
  texts: ["insights", "field", "shared"],
} satisfies LoadedPart & { path: string };

/** Returns the screen that an address of the dashboard shows. */
export function screenAt(path: string): Screen | undefined {
  return SCREENS.find(({ nav }) => isBelow(path, nav.href));
}

export interface SomePart {
  load: () => Promise<unknown>;
  texts: readonly TextPart[];
  asks?: FirstAsks;
  /** Says whether it is drawn without waiting for the answers to what it asks. */
  isUsableUnanswered?: boolean;
}

/** Returns what an address of the dashboard shows. */
export function partsAt(path: string): SomePart[] {
  if (path === STATISTICS.path) return [STATISTICS];
  const screen = screenAt(path);
  if (screen === undefined) return [];
  if (screen.nav.href === "/insights") return [screen, MAP];
  if (screen.nav.href !== "/links") return [screen];
  const [, , id] = path.split("/");
  return [screen, id === undefined ? RECORD_LIST : recordAt(id)];
}

export function isBelow(path: string, href: string): boolean {
  return path === href || (href !== "/" && path.startsWith(`${href}/`));
}

/** The number of entries of the navigation in the bar of a phone. The others are under "More" there. */
export const BAR_ENTRIES = 4;
