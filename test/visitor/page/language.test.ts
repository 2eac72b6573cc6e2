import { expect, it } from "vitest";
import { chooseLanguage, LANGUAGES } from "../../../src/visitor/pages/language.ts";

it.each(LANGUAGES)("[15.4] is in %s on request", (language) => {
  expect(chooseLanguage(language)).toBe(language);
});

it.each<[header: string | null, language: string, why: string]>([
  [null, "en", "no header"],
  ["", "en", "an empty header"],
  ["de-AT", "de", "a region"],
  ["DE-at", "de", "letter case"],
  ["pt-BR", "pt", "a region"],
  ["zh-TW", "zh", "a region that writes Traditional Chinese, with nothing else listed"],
  ["zh-TW, fi", "zh", "… or nothing that somebody wrote"],
  ["zh-TW, en;q=0.5", "en", "… and something else listed that fits"],
  ["zh-TW,zh;q=0.9,en-US;q=0.8,en;q=0.7", "en", "… as browsers send it"],
  ["zh;q=0.9, zh-HK, ja;q=0.1", "ja", "… in any order"],
  ["zh-Hant, *;q=0.1", "en", "… or anything else"],
  ["zh-TW, zh-CN;q=0.9, en;q=0.8", "zh", "… or Simplified Chinese by name"],
  ["zh-Hans-TW, en;q=0.9", "zh", "Simplified Chinese of such a region"],
  ["zh-Hant-CN, de;q=0.9", "de", "Traditional Chinese of another"],
  ["zh-Hant, zh;q=0", "en", "Traditional Chinese without Chinese"],
  ["zh-TW;q=0, zh, en;q=0.5", "zh", "anything but Traditional Chinese"],
  ["zh-SG, en;q=0.9", "zh", "a region that writes Simplified Chinese"],
  ["zh, en;q=0.9", "zh", "Chinese of no region"],
  ["de;q=1.0;x=1, fr", "de", "a parameter behind the weight"],
  ["de;q=0.5 ; x ; y=2, fr;q=0.4", "de", "several"],
  ["de;q=0.5;q=0.9, fr;q=0.6", "fr", "a weight behind the weight, which is none"],
  ["zh-Hant-HK", "zh", "a script and a region"],
  ["ar-EG-u-nu-latn", "ar", "extensions"],
  ["fi", "en", "a language that nobody wrote"],
  ["fi, sv;q=0.9, ja;q=0.1", "ja", "the first that somebody wrote"],
  ["fr, de", "fr", "the first of equals"],
  ["fr;q=0.5, de;q=0.8", "de", "the greater weight"],
  ["fr;q=0.8,de", "de", "a weight of 1 where there is none"],
  ["fr;q=0.123, de;q=0.124", "de", "three digits"],
  ["fr ; q=0.2 , de ;q=0.9", "de", "white space"],
  ["fr;Q=0.2, de;Q=0.9", "de", "a capital Q"],
  ["*", "en", "anything"],
  ["fi, *;q=0.5", "en", "anything else"],
  ["ja;q=0.4, *;q=0.5", "en", "anything rather than what was named"],
  ["en;q=0, *", "de", "anything but English"],
  ["de;q=0", "en", "a refusal alone"],
  ["de;q=0, de-AT, fr;q=0.1", "fr", "a refusal of the whole language"],
  ["de-AT;q=0, de", "de", "a refusal of one region"],
  ["de-AT;q=0", "en", "a refusal of one region alone"],
  ["de;q=0.0, fr;q=0.001", "fr", "a refusal with digits"],
  ["en;q=0, de;q=0, fr;q=0, es;q=0, pt;q=0, ja;q=0, zh;q=0, ar;q=0, *;q=0", "en", "a refusal of all"],
  ["de_DE, fr;q=0.1", "fr", "an underscore, which is no language range"],
  ["de;q=high, fr;q=0.1", "fr", "a weight that is no number"],
  ["de;q=-1, fr;q=0.1", "fr", "a weight below 0"],
  ["de;level=1, fr;q=0.1", "fr", "an unknown parameter"],
  [";;,,q=1,-,*-,de;,fr", "fr", "scraps"],
  ["<script>, de", "de", "something else altogether"],
])("[15.4] takes %j for %s: %s", (header, language) => {
  expect(chooseLanguage(header)).toBe(language);
});

it("reads the first thousand characters, and no range that they cut in two", () => {
  const filler = "fi,".repeat(332);
  expect(filler).toHaveLength(996);
  expect(chooseLanguage(`${filler}de,fr`)).toBe("de");
  expect(chooseLanguage(`${filler}  de;q=0,fr`)).toBe("en");
  expect(chooseLanguage(`${"x".repeat(1_000_000)},de`)).toBe("en");
});
