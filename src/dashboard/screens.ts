import type { ComponentType } from "preact";
import type { IconName } from "./component/button.tsx";
import type { TextKey, TextPart } from "./text/text.ts";

/** A screen: its path, its entry in the navigation, and the module that is loaded when it is first shown. */
export interface Screen {
  /** The pattern for preact-iso: `/links/:id?`. */
  path: string;
  load: () => Promise<ComponentType>;
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

const daily = () => import("./screen/group/daily.ts");
const setup = () => import("./screen/group/setup.ts");
const proof = () => import("./screen/group/proof.ts");
const settings = () => import("./screen/group/settings.ts");

/** The screens in the groups of the navigation. `groupAt` of the Worker knows them, too. */
export const SCREEN_GROUPS: readonly (readonly Screen[])[] = [
  [
    screen("overview", "", "o", ["overview"], async () => (await daily()).overview),
    // Its form checks sources itself, and shows the warnings of a record.
    screen("links", "/:id?", "l", ["records", "field", "reason", "utm"], async () => (await daily()).links),
    // Its filters are the filters of the list.
    screen("insights", "", "i", ["insights", "records"], async () => (await daily()).insights),
  ],
  [
    screen("hosts", "/:host?", "h", ["hosts", "look", "reason"], async () => (await setup()).hosts),
    // It shows rows in the words of the form of a record, and so do changes.
    screen(
      "import",
      "",
      "p",
      ["import", "field", "records", "reason", "file-reason", "format"],
      async () => (await setup()).imports,
    ),
    screen(
      "changes",
      "/:id?",
      "c",
      ["changes", "field", "records", "reason", "file-reason"],
      async () => (await setup()).changes,
    ),
  ],
  [
    screen("explain", "", "x", ["explain", "reason"], async () => (await proof()).explain),
    // Its results have the words of Explain.
    screen(
      "check",
      "/:id?",
      "k",
      ["check", "explain", "reason", "file-reason"],
      async () => (await proof()).check,
    ),
    screen("misses", "", "m", ["misses"], async () => (await proof()).misses),
  ],
  [
    screen(
      "settings",
      "/:tab?",
      "s",
      ["settings", "look", "reason", "utm"],
      async () => (await settings()).settings,
    ),
  ],
];

export const SCREENS = SCREEN_GROUPS.flat();

/** Returns the screen that an address of the dashboard shows. */
export function screenAt(path: string): Screen | undefined {
  return SCREENS.find(({ nav }) => isBelow(path, nav.href));
}

export function isBelow(path: string, href: string): boolean {
  return path === href || (href !== "/" && path.startsWith(`${href}/`));
}

/** The number of entries of the navigation in the bar of a phone. The others are under "More" there. */
export const BAR_ENTRIES = 4;
