import { parseCaption } from "../../src/domain/qr-style.ts";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toAddressGroup } from "../../src/domain/address.ts";
import { isPublicAddress, toAddress } from "../../src/domain/public-address.ts";
import { readUserAgent } from "../../src/domain/user-agent.ts";
import { parseNamedList } from "../../src/domain/named-list.ts";
import { refuse } from "../../src/domain/refusal/refusal.ts";
import { parseQrStyles } from "../../src/domain/named-qr-style.ts";
import { parseUtmTemplates } from "../../src/domain/utm-template.ts";
import { parseClickThresholds } from "../../src/domain/click-threshold.ts";
import { parseDoors } from "../../src/domain/door.ts";
import { parseCrawlerList } from "../../src/domain/crawler-list.ts";
import { parseSitemap } from "../../src/domain/sitemap.ts";
import { toPageName } from "../../src/domain/suggest/page-name.ts";
import { parseMailto } from "../../src/domain/branding.ts";
import { findSvgProblem } from "../../src/domain/picture/svg.ts";
import { parseCheckUrl, parseVisitedUrl } from "../../src/domain/check/check-url.ts";
import { parseAlias } from "../../src/domain/alias.ts";
import { parseEmail } from "../../src/domain/email.ts";
import { composeLocation } from "../../src/domain/compose.ts";
import { prepareDestination } from "../../src/domain/prepare-destination.ts";
import { parseDestination } from "../../src/domain/destination.ts";
import { findLabelProblem, parseDomainName, parseHostname } from "../../src/domain/parse-hostname.ts";
import { listHostCandidates, toVisitedHostname } from "../../src/domain/visited-host.ts";
import { detectFormat } from "../../src/import/detect.ts";
import { parseJson } from "../../src/import/json.ts";
import { readImport } from "../../src/import/read-import.ts";
import { readUrlList } from "../../src/import/read-urls.ts";
import { defaultOptions, UnreadableFile } from "../../src/import/row.ts";
import { parseCode, parseCount, parseYesNo } from "../../src/import/value.ts";
import { findMatch, toRequestedSource } from "../../src/domain/match.ts";
import {
  parseAliasUrl,
  parseSource,
  parseSourceUrl,
  splitSourceList,
} from "../../src/domain/parse-source.ts";
import { readHostFile } from "../../src/domain/host-file.ts";
import { foldCase, toCanonicalPath, toCanonicalQuery } from "../../src/domain/path.ts";
import { parsePattern, readCaptures } from "../../src/domain/pattern.ts";
import { parsePasswordHash } from "../../src/domain/password-hash.ts";
import { splitDomain } from "../../src/domain/public-suffix.ts";
import { parseQrColor } from "../../src/domain/qr-style.ts";
import { parameterName, trackingNames, withoutTracking, isSameQuery } from "../../src/domain/query.ts";
import { parseSort } from "../../src/domain/record-filter.ts";
import { parseRouting, PRIMARY } from "../../src/domain/routing.ts";
import { chooseRule, compileConditions } from "../../src/domain/rule/choose-rule.ts";
import { findTextProblem, parseList, parseWords } from "../../src/domain/rule/condition.ts";
import { parseRules } from "../../src/domain/rule/rule.ts";
import { parseRetention } from "../../src/domain/stats.ts";
import { parseClickIdParam } from "../../src/domain/click-id.ts";
import { parseTag, withoutDuplicateTags } from "../../src/domain/tag.ts";
import { parseTimestamp } from "../../src/domain/timestamp.ts";
import { toLocation } from "../../src/domain/to-location.ts";
import { NO_UTM, parseUtmEntry } from "../../src/domain/utm.ts";
import { growingTexts, PATTERNS } from "../support/growing-text.ts";
import { hostWith, redirectAt, shortLinkAt } from "../support/records.ts";
import { hostname } from "../support/hostname.ts";

/** A rule that has a text wherever an owner can write one. */
function rulesWith(text: string): unknown {
  const conditions = {
    country: [text],
    language: [text],
    query: { [text]: text },
    header: { [text]: text },
    referrer: [text],
    after: text,
    time: { from: text, to: text, zone: text },
  };
  return [{ name: text, if: conditions, not: conditions, destination: text, destination_routing: text }];
}

