import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fillText, findTextProblems, type TextValue } from "../../src/dashboard/text/fill-text.ts";

const FOLDER = "src/dashboard/text";
const read = (name: string) =>
  JSON.parse(readFileSync(`${FOLDER}/${name}`, "utf8")) as Record<string, TextValue>;
const languages = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));

it.each(languages)("has every text in %s", (name) => {
  expect(findTextProblems(name.replace(".json", ""), read(name), read("en.json"))).toEqual([]);
});

it("names what a language lacks", () => {
  const english = { a: "A {x}", b: { one: "{count} b", other: "{count} bs" }, c: "C", d: "D" };
  const german = { a: "A {y}", b: { other: "{count}" }, c: "", e: "E" };
  expect(findTextProblems("de", german, english)).toEqual([
    "de: e is not a text",
    "de: a has the values y instead of x",
    'de: b has no form "one"',
    "de: c is empty",
    "de: d is missing",
  ]);
});

it("writes numbers and plurals as the language does", () => {
  const text = { one: "{count} Klick", other: "{count} Klicks auf {url}" };
  expect(fillText(text, { count: 1, url: "x" }, "de")).toBe("1 Klick");
  expect(fillText(text, { count: 12_345, url: "x" }, "de")).toBe("12.345 Klicks auf x");
});
