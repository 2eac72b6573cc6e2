import { COUNTRY_CODES } from "../../../domain/client/country.ts";
import { getCondition, type ConditionKey } from "../../../domain/client/condition.ts";
import { type Choices, findMeant } from "../../component/suggest.ts";
import { conditionName, findName } from "../../text/name.ts";
import { currentLanguage } from "../../text/text.ts";

/** What people choose in the conditions of rules: values by their names in the language of the screen. */

/** What people type for a value that has another name or code. */
const WORDS: Partial<Record<ConditionKey, Record<string, readonly string[]>>> = {
  country: { GB: ["UK", "Great Britain", "England"], NL: ["Holland"], US: ["USA"] },
  os: {
    chromeos: ["Chrome OS", "Chromebook"],
    ios: ["iPhone", "iPad", "iPadOS"],
    macos: ["Mac", "OS X"],
  },
  device: { mobile: ["Smartphone", "Mobile phone"], desktop: ["Computer", "Laptop"] },
  browser: { chrome: ["Google Chrome"], edge: ["Microsoft Edge"] },
};

/** Variants of languages that sites most often differ by. Others are understood by their tag. */
const VARIANTS =
  "de-AT de-CH en-AU en-CA en-GB en-US es-419 es-ES es-MX fr-CA fr-CH nl-BE pt-BR pt-PT zh-Hans zh-Hant".split(
    " ",
  );

/** Returns the choices of a condition; null for one that takes any text. */
export function choicesOf(key: ConditionKey): Choices | null {
  const values = valuesOf(key);
  if (values === null) return null;
  const type = key === "country" ? "region" : key === "language" ? "language" : null;
  const named =
    type === null
      ? []
      : ([
          [type, "en"],
          [type, currentLanguage(), "short"],
        ] as const);
  return {
    values,
    isClosed: true,
    nameOf: (value) => conditionName(key, value),
    wordsOf: (value) => [
      ...(WORDS[key]?.[value] ?? []),
      ...named.flatMap(([kind, language, style]) => findName(kind, value, language, style) ?? []),
    ],
    ...(key === "language" && { parse: parseLanguage }),
  };
}

/** Conditions that people take for each other: an iPhone is of the list of systems, not of devices. */
const ALIKE: readonly ConditionKey[] = ["device", "os", "browser"];

/** Returns the condition and value that a text means which is not in the list of a condition; null for none. */
export function findElsewhere(key: ConditionKey, text: string): { key: ConditionKey; value: string } | null {
  if (!ALIKE.includes(key)) return null;
  for (const other of ALIKE) {
    const choices = other === key ? null : choicesOf(other);
    const value = choices && findMeant(choices, text, []);
    if (value !== null) return { key: other, value };
  }
  return null;
}

/** Caches lists that are sorted by the names of a language. */
const sorted = new Map<string, readonly string[]>();

function valuesOf(key: ConditionKey): readonly string[] | null {
  if (key !== "country" && key !== "language") {
    const { items } = (getCondition(key)?.schema ?? {}) as { items?: { enum?: string[] } };
    return items?.enum ?? null;
  }
  const cached = `${key} ${currentLanguage()}`;
  const known = sorted.get(cached) ?? sortByName(key);
  sorted.set(cached, known);
  return known;
}

function sortByName(key: "country" | "language"): string[] {
  const { compare } = new Intl.Collator(currentLanguage());
  // The API has a code for Kosovo and for the European Union, and one for an unknown country.
  const values = key === "country" ? [...COUNTRY_CODES, "XK", "EU"] : listLanguages();
  const names = new Map(values.map((value) => [value, conditionName(key, value)]));
  const byName = values.toSorted((a, b) => compare(names.get(a) ?? a, names.get(b) ?? b));
  return key === "country" ? [...byName, "XX"] : byName;
}

/** Returns the languages of two letters that the browser can name, and the variants. */
function listLanguages(): string[] {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return [...codes.filter((code) => parseLanguage(code) === code), ...VARIANTS];
}

/** Returns the tag of a language as the API writes it; null for a text that is no language. */
function parseLanguage(text: string): string | null {
  try {
    const [tag = ""] = Intl.getCanonicalLocales(text);
    return findName("language", tag, "en") === null ? null : tag;
  } catch {
    return null;
  }
}
