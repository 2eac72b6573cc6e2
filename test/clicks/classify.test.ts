import { describe, expect, it } from "vitest";
import { classifyAgent } from "../../src/clicks/classify.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("bots", () => {
  it.each([
    ["Googlebot", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"],
    [
      "Googlebot as a phone",
      `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${WEBKIT} Chrome/124.0.6367.201 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
    ],
    ["bingbot", "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"],
    ["Slackbot", "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"],
    ["WhatsApp", "WhatsApp/2.23.20.0"],
    ["WhatsApp on Android", "WhatsApp/2.24.6.77 A"],
    ["facebookexternalhit", "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"],
    ["Twitterbot", "Twitterbot/1.0"],
    ["TelegramBot", "TelegramBot (like TwitterBot)"],
    ["Discordbot", "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)"],
    ["LinkedInBot", "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)"],
    [
      "[8.3] link previews of Messages",
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    ],
    [
      "GPTBot",
      "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
    ],
    ["headless Chrome", `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/124.0.0.0 Safari/537.36`],
    ["curl", "curl/8.5.0"],
    ["Wget", "Wget/1.21.4"],
    ["Python", "python-requests/2.31.0"],
    ["Go", "Go-http-client/1.1"],
  ])("%s", (_, userAgent) => {
    expect(classifyAgent(userAgent)).toEqual({ isBot: true });
  });
});

describe("people, by device and browser", () => {
  it.each([
    [
      "Safari on an iPhone",
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1",
      "mobile",
      "Safari",
    ],
    [
      "Safari on an iPad",
      "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
      "tablet",
      "Safari",
    ],
    [
      "Chrome on Android",
      `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/124.0.0.0 Mobile Safari/537.36`,
      "mobile",
      "Chrome",
    ],
    [
      "Samsung Internet",
      `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${WEBKIT} SamsungBrowser/24.0 Chrome/117.0.0.0 Mobile Safari/537.36`,
      "mobile",
      "Samsung Internet for Android",
    ],
    [
      "Firefox on Windows",
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:125.0) Gecko/20100101 Firefox/125.0",
      "desktop",
      "Firefox",
    ],
    [
      "Edge",
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/124.0.0.0 Safari/537.36 Edg/124.0.0.0`,
      "desktop",
      "Microsoft Edge",
    ],
    [
      "a smart TV of Samsung",
      "Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36",
      "tv",
      "Tizen",
    ],
    [
      "a smart TV of LG",
      `Mozilla/5.0 (Web0S; Linux/SmartTV) ${WEBKIT} Chrome/79.0.3945.79 Safari/537.36 WebAppManager`,
      "tv",
      "WebOS Browser",
    ],
    ["a visitor that tells nothing", "", "unknown", "unknown"],
    [
      "a browser that nobody knows, whose name is not kept",
      "My Own Thing/1.0 hello there",
      "unknown",
      "unknown",
    ],
    ["an app on a phone", "MyBank/3.2 (iPhone; iOS 17.4) Alamofire/5.8", "mobile", "unknown"],
  ])("%s", (_, userAgent, device, browser) => {
    expect(classifyAgent(userAgent)).toMatchObject({ isBot: false, device, browser });
  });
});

it("reads a user agent once, also for the id of its click", () => {
  const agent = `Mozilla/5.0 ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`;
  expect(classifyAgent(agent)).toBe(classifyAgent(agent));
});
