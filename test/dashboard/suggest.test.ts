import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ConditionKey } from "../../src/domain/client/condition.ts";
import { findMeant, findSuggestions } from "../../src/dashboard/component/suggest.ts";
import { choicesOf } from "../../src/dashboard/screen/record/condition-choices.ts";
import { loadTexts, speak } from "../../src/dashboard/text/text.ts";

beforeEach(async () => {
  Object.assign(globalThis, { document: { documentElement: {} } });
  await loadTexts("field");
});
afterEach(() => speak("en"));

/** Returns the best suggestion for a text, and what the text means if nobody chooses. */
function read(key: ConditionKey, typed: string): [best: string | undefined, meant: string | null] {
  const choices = choicesOf(key);
  if (choices === null) throw new Error(`${key} takes any text.`);
  const options = findSuggestions(choices, typed);
  return [options[0], findMeant(choices, typed, options)];
}

describe("a condition of a rule", () => {
  it.each<[ConditionKey, string, string | undefined, string | null]>([
    ["country", "Germ", "DE", "DE"],
    ["country", "de", "DE", "DE"],
    ["country", "Deutschland", undefined, null],
    ["country", "UK", "GB", "GB"],
    ["country", "cote d", "CI", "CI"],
    ["country", "United", "AE", null],
    ["country", "Germnay", undefined, null],
    ["continent", "europe", "EU", "EU"],
    ["os", "iPhone", "ios", "ios"],
    ["os", "Mac", "macos", "macos"],
    ["os", "phoneOS", undefined, null],
    ["browser", "google", "chrome", "chrome"],
    ["device", "phone", "mobile", "mobile"],
    ["language", "germ", "de", null],
    ["language", "pt-br", "pt-BR", "pt-BR"],
    ["language", "tlh", undefined, "tlh"],
    ["language", "sr-latn", undefined, "sr-Latn"],
    ["language", "klingonese", undefined, null],
  ])("%s takes names and codes: %s", (key, typed, best, meant) => {
    const [first, said] = read(key, typed);
    expect(said).toBe(meant);
    expect(first).toBe(best);
  });

  it("takes names in the language of the screen and in English, and lists them in its order", async () => {
    await speak("de");
    expect(read("country", "Deutschl")[0]).toBe("DE");
    expect(read("country", "Oster")[0]).toBe("AT");
    expect(read("country", "Germany")).toEqual(["DE", "DE"]);
    const { values = [], nameOf = String } = choicesOf("country") ?? {};
    const names = values.map(nameOf);
    expect(names.indexOf("Österreich")).toBeLessThan(names.indexOf("Polen"));
    expect([names.at(-1), values.length]).toEqual(["unbekannt", 252]);
    expect(choicesOf("referrer")).toBeNull();
  });
});
