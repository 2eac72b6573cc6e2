import { isbot } from "#isbot";
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

/**
 * Classifies a user agent (contract 8.3). Crawlers, link previews and programs are bots. A visitor without a
 * user agent counts as a person.
 */
export function classifyAgent(userAgent: string): Agent {
  if (isbot(userAgent)) return { isBot: true };
  const { device, browser, os } = readUserAgent(userAgent);
  return { isBot: false, device, browser, os: SYSTEM_NAMES[os] };
}
