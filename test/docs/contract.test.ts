import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  findCitations,
  findPageCitations,
  findRuleTitles,
  parseContract,
} from "../../scripts/support/contract.ts";

const FILES = globSync(["{src,test,scripts,docs,migrations,.github}/**/*.{ts,md,sql,yml}", "*.{md,ts,toml}"]);

const contract = parseContract(readFileSync("docs/contract.md", "utf8"));
const known = new Set(contract.flatMap(({ number, rules }) => [number, ...rules]));

const cited = FILES.flatMap((file) =>
  (file.endsWith(".md") ? findPageCitations : findCitations)(readFileSync(file, "utf8")).map(
    ({ line, number }) => ({ place: `${file}:${line}`, number }),
  ),
);

describe("the contract", () => {
  it("numbers its sections from 1 on", () => {
    expect(contract.map(({ number }) => number)).toEqual(contract.map((_, index) => String(index + 1)));
  });

  it("numbers the rules of each section from 1 on", () => {
    for (const { number, rules } of contract) {
      expect(rules).toEqual(rules.map((_, index) => `${number}.${index + 1}`));
    }
  });
});

describe("a citation of the contract", () => {
  it("is found in the forms that are in use", () => {
    const numbers = (text: string) => findCitations(text).map(({ number }) => number);
    expect(numbers("the order (contract 2.5)")).toEqual(["2.5"]);
    expect(numbers("contract 3 and contract 4.10.")).toEqual(["3", "4.10"]);
    expect(numbers("contract 2.5, 2.6 and 9.1; rule 7.6")).toEqual(["2.5", "2.6", "9.1", "7.6"]);
    expect(numbers("rule 7 of the house, 3.5 seconds")).toEqual([]);
    expect(findPageCitations("a claim [10.14, 10.15], a [1.2](link.md)")).toEqual([
      { line: 1, number: "10.14" },
      { line: 1, number: "10.15" },
    ]);
  });

  it("is found at the beginning of a test title", () => {
    expect(findRuleTitles('it("[6.2, 6.3] keeps \\"it\\"", …)')).toEqual([
      { rules: ["6.2", "6.3"], title: 'keeps "it"' },
    ]);
    expect(findRuleTitles('const list = ["[a] b"]; it("keeps [6.2] inside")')).toEqual([]);
  });

  it("names a rule or section that exists", () => {
    expect(cited.length).toBeGreaterThan(0);
    expect(cited.filter(({ number }) => !known.has(number))).toEqual([]);
  });

  it("has one form: no file cites sections of another document", () => {
    const old = /\((?:contract: |decisions? \d|sections? \d)|\bdecisions\.md|\bspec\.md/i;
    const places = FILES.filter((file) => file !== "test/docs/contract.test.ts").flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .flatMap((text, index) => (old.test(text) ? [`${file}:${index + 1}`] : [])),
    );
    expect(places).toEqual([]);
  });
});
