import { expect, it } from "vitest";
import { LANGUAGES } from "../../../src/visitor/pages/language.ts";
import { sayTryAgain, textsOf } from "../../../src/visitor/pages/text/texts.ts";

/** Returns the names of all texts, with what is filled into each. */
function listTexts(texts: object, above = ""): string[] {
  return Object.entries(texts).flatMap(([name, text]: [string, unknown]) => {
    if (typeof text === "object" && text !== null) return listTexts(text, `${above}${name}.`);
    if (typeof text !== "string" || text.trim() === "") return [`${above}${name} is empty`];
    // One minute may be said in a word.
    return name === "one" ? [`${above}${name}`] : [`${above}${name}${text.match(/\{\w+\}/g)?.join() ?? ""}`];
  });
}

it.each(LANGUAGES)("in %s there is every text that there is in English, and no other", (language) => {
  expect(listTexts(textsOf(language)).toSorted()).toEqual(listTexts(textsOf("en")).toSorted());
});

it.each(LANGUAGES)("in %s a visitor is told how many minutes are left", (language) => {
  const texts = textsOf(language);
  expect(sayTryAgain(texts, 12)).toContain("12");
  expect(sayTryAgain(texts, 1)).not.toBe(sayTryAgain(texts, 2));
  for (const minutes of [1, 2]) expect(sayTryAgain(texts, minutes)).not.toMatch(/[{}]/);
});
