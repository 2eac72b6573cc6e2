import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toLanguage } from "../../src/clicks/language.ts";
import { LIST_CHARACTERS, toSentLanguage } from "../../src/clicks/sent-language.ts";
import { language } from "../../src/domain/rule/condition/language.ts";
import { visitOf } from "../domain/rule/visit-of.ts";

/** Returns what a visit sends of a header. */
const sentOf = (header: string) => toSentLanguage(header.slice(0, LIST_CHARACTERS));

describe("the language of a visitor", () => {
  it.each([
    ["de", "de"],
    ["EN-us", "en"],
    [" fil", "fil"],
    ["zh-Hant-TW-x-own", "zh"],
    ["", ""],
    ["*", ""],
    ["x", ""],
    ["german", ""],
    ["d3", ""],
    ["<script>", ""],
  ])("[8.7] by %j alone is %j", (header, expected) => {
    expect(toLanguage(sentOf(header))).toBe(expected);
  });

  it.each([
    ["the highest q", "fr;q=0.3,ja;q=0.8", "ja"],
    ["the first of equal ones", "de-DE,de;q=0.9,en;q=0.9", "de"],
    ["the one without a q", "en;q=0.9, pt-BR, fr;q=0.9", "pt"],
    ["the preferred one of a short list", "fr;q=.3,ja", "ja"],
    ["the preferred one of a list of twelve characters", "fr;q=0.3, ja", "ja"],
    ["none that the visitor refuses", "de;Q=0", ""],
    ["none that is no language", "*,de;q=0.1", "de"],
    ["none of three letters and more", "german,sr-Latn;q=0.5", ""],
  ])("[8.7] is %s: %j", (_, header, expected) => {
    expect(toLanguage(sentOf(header))).toBe(expected);
  });

  it("[8.7] is not one of which the list has only a part", () => {
    const list = "de-DE;q=0.8,de;q=0.7,en-US;q=0.6,en;q=0.5,fr;q=0.4,it;q=0.3,";
    for (const [last, part] of [
      ["english;q=0.1", "en"],
      ["es;q=0.1", "es;"],
    ] as const) {
      const header = list.padStart(64 - part.length) + last;
      expect(sentOf(header)).toHaveLength(64);
      expect(sentOf(header).endsWith(`,${part}`)).toBe(true);
      expect(toLanguage(sentOf(header))).toBe("de");
    }
    expect(toLanguage(sentOf(`en;q=0.5${" ".repeat(60)},de`))).toBe("");
  });

  it.each([
    ["de-DE,de;q=", "de"],
    ["fr;q=.3,ja", "fr"],
    ["fr;q=0.3,ja;", "fr"],
    ["zh-Hant-TW,z", "zh"],
  ])("[8.7] is the first of what the release before sends, at most 12 characters: %j", (text, expected) => {
    expect(toLanguage(text)).toBe(expected);
  });

  it("[8.7] is one for which rules hold", () => {
    const range = fc.record({
      tag: fc.constantFrom("de", "de-CH", "en-US", "ja", "fil", "zh-Hant-TW", "pt_BR", "*", "x"),
      weight: fc.constantFrom("", ";q=0", ";q=0.3", "; q=0.8", ";Q=1", ";q=2"),
    });
    const separator = fc.constantFrom(",", ", ");
    fc.assert(
      fc.property(fc.array(range, { minLength: 2, maxLength: 3 }), separator, (ranges, comma) => {
        const header = ranges.map(({ tag, weight }) => tag + weight).join(comma);
        const counted = toLanguage(sentOf(header));
        const visit = visitOf({ headers: { "Accept-Language": header } });
        const holding = ["de", "en", "ja", "fil", "zh", "pt"].find((tag) => language.holds([tag], visit));
        expect(counted).toBe(holding ?? "");
      }),
    );
  });
});
