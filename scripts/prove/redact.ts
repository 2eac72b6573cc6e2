import { isIPv6 } from "node:net";

/** Takes out of a report what others must not see. */

export type HostKind = "admin" | "link" | "customer" | "target" | "zone";

export interface Redaction {
  /** Gives a hostname, a wildcard or a zone the name that stands for it in the report. */
  addHost(kind: HostKind, host: string): void;
  /** Gives a text the word that stands for it. */
  addText(text: string, word: string): void;
  redact(text: string): string;
}

interface Replacement {
  text: string;
  pattern: RegExp;
  word: string;
}

/** Ids and addresses, whoever they belong to. */
const IDS: [RegExp, string][] = [
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, "EMAIL"],
  [/\b(?:sp|whsec)_\w+/g, "SECRET"],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, "ID"],
  [/(?<![\da-f])(?:[\da-f]{64}|[\da-f]{32})(?![\da-f])/gi, "ID"],
  [/(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\d)/g, "ADDRESS"],
];

/** Names that belong to nobody's installation. */
const PUBLIC_URL =
  /^(?:api\.cloudflare\.com|dash\.cloudflare\.com|www\.cloudflarestatus\.com|example\.com)$/i;

/** @param isWithHostnames true to leave hostnames as they are */
export function createRedaction(isWithHostnames: boolean): Redaction {
  const hosts: Replacement[] = [];
  const texts: Replacement[] = [];
  const counts = new Map<HostKind, number>();

  return {
    addHost(kind, host) {
      const bare = host.replace(/^\*\./, "").toLowerCase();
      if (isWithHostnames || hosts.some(({ text }) => text === bare)) return;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      // Names below a wildcard, a target or a zone tell as much as the name itself.
      const isWide = kind === "zone" || kind === "target" || host !== bare;
      const labels = isWide ? String.raw`(?:[\w*-]+\.)*` : "";
      const pattern = new RegExp(String.raw`(?<![\w.-])${labels}${escape(bare)}(?![\w-]|\.\w)`, "gi");
      add(hosts, { text: bare, pattern, word: `${kind}-${count}` });
    },
    addText(text, word) {
      if (text === "" || text === word) return;
      add(texts, { text, pattern: new RegExp(String.raw`(?<!\w)${escape(text)}(?!\w)`, "g"), word });
    },
    redact(text) {
      // An e-mail address has a hostname in it, and a secret can have the form of an id in it.
      const ids = IDS.map(([pattern, word]) => ({ pattern, word }));
      const named = [...texts, ...ids, ...hosts].reduce(
        (so, { pattern, word }) => so.replaceAll(pattern, word),
        text,
      );
      const withoutIps = named.replaceAll(/[\da-f:]{3,}/gi, toIpWord);
      if (isWithHostnames) return withoutIps;
      return withoutIps.replaceAll(/\b(https?:\/\/)([\w.-]+\.\w+)/gi, (url, scheme: string, host: string) =>
        PUBLIC_URL.test(host) ? url : `${scheme}other`,
      );
    },
  };
}

/** A name that contains another one goes first. */
function add(all: Replacement[], one: Replacement): void {
  all.push(one);
  all.sort((a, b) => b.text.length - a.text.length);
}

/** A colon can stand behind an address. */
function toIpWord(text: string): string {
  const address = text.replace(/(?<!:):$/, "");
  return isIPv6(address) ? `ADDRESS${text.slice(address.length)}` : text;
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