/** What a visitor sends that conditions read. */
function judgeHeaders(text: string): void {
  const visit = {
    nowMs: 0,
    country: "XX",
    continent: "",
    query: text,
    header: () => text,
    isBot: () => false,
  };
  const values = {
    language: ["de"],
    os: ["ios"],
    device: ["bot"],
    browser: ["edge"],
    referrer: ["a.example"],
  };
  const conditions = compileConditions({ ...values, query: { a: "b" }, header: { a: "b" } });
  for (const one of conditions) {
    const answer = { kind: "frame" as const, target: TARGET, title: "", description: "" };
    chooseRule([{ id: "", if: [one], not: [], first: 0, answer }], visit);
  }
}

/** Takes the one error that a reader of files may throw for an answer. */
function orUnreadable(parse: (text: string) => unknown) {
  return (text: string) => {
    try {
      return parse(text);
    } catch (error) {
      if (error instanceof UnreadableFile) return error.message;
      throw error;
    }
  };
}

const TARGET = { destinations: [], routing: PRIMARY, forwardPath: false, forwardQuery: false };

/** Beginnings that a pattern is repeated behind, so that it reaches the part that is meant. */
const NAMED = {
  most: 9,
  read: () => ({}),
  notList: refuse("empty"),
  refuseItem: () => refuse("empty"),
};

const PARSERS: Record<string, { parse: (text: string) => unknown; behind: string[] }> = {
  parseAlias: { parse: parseAlias, behind: ["", "a"] },
  parseAliasUrl: { parse: parseAliasUrl, behind: ["", "https://", "go.example/", "go.example/a"] },
  parseCaption: { parse: parseCaption, behind: ["", "Ä"] },
  parseCheckUrl: { parse: (text) => parseCheckUrl(text, () => {}), behind: ["", "https://", "a.example/"] },
  parseClickIdParam: { parse: parseClickIdParam, behind: ["", "utm_", "a."] },
  parseClickThresholds: { parse: parseClickThresholds, behind: ["", "1,"] },
  parseCode: { parse: parseCode, behind: ["", "301", "301."] },
  parseCount: { parse: parseCount, behind: ["", "1,", "1 "] },
  parseCrawlerList: {
    parse: (text) => parseCrawlerList({ prefixes: [{ ipv6Prefix: text }] }),
    behind: ["", "192.0.2.0/", "2001:db8::/"],
  },
  parseDestination: {
    parse: parseDestination,
    behind: ["", "a.", "https://", "https://h/", "https://h?", "https://h#"],
  },
  parseDomainName: { parse: parseDomainName, behind: ["", "a.", "xn--"] },
  parseDoors: { parse: parseDoors, behind: ["", "yourls,"] },
  parseEmail: { parse: parseEmail, behind: ["", "a@", "@"] },
  parseHostname: { parse: parseHostname, behind: ["", "*.", "a.", "xn--"] },
  parseJson: { parse: orUnreadable(parseJson), behind: ["", "{", "[", '{"a":', '{}\n{"a":'] },
  parseList: {
    parse: (text) =>
      parseList(
        [text],
        () => {},
        1,
        (entry) => ({ ok: true, value: entry }),
      ),
    behind: [""],
  },
  parseMailto: { parse: parseMailto, behind: ["", "mailto:", "mailto:a@"] },
  parseNamedList: {
    parse: (text) => parseNamedList(JSON.stringify([{ name: text }, { name: "a" }]), NAMED),
    behind: ["", " "],
  },
  parsePasswordHash: { parse: parsePasswordHash, behind: ["bcrypt:", "$2b$10$"] },
  parsePattern: { parse: parsePattern, behind: ["/", "/:a", "/:a/"] },
  parseQrColor: { parse: parseQrColor, behind: ["", "#"] },
  parseQrStyles: {
    parse: (text) => parseQrStyles(JSON.stringify([{ name: text, style: { color: text, caption: text } }])),
    behind: ["", "#0000"],
  },
  parseRetention: { parse: parseRetention, behind: ["", "1"] },
  parseRouting: { parse: parseRouting, behind: ["", "weighted:", "weighted:1", "weighted:1."] },
  parseRules: { parse: (text) => parseRules(rulesWith(text), () => {}), behind: ["", "de-", "a.", "2026-"] },
  parseSitemap: { parse: parseSitemap, behind: ["", "<", "<loc>", "<loc><![CDATA[", "https://h/&#"] },
  parseSort: { parse: parseSort, behind: ["", "-"] },
  parseSource: { parse: parseSource, behind: ["", "/", "/a?", "/a/*"] },
  parseSourceUrl: {
    parse: parseSourceUrl,
    behind: ["", "https://", "old.example", "old.example/", "old.example:"],
  },
  parseTag: { parse: parseTag, behind: ["", "a"] },
  parseTimestamp: { parse: parseTimestamp, behind: ["", "2026-01-31T09:30:00", "2026-01-31T09:30:00."] },
  parseUtmEntry: { parse: parseUtmEntry, behind: ["", "utm_", "source="] },
  parseUtmTemplates: {
    parse: (text) => parseUtmTemplates(JSON.stringify([{ name: text, host: text, utm: { source: text } }])),
    behind: ["", "a."],
  },
  parseVisitedUrl: {
    parse: (text) => parseVisitedUrl(text),
    behind: ["", "https://", "a.example/", "https://h/?"],
  },
  parseWords: { parse: (text) => parseWords([text], () => null, ["a"]), behind: [""] },
  parseYesNo: { parse: parseYesNo, behind: ["", "t"] },
};

