import { parseDomainName } from "../../parse-hostname.ts";
import { parseList, type Condition } from "../condition.ts";
import { memoizeText } from "../../memoize-text.ts";

export const MAX_HOSTS = 50;

export const referrer: Condition<string[], string[]> = {
  parse: (value, report) => parseList(value, report, MAX_HOSTS, parseDomainName),
  compile: (hosts) => hosts,
  holds(hosts, visit) {
    const sent = hostOfReferrer(visit.header("Referer") ?? "");
    return hosts.some((host) => sent === host || sent.endsWith(`.${host}`));
  },
};

const hostOfReferrer = memoizeText((text) => URL.parse(text)?.hostname.replace(/\.$/, "") ?? "");
