import type { Sentence } from "./list-sentences.ts";

/** Which sentences of the source files reach a screen, and in which form. */

/** Folders whose texts the API may send, or the dashboard may show by itself. */
export const SAYING = ["src/admin", "src/domain", "src/explain", "src/qr", "src/services"];

/** Files whose texts reach no screen of the dashboard, or are names. */
const NOT_SHOWN = [
  // Pages and documents of their own, and descriptions of the API.
  /^src\/admin\/(?:report\/|route\/(?:docs|dashboard|about-checks)\.ts|schema\/[a-z-]*-?shape\.ts)/,
  // Names of countries, browsers, types and plugins; the last two have texts by their keys.
  /^src\/domain\/(?:country|user-agent|redirect-type-text|plugin\/.*|rule\/agent)\.ts$/,
  /^src\/explain\/continent\.ts$/,
  // What visitors, operators and receivers of notifications get.
  /^src\/qr\/(?:request|to-svg)\.ts$/,
  /^src\/services\/(?:operator\/|monitor\/(?:deliver-notification|internal\/check-destination)\.ts)/,
];

/** Texts that no person reads: SQL, types of content, policies, markup, user agents, lists of names. */
const TECHNICAL =
  /\b(?:SELECT|INSERT|UPDATE|DELETE FROM|WHERE|JOIN|IS NULL)\b|iif\(|; charset=|^[a-z]+\/[a-z]+\b|'none'|'self'|SameSite|filename=|^Bearer|^Mozilla\/|max-age|geolocation|^(?:\{\} )?\{\}$|^(?:[\w:.-]+\s){20}/;

/** Sentences of the folders above that no screen shows. */
const UNSAID = new Set([
  // Parts of sentences, which stand below as a whole.
  "no other URL",
  "held by",
  "connected to",
  "is not {} this workspace",
  " {} more are not listed here.",
  ", in another letter case",
  "URL {}",
  // Reasons for lines that were not read. Only their number is shown.
  "internal rewrite",
  "no redirect",
  "crawled, no redirect",
  "no record",
  // Names in files of other tools, names of their formats, and user agents.
  "Date created",
  "Created at",
  "HSTS Policy",
  "JavaScript Redirect",
  "Meta Refresh",
  "KEY VALUE;",
  "FROM -> TO STATUS",
  "Squarespace URL mappings: FROM -> TO STATUS",
  "Signpost-Check (+https://{}/about-checks)",
  "user name",
  // Names of tokens and of columns, and keys of maps.
  "first token",
  "{} (rest)",
  "{} folder",
  "assertion failed: host_limit",
  "host path is_redacted state visits people crawlers bots first_at last_at referrers suggestion score",
  // What a programmer reads whose assumption fails.
  "A write has a row.",
  // Conditions in the file of another service.
  "missing {}",
  "has {}",
  // Records of DNS.
  "CNAME {} {}",
  "AAAA {} {}",
  "TXT {} {}",
  "TXT _signpost.{} {}",
]);

/** How sentences sound whose parts come from other places. Each is said as a whole here. */
const WHOLE: Record<string, string[]> = {
  "the hostname {}": ["the hostname is not a hostname"],
  "the alias {}": ["the alias must not be empty"],
  "the hostname {} {}": ["the hostname go.example.com is not connected to this workspace"],
  "the source {}": [
    "the source has a host that is not a hostname",
    "the source has an alias that is reserved",
  ],
  "the destination {}": ["the destination must be an absolute http or https URL"],
  "The sitemap {}": ["The sitemap has no URL", "The sitemap line 7 is not an http or https URL"],
  "has a host that {}": ["has a host that is longer than a DNS name can be"],
  "has an alias that {}": ["has an alias that is reserved"],
  "must be {}": ["must be flatten"],
  "{}, so that no notification is sent there": [
    "is this platform's own, so that no notification is sent there",
    "has an address that is not public, so that no notification is sent there",
  ],
  "must be within the last {} for the interval {}": ["must be within the last 14 days for the interval hour"],
  "the period before must be within the last {} for the interval {}": [
    "the period before must be within the last 13 months for the interval day",
  ],
  "Only a change that is planned can be applied; this one is {}.": [
    "applied",
    "applying",
    "collecting",
    "expired",
    "failed",
    "planned",
    "planning",
    "stopped",
    "undoing",
    "undone",
  ].map((state) => `Only a change that is planned can be applied; this one is ${state}.`),
  "Only a change that is collecting can be planned; this one is {}.": [
    "Only a change that is collecting can be planned; this one is planned.",
  ],
  "Only a change that is applied or stopped can be undone; this one is {}.": [
    "Only a change that is applied or stopped can be undone; this one is planned.",
  ],
  "There is nothing to stop: it is {}.": ["There is nothing to stop: it is applied."],
  "It was not applied: {}.": ["It was not applied: the workspace is suspended."],
  '{}: it is applied only with "deletes": {}.': [
    'The mirror has no rows: it is applied only with "deletes": 7.',
  ],
  "is left as it is: {}": ["is left as it is: the redirects lead in a circle"],
  "DNS has the proof of two workspaces. {}": [
    "DNS has the proof of two workspaces. To keep go.example.com for good, remove TXT _signpost.example.com a.",
  ],
  "{} The state is that of the last check.": [
    "DNS did not answer in time. The state is that of the last check.",
  ],
  "The certificate service {}.": [
    "The certificate service did not answer in time.",
    "The certificate service refuses: status 500.",
    "The certificate service refuses: Bad name (1407).",
  ],
  "status {}": ["refuses: status 500"],
  "ALIAS {} {}, or a proxy in front of {} that passes requests on to {} with their Host header": [
    "or a proxy in front of a.example that passes requests on to b.example with their Host header",
    "a.example has no record that leads here: create ALIAS a.example b.example, or a proxy in front of a.example that passes requests on to b.example with their Host header.",
    "Some visitors are led elsewhere: remove A a.example 192.0.2.1 and A a.example 192.0.2.2.",
  ],
  "CNAME {} {} or {}": ["a.example has no record that leads here: create CNAME a b or TXT c d."],
  "leads to {}": ["leads to no other URL", "leads to https://new.example/"],
  "The plan's limit of {} {} is reached.": [
    "The plan's limit of 50 records is reached.",
    "The plan's limit of 5 hostnames is reached.",
  ],
  "This needs a token with the role {} or a higher one.": ["viewer", "editor", "manager", "owner"].map(
    (role) => `This needs a token with the role ${role} or a higher one.`,
  ),
  "Some fields are not valid.": [
    "Some fields are not valid.",
    "Some fields are not valid. 7 more are not listed here.",
  ],
  "is the alias in front of this path, and forwards what is below it": [
    "is the alias in front of this path, and forwards what is below it",
    "is the alias in front of this path, and forwards what is below it, in another letter case",
  ],
  // Words of other tools, inside of a sentence.
  "not carried: {}": ["not carried: deeplinks", "not carried: image", "not carried: folder"],
};

/** What is said by templates that have no words of their own, and words within other sentences. */
export const OTHER_FORMS = [
  "go.example.com/a: must begin with a hostname",
  "url must be a URL of http or https",
  "location must be a URL of http or https",
  "status must be a status from 200 to 599",
  'not carried: folder "News"',
  "line 7 has more than 7 characters",
];

/** Returns how a sentence of a source file may sound on a screen; an empty list if no screen shows it. */
export function formsOf({ file, text }: Sentence): string[] {
  const whole = WHOLE[text];
  if (whole !== undefined) return whole;
  if (NOT_SHOWN.some((pattern) => pattern.test(file)) || TECHNICAL.test(text) || UNSAID.has(text)) return [];
  // Descriptions of fields begin with a capital; reasons follow the name of a field.
  if (/^src\/(?:admin\/schema|domain\/rule\/condition)\//.test(file) && /^[A-Z`]/.test(text)) return [];
  // A format whose label is a name.
  if (file.startsWith("src/domain/import/format/") && /^[\w. ()]+, (?:CSV|JSON|TSV|Export)$/.test(text)) {
    return text !== "EasyRedir (urllo), CSV" && /[ (][a-z]/.test(text) ? [text] : [];
  }
  return [text.replaceAll("{}", "7")];
}