const prepared = prepareDestination("https://h/a?a=1&%=2#f", { ...NO_UTM, source: "s" }, true);
const host = hostWith([redirectAt("/a/*"), redirectAt("/a?a"), redirectAt("/*"), shortLinkAt("a", true)]);

const READERS: typeof PARSERS = {
  chooseRule: { parse: judgeHeaders, behind: ["", "de;q=", "https://", "a=", "Mozilla/5.0 (Windows"] },
  composeLocation: { parse: (text) => composeLocation(prepared, text, text), behind: ["", "a&"] },
  detectFormat: {
    parse: (text) => detectFormat({ text, name: "" }),
    behind: ["", "a,b\n", "/a", "/a /b", "location", "rewrite a", "COPY links(", "INSERT INTO url("],
  },
  findLabelProblem: { parse: findLabelProblem, behind: ["", "xn--"] },
  findSvgProblem: {
    parse: findSvgProblem,
    behind: ["", "<svg", "<svg ", '<svg a="', "<svg>", "<!--", '<svg fill="', '<svg style="'],
  },
  findMatch: {
    parse: (text) =>
      findMatch(host.config, toRequestedSource(`/a${text}`, text), (slot) => host.slots.get(slot) ?? null),
    behind: ["", "/"],
  },
  foldCase: { parse: foldCase, behind: ["/"] },
  isPublicAddress: { parse: isPublicAddress, behind: ["", "1.", "::"] },
  isSameQuery: { parse: (text) => isSameQuery(text, `${text}&utm_source=x`), behind: ["", "utm_source="] },
  listHostCandidates: { parse: (text) => listHostCandidates(hostname(text)), behind: ["", "www."] },
  parameterName: { parse: parameterName, behind: ["", "+"] },
  readHostFile: {
    parse: (text) =>
      readHostFile("security.txt", { type: "text/plain", bytes: new TextEncoder().encode(text) }, 0, {}),
    behind: ["", "a:", "#", "Contact: a:", "-----BEGIN PGP SIGNATURE-----\n"],
  },
  readUserAgent: { parse: readUserAgent, behind: ["", "Mozilla/5.0 (Macintosh; ", "like Android", "nexus"] },
  readCaptures: {
    parse: (text) => readCaptures(`/${text}é`, "/*:é"),
    behind: ["", "%"],
  },
  splitDomain: { parse: (text) => splitDomain(hostname(text), new Set()), behind: ["", "a."] },
  splitSourceList: { parse: splitSourceList, behind: ["", "a.example"] },
  toAddress: { parse: toAddress, behind: ["", "1.", "[::"] },
  toAddressGroup: { parse: toAddressGroup, behind: ["", "::"] },
  toCanonicalPath: { parse: toCanonicalPath, behind: ["/", "/%"] },
  toCanonicalQuery: { parse: toCanonicalQuery, behind: ["", "a="] },
  toLocation: {
    parse: (text) => toLocation(text.toWellFormed()),
    behind: ["https://h/", "https://h?", "https://h#"],
  },
  toPageName: { parse: toPageName, behind: ["/", "/a", "/index."] },
  toVisitedHostname: { parse: toVisitedHostname, behind: ["https://h/", "https://h:"] },
  trackingNames: { parse: trackingNames, behind: ["", "utm_"] },
  withoutDuplicateTags: { parse: (text) => withoutDuplicateTags(text.split("")), behind: [""] },
  withoutTracking: { parse: (text) => withoutTracking(text), behind: ["", "utm_"] },
  findTextProblem: { parse: (text) => findTextProblem(text, 100), behind: [""] },
};

