import Bowser from "bowser";
import { isbot } from "isbot";

/** Who a user agent stands for: a bot, or a person's device and browser. */
export type Agent = { isBot: true } | { isBot: false; device: string; browser: string };

const UNKNOWN = "unknown";
const DEVICES = ["desktop", "mobile", "tablet", "tv"];

/**
 * Judges a user agent (section 8): crawlers, link previews and programs are bots; a visitor that
 * tells nothing is taken for a person.
 */
export function classifyAgent(userAgent: string): Agent {
  if (userAgent === "") return { isBot: false, device: UNKNOWN, browser: UNKNOWN };
  if (isbot(userAgent)) return { isBot: true };
  const { platform, browser } = Bowser.parse(userAgent);
  const device = platform.type ?? "";
  return {
    isBot: false,
    device: DEVICES.includes(device) ? device : UNKNOWN,
    browser: browser.name === undefined || browser.name === "" ? UNKNOWN : browser.name,
  };
}
