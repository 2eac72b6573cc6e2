import { isbot } from "isbot";
import { readUserAgent } from "../domain/user-agent.ts";

/** Who a user agent stands for: a bot, or a person's device and browser. */
export type Agent = { isBot: true } | { isBot: false; device: string; browser: string };

/**
 * Classifies a user agent (contract 8.3): crawlers, link previews and programs are bots; a visitor that
 * tells nothing is taken for a person.
 */
export function classifyAgent(userAgent: string): Agent {
  if (isbot(userAgent)) return { isBot: true };
  const { device, browser } = readUserAgent(userAgent);
  return { isBot: false, device, browser };
}