describe.each(Object.entries({ ...PARSERS, ...READERS }))("%s", (_, { parse, behind }) => {
  test.each(PATTERNS)("comes to an end on any number of %j", { timeout: 20_000 }, (pattern) => {
    for (const text of growingTexts(pattern, behind)) expect(() => parse(text)).not.toThrow();
  });
});

/** The most columns of a line. Rows name few of them, so that a reader that looks at all of them for each row takes minutes. */
const COLUMNS = 140_000;
const ROWS = 15_000;

test.each<[string, string]>([
  ["of one meaning", `source,destination${",from".repeat(COLUMNS)}\n/a,https://b`],
  ["without a name", `source,destination${",".repeat(COLUMNS)}\n/a,https://b`],
  ["of codes", `source,destination${",status".repeat(COLUMNS)}${"\n/a,https://b".repeat(ROWS)}`],
  ["nobody knows", `source,destination${",match".repeat(COLUMNS)}${"\n/a,https://b".repeat(ROWS)}`],
  ["beside pages", `url${",a".repeat(COLUMNS)}${"\n/a".repeat(ROWS)}`],
  ["of INSERT", `INSERT INTO yourls_url (keyword${",a".repeat(COLUMNS)}) VALUES ${"('a'),".repeat(ROWS)}`],
  ["of COPY", `COPY public.links (address${",a".repeat(COLUMNS)}) FROM stdin;\n${"a\n".repeat(ROWS)}\\.\n`],
])("readImport and readUrlList come to an end on many columns %s", { timeout: 90_000 }, (_, text) => {
  const options = { fileName: "", host: "a.example" };
  readImport(text, { ...defaultOptions, ...options });
  readUrlList(text, options);
});

/** The part of a file that is read to detect its format. */
const SAMPLE = 262_144;
const fill = (text: string) => text.repeat(SAMPLE / text.length);

test.each<[string, string, number]>([
  ["empty lines below a header", `a,b\n${fill("\n")}`, 1],
  ["blanks behind location", `location${fill(" ")}`, 1],
  ["blanks behind rewrite", `rewrite a${fill(" ")}`, 1],
  ["beginnings of a dump of Kutt", fill("COPY links(\n"), 20],
  ["beginnings of a dump of YOURLS", fill("INSERT INTO url(\n"), 20],
  ["beginnings of a dump of Polr", fill("INSERT INTO links(\n"), 20],
])("detectFormat comes to an end on many %s", { timeout: 40_000 }, (_, text, times) => {
  for (let turn = 0; turn < times; turn++) detectFormat({ text, name: "" });
});

const SECTIONS = 100_000;

test.each<[string, string]>([
  ["virtual hosts that never end", "<VirtualHost *>\n".repeat(SECTIONS)],
  ["sections around rules", `${"<IfModule a>\n".repeat(SECTIONS)}${"Redirect /a /b\n".repeat(SECTIONS)}`],
  ["ends of other sections", `${"<IfModule a>\n".repeat(SECTIONS)}${"</If>\n".repeat(SECTIONS)}`],
])("readImport comes to an end on many %s", { timeout: 20_000 }, (_, text) => {
  readImport(`Redirect /x /y\n${text}`, { ...defaultOptions, format: "htaccess", host: "a.example" });
});

test("every function of the domain and of the readers of files that parses text is in the table", async () => {
  const files = ["domain", "import"].flatMap((name) => {
    const folder = join(import.meta.dirname, "../../src", name);
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(folder, file));
  });
  const modules = await Promise.all(files.map((file) => import(file) as Promise<object>));
  const parsers = modules.flatMap((module) => Object.keys(module)).filter((name) => name.startsWith("parse"));
  // Entries export some of them again.
  expect(Object.keys(PARSERS)).toEqual([...new Set(parsers)].toSorted());
});
