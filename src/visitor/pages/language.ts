import { memoize } from "../../runtime/memoize.ts";

/** In the order in which `*` chooses among them. */
export const LANGUAGES = ["en", "de", "fr", "es", "pt", "ja", "zh", "ar"] as const;

export type Language = (typeof LANGUAGES)[number];

/** What is left of longer headers is not read. */
const MAX_CHARACTERS = 1000;

/**
 * The language of a page by `Accept-Language` (RFC 9110, 12.5.4): the one with the highest weight, the first
 * of equals. `de-AT` asks for German, `*` for whatever was not named, weight 0 refuses. The pages are written
 * in Simplified Chinese: who asks for Traditional Chinese gets it only where nothing else that they listed
 * fits. Parts that make no sense are passed over. English otherwise.
 */
export function chooseLanguage(acceptLanguage: string | null): Language {
  return acceptLanguage === null ? "en" : choose(acceptLanguage);
}

const choose = memoize((acceptLanguage): Language => {
  const ranges = parseRanges(acceptLanguage);
  const named = new Set(ranges.map(({ language }) => language));
  const refused = new Set(
    ranges.filter((range) => range.weight === 0 && range.isWhole).map((r) => r.language),
  );
  const unnamed = LANGUAGES.find((language) => !named.has(language));
  const wanted = ranges.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  const readsTraditional = wanted.some(({ script }) => script === "traditional");
  // Browsers add a plain `zh` to `zh-TW` by themselves: it says nothing of the script.
  const isLastResort = ({ language, script }: Range) =>
    readsTraditional && language === "zh" && script !== "simplified";
  const inOrder = [
    ...wanted.filter((range) => !isLastResort(range)),
    ...wanted.filter((range) => isLastResort(range)),
  ];
  for (const { language } of inOrder) {
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
  /** Of Chinese, as the range names it or as its region writes; null of anything else. */
  script: "simplified" | "traditional" | null;
}

/** What stands behind the weight is of no matter. */
const RANGE = /^(\*|[a-z]{2,3})((?:-[a-z0-9]{1,8})*)(?: *; *q=([01](?:\.\d{0,3})?)(?: *;.*)?)?$/;

function parseRanges(header: string): Range[] {
  const parts = header.slice(0, MAX_CHARACTERS).toLowerCase().split(",");
  // The last one may be cut in two.
  if (header.length > MAX_CHARACTERS) parts.pop();
  return parts.flatMap((part) => {
    const [match, language = "", rest = "", weight = "1"] = RANGE.exec(part.trim()) ?? [];
    if (match === undefined) return [];
    const script = language === "zh" ? scriptOf(rest) : null;
    return [{ language, isWhole: rest === "", weight: Number(weight), script }];
  });
}

/** @param rest the subtags behind `zh`, each after its hyphen */
function scriptOf(rest: string): Range["script"] {
  const subtags = rest.split("-");
  if (subtags.includes("hant")) return "traditional";
  if (subtags.includes("hans")) return "simplified";
  if (subtags.some((subtag) => ["tw", "hk", "mo"].includes(subtag))) return "traditional";
  return subtags.some((subtag) => ["cn", "sg", "my"].includes(subtag)) ? "simplified" : null;
}
