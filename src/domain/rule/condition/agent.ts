import { BROWSERS, DEVICES, readAgent, SYSTEMS, type Agent } from "../../user-agent.ts";
import { oneOf } from "../condition.ts";
import type { RuleVisit } from "../rule-visit.ts";

/** What a visitor's program says of itself: client hints first, then the user agent. */

export const os = oneOf(
  SYSTEMS,
  "The operating system. An iPad that says it is a Mac is `macos`.",
  (visit) => agentOf(visit).os,
);
export const device = oneOf(DEVICES, "The kind of device.", (visit) => agentOf(visit).device);
export const browser = oneOf(BROWSERS, "The browser.", (visit) => agentOf(visit).browser);

function agentOf(visit: RuleVisit): Agent {
  return readAgent(
    {
      userAgent: visit.header("User-Agent") ?? "",
      platform: visit.header("Sec-CH-UA-Platform") ?? "",
      mobile: visit.header("Sec-CH-UA-Mobile") ?? "",
      brands: visit.header("Sec-CH-UA") ?? "",
    },
    visit.isBot,
  );
}
