import { memoizeText } from "./rule/memoize-text.ts";

/** What a visitor's program says of itself (contract 23.6). */

export const SYSTEMS = ["ios", "android", "macos", "windows", "linux", "chromeos", "other"] as const;
export const DEVICES = ["mobile", "tablet", "desktop", "bot"] as const;
export const BROWSERS = ["chrome", "safari", "firefox", "edge", "samsung", "opera", "other"] as const;

export interface Agent {
  os: (typeof SYSTEMS)[number];
  device: (typeof DEVICES)[number];
  browser: (typeof BROWSERS)[number];
}

/** The headers that tell of a program, each as it was sent; empty where it was not. */
export interface AgentHeaders {
  userAgent: string;
  /** `Sec-CH-UA-Platform` */
  platform: string;
  /** `Sec-CH-UA-Mobile` */
  mobile: string;
  /** `Sec-CH-UA` */
  brands: string;
}

/**
 * Reads client hints first, then the user agent. Hints come from some browsers only, and a bot may send them.
 * @param isBot tells known bots by their user agent
 */
export function readAgent(headers: AgentHeaders, isBot: (userAgent: string) => boolean): Agent {
  const { userAgent, platform, mobile, brands } = headers;
  const read = readUserAgent(userAgent);
  const os = (platform === "" ? null : readPlatform(platform)) ?? read.os;
  const browser = (brands === "" ? null : readBrands(brands)) ?? read.browser;
  return { os, browser, device: isBotKnown(userAgent, isBot) ? "bot" : deviceOf(read, mobile) };
}

const bots = new WeakMap<(userAgent: string) => boolean, (userAgent: string) => boolean>();

function isBotKnown(userAgent: string, isBot: (userAgent: string) => boolean): boolean {
  const known = bots.get(isBot) ?? memoizeText(isBot);
  bots.set(isBot, known);
  return known(userAgent);
}

/** A tablet with Chrome sends `?0`, as a desktop does; `?1` is a phone, whatever the user agent says. */
function deviceOf({ device }: Agent, mobile: string): Agent["device"] {
  return mobile === "?1" ? "mobile" : device;
}

const PLATFORMS: Record<string, Agent["os"]> = {
  ios: "ios",
  android: "android",
  macos: "macos",
  windows: "windows",
  linux: "linux",
  "chrome os": "chromeos",
  "chromium os": "chromeos",
};

/** Returns null where the hint says that it does not know. */
const readPlatform = memoizeText((hint): Agent["os"] | null => {
  const name = hint.replaceAll('"', "").trim().toLowerCase();
  if (name === "" || name === "unknown") return null;
  return Object.hasOwn(PLATFORMS, name) ? (PLATFORMS[name] ?? "other") : "other";
});

/** In the order in which they are asked: most of them call themselves Chromium as well. */
const BRANDS: [RegExp, Agent["browser"]][] = [
  [/"Microsoft Edge"/, "edge"],
  [/"Opera(?: GX| Mobile)?"/, "opera"],
  [/"Samsung Internet"/, "samsung"],
  [/"Google Chrome"/, "chrome"],
];

const readBrands = memoizeText(
  (hint): Agent["browser"] | null => BRANDS.find(([pattern]) => pattern.test(hint))?.[1] ?? null,
);

const SYSTEM_WORDS: [RegExp, Agent["os"]][] = [
  [/Windows Phone/, "other"],
  [/iPhone|iPad|iPod/, "ios"],
  [/Android/, "android"],
  [/\bCrOS\b/, "chromeos"],
  [/Macintosh|Mac OS X/, "macos"],
  [/Windows/, "windows"],
  [/Tizen|Web0S|KAIOS/, "other"],
  [/Linux|X11/, "linux"],
];

const BROWSER_WORDS: [RegExp, Agent["browser"]][] = [
  [/\bEdg(?:e|A|iOS)?\//, "edge"],
  [/\bOPR\/|\bOPT\/|\bOPiOS\/|\bOpera\b/, "opera"],
  [/SamsungBrowser\//, "samsung"],
  [/\b(?:Firefox|FxiOS)\//, "firefox"],
  // Others that are built on Chromium name themselves after it.
  [
    /\b(?:YaBrowser|Vivaldi|UCBrowser|DuckDuckGo|Ddg|Brave|Whale|MiuiBrowser|HuaweiBrowser|QQBrowser)\//,
    "other",
  ],
  [/\b(?:Chrome|CriOS)\//, "chrome"],
  // What says so without a version is a browser inside an app.
  [/\bVersion\/[\d.]+.*\bSafari\//, "safari"],
];

const readUserAgent = memoizeText((text): Agent => {
  const find = <T>(words: [RegExp, T][]): T | undefined => words.find(([pattern]) => pattern.test(text))?.[1];
  return {
    os: find(SYSTEM_WORDS) ?? "other",
    browser: find(BROWSER_WORDS) ?? "other",
    device: readDevice(text),
  };
});

function readDevice(text: string): Agent["device"] {
  if (/iPad|Tablet|\bSilk\/|Kindle|PlayBook/.test(text)) return "tablet";
  if (/Android/.test(text)) return /\bMobile\b/.test(text) ? "mobile" : "tablet";
  return /iPhone|iPod|Mobile|Windows Phone|KAIOS|BlackBerry/.test(text) ? "mobile" : "desktop";
}
