import { BROWSER_MAP, OS_MAP } from "bowser/src/constants.js";
import { isbot } from "isbot";
import { readUserAgent } from "./user-agent.ts";

/** Who a user agent stands for: a bot, or a person's device, browser and operating system. */
export type Agent = { isBot: true } | { isBot: false; device: string; browser: string; os: string };

const UNKNOWN = "unknown";
const DEVICES = ["desktop", "mobile", "tablet", "tv"];
/** Any other name is text that the visitor chose, and is not stored. */
const BROWSERS = new Set(Object.values(BROWSER_MAP));
const SYSTEMS = new Set(Object.values(OS_MAP));

/**
 * Classifies a user agent (contract 8.3): crawlers, link previews and programs are bots; a visitor that
 * tells nothing is taken for a person.
 */
export function classifyAgent(userAgent: string): Agent {
  if (userAgent === "") return { isBot: false, device: UNKNOWN, browser: UNKNOWN, os: UNKNOWN };
  if (isbot(userAgent)) return { isBot: true };
  const { device = "", browser = "", os = "" } = readUserAgent(userAgent);
  return {
    isBot: false,
    device: DEVICES.includes(device) ? device : UNKNOWN,
    browser: BROWSERS.has(browser) ? browser : UNKNOWN,
    os: SYSTEMS.has(os) ? os : UNKNOWN,
  };
}
