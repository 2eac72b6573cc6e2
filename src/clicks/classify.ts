import { isbot } from "#isbot";
import { memoizeText } from "../domain/memoize-text.ts";
import { readUserAgent } from "../domain/user-agent.ts";

export type Agent = { isBot: true } | { isBot: false; device: string; browser: string; os: string };

const SYSTEM_NAMES: Record<ReturnType<typeof readUserAgent>["os"], string> = {
  android: "Android",
  chromeos: "ChromeOS",
  ios: "iOS",
  linux: "Linux",
  macos: "macOS",
  other: "unknown",
  windows: "Windows",
};

/** The most that a click has of a user agent. */
const MAX_CHARACTERS = 256;

/**
 * Classifies a user agent (contract 8.3). Crawlers, link previews and programs are bots. A visitor without a
 * user agent counts as a person. Each user agent is read once, however many clicks and ids of clicks have it.
 */
export const classifyAgent = memoizeText((userAgent): Agent => {
  if (isbot(userAgent)) return { isBot: true };
  const { device, browser, os } = readUserAgent(userAgent);
  return { isBot: false, device, browser, os: SYSTEM_NAMES[os] };
}, MAX_CHARACTERS);
