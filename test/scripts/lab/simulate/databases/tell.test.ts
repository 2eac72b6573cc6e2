import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { tellDatabases } from "../../../../../scripts/lab/simulate/databases/tell.ts";
import { parseDatabasesRequest } from "../../../../../scripts/lab/simulate/option.ts";
import { LARGE } from "./installation.ts";

const withoutSpaces = (line: string) => line.replace(/-{2,}/g, "--").replace(/\s+/g, " ").trim();

test("docs/scaling.md has the tables that are printed", () => {
  const docs = readFileSync("docs/scaling.md", "utf8").split("\n").map(withoutSpaces);
  const printed = tellDatabases(parseDatabasesRequest(["--databases"])!);
  const lines = printed.split("\n").filter((line) => line.startsWith("|"));
  expect(lines.length).toBeGreaterThan(60);
  for (const line of lines) expect(docs).toContain(withoutSpaces(line));
});

test("tells of each installation what fails first, and what stays unsolved", () => {
  const told = tellDatabases([LARGE, { ...LARGE, links: 1_000_000, visits: 1_000_000, workspaces: 100 }]);
  expect(told).toMatch(/^- 10 M links, one queue: exceeds bytes of the largest workspace \(\d/m);
  expect(told).toMatch(/^- 1 M links, one queue: no limit is exceeded\. Next: /m);
  expect(told).toMatch(/^- 10 M links: the largest of 10,000 workspaces .* larger than a database: 11\.$/m);
  expect(told).toContain("For a larger workspace there is no design");
  expect(told).not.toMatch(/NaN|Infinity|undefined/);
});

test("names each assumption beside its source", () => {
  const rows = tellDatabases([LARGE])
    .split("\n\n")[1]!
    .split("\n")
    .slice(2)
    .map((row) => row.split("|").map((cell) => cell.trim()));
  for (const [, what, value, source] of rows) {
    expect(what).not.toBe("");
    expect(value).not.toBe("");
    expect(source).toMatch(/^(assumed|measured|estimated|docs|src|contract|D1|Queues)/);
  }
});
