import { expect, it } from "vitest";
import { holds } from "./visit-of.ts";

/**
 * The headers of real clients, and what rules take them for. Those of Chromium and Firefox on Linux were recorded from
 * the browsers that the tests drive; the others have the form that their makers document.
 */

interface Client {
  headers: Record<string, string>;
  /** A value that holds of each condition; none of the others that it could have does. */
  is: { os: string; device: string | null; browser: string; language: string | null };
}

const hints = (brands: string, mobile: "?0" | "?1", platform: string) => ({
  "Sec-CH-UA": brands,
  "Sec-CH-UA-Mobile": mobile,
  "Sec-CH-UA-Platform": platform,
});

const CLIENTS: Record<string, Client> = {
  "Chromium 156 on Linux": {
    headers: {
      "User-Agent":
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
      "Accept-Language": "de-CH",
      ...hints('"Not:A-Brand";v="8", "Chromium";v="156"', "?0", '"Linux"'),
    },
    is: { os: "linux", device: "desktop", browser: "chrome", language: "de-CH" },
  },
  "Chromium 156 without a window": {
    headers: {
      "User-Agent":
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36",
      "Accept-Language": "de-CH",
      ...hints('"Not:A-Brand";v="8", "Chromium";v="156"', "?0", '"Linux"'),
    },
    is: { os: "linux", device: "bot", browser: "chrome", language: "de" },
  },
  "Firefox 153 on Linux": {
    headers: {
      "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0",
      "Accept-Language": "en-US,en;q=0.9",
    },
    is: { os: "linux", device: "desktop", browser: "firefox", language: "en-US" },
  },
  "Chrome on Android": {
    headers: {
      "User-Agent":
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
      "Accept-Language": "fr-FR,fr;q=0.9,en-US;q=0.8,en;q=0.7",
      ...hints('"Not/A)Brand";v="8", "Chromium";v="126", "Google Chrome";v="126"', "?1", '"Android"'),
    },
    is: { os: "android", device: "mobile", browser: "chrome", language: "fr" },
  },
  "Firefox on an Android phone": {
    headers: {
      "User-Agent": "Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0",
      "Accept-Language": "es-ES,es;q=0.8,en-US;q=0.5,en;q=0.3",
    },
    is: { os: "android", device: "mobile", browser: "firefox", language: "es" },
  },
  "Firefox on an Android tablet": {
    headers: {
      "User-Agent": "Mozilla/5.0 (Android 14; Tablet; rv:127.0) Gecko/127.0 Firefox/127.0",
      "Accept-Language": "pt-BR,pt;q=0.8,en-US;q=0.5,en;q=0.3",
    },
    is: { os: "android", device: "tablet", browser: "firefox", language: "pt-BR" },
  },
  "Safari on an iPhone": {
    headers: {
      "User-Agent":
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
      "Accept-Language": "zh-TW,zh-Hant;q=0.9",
    },
    is: { os: "ios", device: "mobile", browser: "safari", language: "zh-Hant" },
  },
  "Chrome on an iPhone": {
    headers: {
      "User-Agent":
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1",
      "Accept-Language": "en-GB,en;q=0.9",
    },
    is: { os: "ios", device: "mobile", browser: "chrome", language: "en-GB" },
  },
  "Safari on an iPad, which says that it is a Mac": {
    headers: {
      "User-Agent":
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
      "Accept-Language": "ja",
    },
    is: { os: "macos", device: "desktop", browser: "safari", language: "ja" },
  },
  "Edge on Windows": {
    headers: {
      "User-Agent":
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0",
      "Accept-Language": "de,de-DE;q=0.9,en;q=0.8,en-GB;q=0.7,en-US;q=0.6",
      ...hints('"Not/A)Brand";v="8", "Chromium";v="126", "Microsoft Edge";v="126"', "?0", '"Windows"'),
    },
    is: { os: "windows", device: "desktop", browser: "edge", language: "de" },
  },
  "Samsung Internet": {
    headers: {
      "User-Agent":
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36",
      "Accept-Language": "ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7",
      ...hints('"Samsung Internet";v="25.0", "Not A(Brand";v="99", "Chromium";v="121"', "?1", '"Android"'),
    },
    is: { os: "android", device: "mobile", browser: "samsung", language: "ko" },
  },
  "Chrome on a Chromebook": {
    headers: {
      "User-Agent":
        "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
      "Accept-Language": "en-US,en;q=0.9",
      ...hints('"Not/A)Brand";v="8", "Chromium";v="126", "Google Chrome";v="126"', "?0", '"Chrome OS"'),
    },
    is: { os: "chromeos", device: "desktop", browser: "chrome", language: "en" },
  },
  "Googlebot as a phone": {
    headers: {
      "User-Agent":
        "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.6478.126 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    },
    is: { os: "android", device: "bot", browser: "chrome", language: null },
  },
  curl: {
    headers: { "User-Agent": "curl/8.7.1" },
    is: { os: "other", device: "bot", browser: "other", language: null },
  },
  "a program that tells nothing": {
    headers: {},
    is: { os: "other", device: null, browser: "other", language: null },
  },
};

const VALUES = {
  os: ["ios", "android", "macos", "windows", "linux", "chromeos", "other"],
  device: ["mobile", "tablet", "desktop", "bot"],
  browser: ["chrome", "safari", "firefox", "edge", "samsung", "opera", "other"],
};

it.each(Object.entries(CLIENTS))("[23.4, 23.6] rules take %s for what it is", (_, { headers, is }) => {
  for (const [key, values] of Object.entries(VALUES)) {
    const held = values.filter((value) => holds(key, [value], { headers }));
    const expected = is[key as keyof typeof VALUES];
    expect([key, held]).toEqual([key, expected === null ? [] : [expected]]);
  }
  const languages = [
    "de-CH",
    "de",
    "en-US",
    "en-GB",
    "en",
    "fr",
    "es",
    "pt-BR",
    "zh-Hant",
    "zh-Hans",
    "ja",
    "ko",
  ];
  const spoken = languages.filter((language) => holds("language", [language], { headers }));
  if (is.language === null) expect(spoken).toEqual([]);
  else {
    expect(spoken).toContain(is.language);
    expect(new Set(spoken.map((tag) => tag.split("-")[0])).size).toBe(1);
  }
});
