import { describe, expect, test } from "vitest";
import { parseAlias } from "../../src/domain/alias.ts";
import { toCanonicalPath } from "../../src/domain/path.ts";
import { findDifferences, importSample, readSample, sampleNames } from "./sample.ts";

/** Formats that a file does not tell: people have to say which it is. */
const ASKED = new Set(["cloudflare-redirects"]);

/** Spreadsheets are CSV of no tool. */
const toKey = (name: string) => (name.startsWith("excel-") ? "csv" : name);

describe("reads each format as its tool means it", () => {
  test.each(sampleNames)("%s", (name) => {
    const sample = readSample(name);
    const result = importSample(sample, ASKED.has(name) ? { format: name } : {});
    expect(result.format).toBe(toKey(name));
    expect(findDifferences(sample, result)).toEqual([]);
  });

  test.each(sampleNames)("%s as --format names it", (name) => {
    const sample = readSample(name);
    expect(findDifferences(sample, importSample(sample, { format: toKey(name) }))).toEqual([]);
  });
});

/** The formats of tools whose records are short links. */
const SHORT_LINKS = [
  "bitly-csv",
  "bitly-json",
  "dub-csv",
  "dub-json",
  "kutt-json",
  "kutt-sql",
  "polr-sql",
  "rebrandly-csv",
  "rebrandly-json",
  "shlink-csv",
  "shlink-json",
  "shortio-csv",
  "shortio-json",
  "shortio-tsv",
  "sink-json",
  "tinyurl-json",
  "yourls-csv",
  "yourls-json",
  "yourls-sql",
  "yourls-xml",
];

describe("[18.9] makes a short link of each back-half that an alias can have", () => {
  test.each(SHORT_LINKS)("%s", (name) => {
    const { rows } = importSample(readSample(name));
    const redirects = rows.flatMap(({ url }) => url ?? []);
    expect(rows.length).toBeGreaterThan(redirects.length);
    const isAlias = (url: string) => parseAlias(toCanonicalPath(url.slice(url.indexOf("/"))).slice(1)).ok;
    expect(redirects.filter(isAlias)).toEqual([]);
    expect(
      rows.every(
        ({ url, host, alias }) => (url === undefined) === (host !== undefined && alias !== undefined),
      ),
    ).toBe(true);
  });
});
