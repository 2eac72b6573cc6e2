import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** docs/conformance.md names a test for each rule of the contract; here every name is held to it. */

interface Row {
  line: number;
  rule: string;
  file: string;
  title: string;
}

const ROW = /^\| (?<rule>.+?) \| `(?<file>test\/[^`]+)` \| (?<title>.+?) \|$/;

const rows: Row[] = readFileSync("docs/conformance.md", "utf8")
  .split("\n")
  .flatMap((text, index) => {
    const { rule = "", file = "", title = "" } = ROW.exec(text)?.groups ?? {};
    return file === "" ? [] : [{ line: index + 1, rule, file, title: title.replaceAll("\\|", "|") }];
  });

/** The texts of titles in a test file: of `describe`, `it` and `test`, and of the rows of their tables. */
function readTitles(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8").replaceAll('\\"', '"') : "";
}

describe("the conformance table", () => {
  it("has rows", () => {
    expect(rows.length).toBeGreaterThan(100);
  });

  it("has no line that looks like a row and is none", () => {
    const lines = readFileSync("docs/conformance.md", "utf8").split("\n");
    const broken = lines.filter((line) => line.includes("`test/") && !ROW.test(line));
    expect(broken).toEqual([]);
  });

  it.each(rows)("line $line names a test that exists: $rule", ({ file, title }) => {
    expect(readTitles(file), file).toContain(title);
  });
});
