import { expect, test } from "vitest";
import { detectFormat } from "../../../scripts/import/detect-format.ts";

test.each([
  ["public/_redirects", "url,to", "netlify"],
  ["shop._redirects", "", "netlify"],
  ["LIST.CSV", "/a\t/b", "csv"],
  ["list.tsv", "/a,/b", "tsv"],
  ["list.txt", "# from\tto\n\n/a\t/b", "tsv"],
  ["list.txt", "/old/*\t/new/:splat", "netlify"],
  ["list.txt", "/a\t/b\n/c\t/d\t301!", "netlify"],
  ["list.txt", "/a   /b", "netlify"],
  ["list.txt", "url,destination", "csv"],
  ["list.txt", "/a,/b c", "csv"],
  ["list.txt", "", "csv"],
])("takes %s with %j for %s content", (fileName, text, format) => {
  expect(detectFormat(fileName, text)).toBe(format);
});
