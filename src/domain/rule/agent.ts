import { readUserAgent } from "../user-agent.ts";
import { memoizeText } from "../memoize-text.ts";
import type { RuleVisit } from "./rule-visit.ts";

/** The facts about a visitor's program, in the words of rules: from client hints, else from the user agent. */

export const SYSTEMS = ["ios", "android", "macos", "windows", "linux", "chromeos", "other"] as const;
export const DEVICES = ["mobile", "tablet", "desktop", "bot"] as const;
export const BROWSERS = ["chrome", "safari", "firefox", "edge", "samsung", "opera", "other"] as const;

type System = (typeof SYSTEMS)[number];
type Browser = (typeof BROWSERS)[number];

export function systemOf(visit: RuleVisit): System {
  return readPlatform(visit.header("Sec-CH-UA-Platform") ?? "") ?? read(visit).os;
}

/** Returns a device. For a television or an unknown program, the word is none of `DEVICES`. */
export function deviceOf(visit: RuleVisit): string {
  if (visit.isBot(visit.header("User-Agent") ?? "")) return "bot";
  // Tablets send `?0`, as desktops do.
  return visit.header("Sec-CH-UA-Mobile") === "?1" ? "mobile" : read(visit).device;
}

export function browserOf(visit: RuleVisit): Browser {
  return readBrands(visit.header("Sec-CH-UA") ?? "") ?? BROWSER_NAMES.get(read(visit).browser) ?? "other";
}

/** The most characters of a user agent that is remembered. Programs that show links inside apps send about 300. */
export const MAX_REMEMBERED_AGENT = 512;

const readMemoized = memoizeText(readUserAgent, MAX_REMEMBERED_AGENT);

function read(visit: RuleVisit) {
  return readMemoized(visit.header("User-Agent") ?? "");
}

const PLATFORMS = new Map<string, System>([
  ["ios", "ios"],
  ["android", "android"],
  ["macos", "macos"],
  ["windows", "windows"],
  ["linux", "linux"],
  ["chrome os", "chromeos"],
  ["chromium os", "chromeos"],
]);

/** Returns null if there is no hint, or if the hint says that the system is unknown. */
const readPlatform = memoizeText((hint): System | null => {
  const name = hint.replaceAll('"', "").trim().toLowerCase();
  return name === "" || name === "unknown" ? null : (PLATFORMS.get(name) ?? "other");
});

/** The first named brand decides, because all of them also name Chromium. */
const BRANDS: [RegExp, Browser][] = [
  [/"Microsoft Edge/, "edge"],
  [/"Opera/, "opera"],
  [/"Samsung Internet"/, "samsung"],
  [/"Google Chrome"/, "chrome"],
];

const readBrands = memoizeText(
  (hint): Browser | null => BRANDS.find(([pattern]) => pattern.test(hint))?.[1] ?? null,
);

const BROWSER_NAMES = new Map<string, Browser>([
  ["Chrome", "chrome"],
  ["Safari", "safari"],
  ["Firefox", "firefox"],
  ["Microsoft Edge", "edge"],
  ["Samsung Internet for Android", "samsung"],
  ["Opera", "opera"],
]);
