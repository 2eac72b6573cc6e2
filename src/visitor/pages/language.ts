import { keepAnswers } from "../../domain/keep-answers.ts";

/** In the order in which `*` chooses among them. */
export const LANGUAGES = ["en", "de", "fr", "es", "pt", "ja", "zh", "ar"] as const;

export type Language = (typeof LANGUAGES)[number];

/** What is left of longer headers is not read. */
const MAX_CHARACTERS = 1000;

/**
 * The language of a page by `Accept-Language` (RFC 9110, 12.5.4): the one with the highest weight, the first
 * of equals. `de-AT` asks for German, `*` for whatever was not named, weight 0 refuses. Parts that make no
 * sense are passed over. English otherwise.
 */
export function chooseLanguage(acceptLanguage: string | null): Language {
  return acceptLanguage === null ? "en" : choose(acceptLanguage);
}

const choose = keepAnswers((acceptLanguage): Language => {
  const ranges = parseRanges(acceptLanguage);
  const named = new Set(ranges.map(({ language }) => language));
  const refused = new Set(
    ranges.filter((range) => range.weight === 0 && range.isWhole).map((r) => r.language),
  );
  const unnamed = LANGUAGES.find((language) => !named.has(language));
  for (const { language, weight } of ranges.toSorted((a, b) => b.weight - a.weight)) {
    if (weight === 0) break;
    const known = language === "*" ? unnamed : LANGUAGES.find((one) => one === language);
    if (known !== undefined && !refused.has(known)) return known;
  }
  return "en";
});

interface Range {
  /** Its first subtag, or `*`. */
  language: string;
  /** Whether it is nothing but that subtag: refusing `de-AT` does not refuse German. */
  isWhole: boolean;
  weight: number;
}

const RANGE = /^(\*|[a-z]{2,3})((?:-[a-z0-9]{1,8})*)(?: *; *q=([01](?:\.\d{0,3})?))?$/;

function parseRanges(header: string): Range[] {
  const parts = header.slice(0, MAX_CHARACTERS).toLowerCase().split(",");
  // The last one may be cut in two.
  if (header.length > MAX_CHARACTERS) parts.pop();
  return parts.flatMap((part) => {
    const [match, language = "", rest, weight = "1"] = RANGE.exec(part.trim()) ?? [];
    return match === undefined ? [] : [{ language, isWhole: rest === "", weight: Number(weight) }];
  });
}
