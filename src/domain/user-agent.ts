/** The facts about a visitor in a user agent (contract 8.3). */
interface UserAgent {
  os: Os;
  device: Device;
  /** A name of `BROWSERS`, or `unknown`. */
  browser: string;
}

type Os = "ios" | "android" | "macos" | "windows" | "linux" | "chromeos" | "other";
type Device = "mobile" | "tablet" | "desktop" | "tv" | "unknown";

const UNKNOWN = "unknown";

/** The first matching pattern decides, so browsers that also name another browser come before it. */
const BROWSERS: [pattern: RegExp, name: string][] = [
  [/opera|opr\/|opios|opt\/\d/i, "Opera"],
  [/samsungbrowser/i, "Samsung Internet for Android"],
  [/whale/i, "NAVER Whale Browser"],
  [/palemoon/i, "Pale Moon"],
  [/heytapbrowser/i, "HeyTap Browser"],
  [/vivobrowser/i, "Vivo Browser"],
  [/mzbrowser/i, "MZ Browser"],
  [/focus/i, "Focus"],
  [/swing/i, "Swing"],
  [/coast/i, "Opera Coast"],
  [/yabrowser/i, "Yandex Browser"],
  [/ucbrowser/i, "UC Browser"],
  [/maxthon|mxios/i, "Maxthon"],
  [/epiphany/i, "Epiphany"],
  [/puffin/i, "Puffin"],
  [/sleipnir/i, "Sleipnir"],
  [/k-meleon/i, "K-Meleon"],
  [/micromessenger/i, "WeChat"],
  [/qqbrowserlite/i, "QQ Browser Lite"],
  [/qqbrowser/i, "QQ Browser"],
  [/msie|trident/i, "Internet Explorer"],
  [/\bedg(?:[ea]|ios)?\//i, "Microsoft Edge"],
  [/vivaldi/i, "Vivaldi"],
  [/seamonkey/i, "SeaMonkey"],
  [/sailfish/i, "Sailfish"],
  [/silk/i, "Amazon Silk"],
  [/blackberry|\bbb\d|rim\stablet/i, "BlackBerry"],
  [/(?:web|hpw)[o0]s/i, "WebOS Browser"],
  [/bada/i, "Bada"],
  [/tizen/i, "Tizen"],
  [/qupzilla/i, "QupZilla"],
  [/librewolf/i, "LibreWolf"],
  [/firefox|iceweasel|fxios/i, "Firefox"],
  [/electron/i, "Electron"],
  [/sogoumobilebrowser|metasr|se 2\.x/i, "Sogou Browser"],
  [/miuibrowser/i, UNKNOWN],
  [/\sddg\/[\d.]+$/i, "DuckDuckGo"],
  [/chromium/i, "Chromium"],
  [/ladybird/i, "Ladybird"],
  [/chrome|crios|crmo/i, "Chrome"],
  [/gsa/i, "Google Search"],
  [/^(?!.*like android).*android/i, "Android Browser"],
  [/playstation 4/i, UNKNOWN],
  [/safari|applewebkit/i, "Safari"],
  [/^roku\//i, "Roku"],
];

/** An iPad that names itself a Mac counts as a Mac, unless its Firefox shows that it is an iPad. */
const SYSTEMS: [pattern: RegExp, os: Os][] = [
  [/windows phone/i, "other"],
  [/windows /i, "windows"],
  [/^(?=.*macintosh).* fxios/i, "ios"],
  [/macintosh/i, "macos"],
  [/ipod|iphone|ipad/i, "ios"],
  [/openharmony/i, "other"],
  [/^(?!.*like android).*android/i, "android"],
  [/(?:web|hpw)[o0]s|blackberry|\bbb\d|rim\stablet|bada|tizen/i, "other"],
  [/linux/i, "linux"],
  [/CrOS/, "chromeos"],
];

/** If no pattern matches, the operating system decides. */
const DEVICES: [pattern: RegExp, device: Device][] = [
  [/huawei/i, "mobile"],
  [/nexus\s*(?:7|8|9|10)|ipad|^(?=.*macintosh).* fxios|kftt build|silk|tablet(?! pc)/i, "tablet"],
  [/^(?!.*like i(?:pod|phone)).*i(?:pod|phone)/i, "mobile"],
  [/nexus\s*[0-6]|galaxy nexus|nokia|[^-]mobi|blackberry|\bbb\d|bada/i, "mobile"],
  [/smart-?tv|netcast|playstation 4|roku\/dvp/i, "tv"],
];

/** Parses a user agent. It may contain anything, so no part of its text is returned. */
export function readUserAgent(userAgent: string): UserAgent {
  const os = find(SYSTEMS, userAgent) ?? "other";
  return {
    os,
    device: find(DEVICES, userAgent) ?? deviceOfSystem(os, userAgent),
    browser: find(BROWSERS, userAgent) ?? UNKNOWN,
  };
}

function deviceOfSystem(os: Os, userAgent: string): Device {
  switch (os) {
    case "android": {
      // Phones send `Mobile` only since Android 3.
      const version = /android[\s/-](\d+)/i.exec(userAgent)?.[1];
      return Number(version) >= 3 ? "tablet" : "mobile";
    }
    case "ios":
    case "other":
      return UNKNOWN;
    case "macos":
    case "windows":
    case "linux":
    case "chromeos":
      return "desktop";
  }
}

function find<T>(table: [RegExp, T][], userAgent: string): T | undefined {
  return table.find(([pattern]) => pattern.test(userAgent))?.[1];
}
