import { describe, expect, test } from "vitest";
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
