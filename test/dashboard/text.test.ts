import { join } from "node:path";
import { expect, it } from "vitest";
import {
  findTextProblems,
  findTextProblemsIn,
  listLanguages,
  readLanguage,
} from "../../scripts/static/text-problems.ts";
import { fillText } from "../../src/domain/fill-text.ts";
import { formats } from "../../src/import/registry.ts";

const FOLDER = "src/dashboard/text";

it("has every text in every language", async () => {
  expect(await findTextProblemsIn(FOLDER)).toEqual([]);
});

it("names no option of the command line", async () => {
  const texts = await Promise.all(
    (await listLanguages(FOLDER)).map((language) => readLanguage(join(FOLDER, language))),
  );
  const values = texts.flatMap((parts) => [...parts.values()].flatMap((part) => Object.values(part)));
  const said = values.flatMap((value) => (typeof value === "string" ? value : Object.values(value)));
  // English has no names of formats but their labels.
  for (const { label } of formats.values()) said.push(label);
  expect(said.filter((text) => /--[a-z]/.test(text))).toEqual([]);
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
