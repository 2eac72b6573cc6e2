import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Two pages name a test for each rule and each threat; here every name is held to it. */
const PAGES = ["docs/conformance.md", "SECURITY.md"];

interface Row {
  page: string;
  line: number;
  rule: string;
  file: string;
  title: string;
}

const ROW = /^\| (?<rule>.+?) \| `(?<file>test\/[^`]+)` \| (?<title>.+?) \|$/;

const linesOf = (page: string) => readFileSync(page, "utf8").split("\n");

const rows: Row[] = PAGES.flatMap((page) =>
  linesOf(page).flatMap((text, index) => {
    const { rule = "", file = "", title = "" } = ROW.exec(text)?.groups ?? {};
    return file === "" ? [] : [{ page, line: index + 1, rule, file, title: title.replaceAll("\\|", "|") }];
  }),
);

/** The texts of titles in a test file: of `describe`, `it` and `test`, and of the rows of their tables. */
function readTitles(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8").replaceAll('\\"', '"') : "";
}

describe("the tables of rules and threats", () => {
  it("has rows", () => {
    expect(rows.length).toBeGreaterThan(100);
  });

  it("has no line that looks like a row and is none", () => {
    const broken = PAGES.flatMap(linesOf).filter((line) => line.includes("`test/") && !ROW.test(line));
    expect(broken).toEqual([]);
  });

  it.each(rows)("line $line of $page names a test that exists: $rule", ({ file, title }) => {
    expect(readTitles(file), file).toContain(title);
  });
});
