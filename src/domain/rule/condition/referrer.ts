import { parseDomainName } from "../../parse-hostname.ts";
import { parseList, type Condition } from "../condition.ts";
import { memoizeText } from "../../memoize-text.ts";

const MAX_HOSTS = 50;

export const referrer: Condition<string[], string[]> = {
  schema: {
    type: "array",
    minItems: 1,
    maxItems: MAX_HOSTS,
    items: { type: "string" },
    description: "Hostnames: the page that the visitor comes from is on one of them, or below one.",
  },
  parse: (value, report) => parseList(value, report, MAX_HOSTS, parseDomainName),
  compile: (hosts) => hosts,
  holds(hosts, visit) {
    const sent = hostOfReferrer(visit.header("Referer") ?? "");
    return hosts.some((host) => sent === host || sent.endsWith(`.${host}`));
  },
};

const hostOfReferrer = memoizeText((text) => URL.parse(text)?.hostname.replace(/\.$/, "") ?? "");
