import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** SECURITY.md names the test that proves each threat stopped. */
const ROW = /^\| (?<threat>.+?) \| `(?<file>test\/[^`]+)` \| (?<title>.+?) \|$/;

const lines = readFileSync("SECURITY.md", "utf8").split("\n");

const rows = lines.flatMap((text, index) => {
  const { threat = "", file = "", title = "" } = ROW.exec(text)?.groups ?? {};
  return file === "" ? [] : [{ line: index + 1, threat, file, title: title.replaceAll("\\|", "|") }];
});

/** Returns the text of a test file, in which titles and labels of rows are searched. */
function readTitles(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8").replaceAll('\\"', '"') : "";
}

describe("the tables of threats", () => {
  it("have rows", () => {
    expect(rows.length).toBeGreaterThan(50);
  });

  it("have no line that looks like a row and is none", () => {
    expect(lines.filter((line) => line.includes("`test/") && !ROW.test(line))).toEqual([]);
  });

  it.each(rows)("line $line names a test that exists: $threat", ({ file, title }) => {
    expect(readTitles(file), file).toContain(title);
  });
});
