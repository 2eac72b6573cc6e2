import type { ComponentType } from "preact";
import type { IconName } from "./component/button.tsx";
import type { TextKey, TextPart } from "./text/text.ts";

/** A screen: its path, its entry in the navigation, and the module that is loaded when it is first shown. */
export interface Screen {
  /** The pattern for preact-iso: `/links/:id?`. */
  path: string;
  load: () => Promise<{ default: ComponentType }>;
  /** The parts of the texts that it needs in addition to `start`. */
  texts: readonly TextPart[];
  nav: NavEntry;
}

export interface NavEntry {
  href: string;
  label: TextKey;
  icon: IconName;
  /** The second key after `g`. */
  key: string;
}

type Name = Extract<TextKey, `nav.${IconName}`> extends `nav.${infer Known}` ? Known & IconName : never;

/** @param at the parameter of its path, if it has one: `/:id?` */
function screen(name: Name, at: string, key: string, texts: TextPart[], load: Screen["load"]): Screen {
  const href = name === "overview" ? "/" : `/${name}`;
  return { path: href + at, load, texts, nav: { href, label: `nav.${name}`, icon: name, key } };
}

/** The screens in the groups of the navigation. */
export const SCREEN_GROUPS: readonly (readonly Screen[])[] = [
  [
    screen("overview", "", "o", ["overview"], () => import("./screen/overview/overview.tsx")),
    // Its form checks sources itself, and shows the warnings of a record.
    screen(
      "links",
      "/:id?",
      "l",
      ["records", "field", "reason"],
      () => import("./screen/records/records.tsx"),
    ),
    // Its filters are the filters of the list.
    screen("insights", "", "i", ["insights", "records"], () => import("./screen/insights/insights.tsx")),
  ],
  [
    screen("hosts", "/:host?", "h", ["hosts", "look", "reason"], () => import("./screen/hosts/hosts.tsx")),
    screen(
      "import",
      "",
      "p",
      ["import", "field", "reason", "file-reason", "format"],
      () => import("./screen/import/import.tsx"),
    ),
    screen(
      "changes",
      "/:id?",
      "c",
      ["changes", "field", "reason"],
      () => import("./screen/changes/change-list.tsx"),
    ),
  ],
  [
    screen("explain", "", "x", ["explain", "reason"], () => import("./screen/explain/explain.tsx")),
    // Its results have the words of Explain.
    screen(
      "check",
      "/:id?",
      "k",
      ["check", "explain", "reason", "file-reason"],
      () => import("./screen/check/checks.tsx"),
    ),
    screen("misses", "", "m", ["misses"], () => import("./screen/misses/misses.tsx")),
  ],
  [screen("settings", "/:tab?", "s", ["settings", "look"], () => import("./screen/settings/settings.tsx"))],
];

export const SCREENS = SCREEN_GROUPS.flat();

/** The number of entries of the navigation in the bar of a phone. The others are under "More" there. */
export const BAR_ENTRIES = 4;
