import { memoizeText } from "./memoize-text.ts";

/** The part of a header that is read. */
const MAX_CHARACTERS = 1000;

/** The default comes first. */
type Languages<L extends string> = readonly [L, ...L[]];

/**
 * Returns a function that chooses a language by `Accept-Language` (RFC 9110, 12.5.4): the language with the highest
 * weight, the first of equals. `de-AT` means German, `*` the first language that the header does not name, weight 0 a
 * refusal. Chinese texts are in Simplified Chinese: a reader who prefers Traditional Chinese gets them only if no other
 * listed language fits. Invalid parts are ignored.
 */
export function languageChooser<L extends string>(
  languages: Languages<L>,
): (acceptLanguage: string | null | undefined) => L {
  const choose = memoizeText((header) => chooseOf(languages, parseRanges(header)));
  return (acceptLanguage) => choose(acceptLanguage ?? "");
}

function chooseOf<L extends string>(languages: Languages<L>, ranges: Range[]): L {
  const named = new Set(ranges.map(({ language }) => language));
  const refused = new Set(
    ranges.filter((range) => range.weight === 0 && range.isWhole).map((r) => r.language),
  );
  const unnamed = languages.find((language) => !named.has(language));
  const wanted = ranges.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  const readsTraditional = wanted.some(({ script }) => script === "traditional");
  // Browsers add a plain `zh` to `zh-TW`: it says nothing about the script.
  const isLastResort = ({ language, script }: Range) =>
    readsTraditional && language === "zh" && script !== "simplified";
  const inOrder = [
    ...wanted.filter((range) => !isLastResort(range)),
    ...wanted.filter((range) => isLastResort(range)),
  ];
  for (const { language } of inOrder) {
    const known = language === "*" ? unnamed : languages.find((one) => one === language);
    if (known !== undefined && !refused.has(known)) return known;
  }
  return languages[0];
}

interface Range {
  /** The first subtag, or `*`. */
  language: string;
  /** True if there is no other subtag: refusing `de-AT` does not refuse German. */
  isWhole: boolean;
  weight: number;
  /** The script of Chinese, by subtag or by region; null for other languages. */
  script: "simplified" | "traditional" | null;
}

/** Matches one language range with its weight. Parameters after the weight are ignored. */
const RANGE = /^(\*|[a-z]{2,3})((?:-[a-z0-9]{1,8})*)(?: *; *q=([01](?:\.\d{0,3})?)(?: *;.*)?)?$/;

function parseRanges(header: string): Range[] {
  const parts = header.slice(0, MAX_CHARACTERS).toLowerCase().split(",");
  // The last part may be cut off.
  if (header.length > MAX_CHARACTERS) parts.pop();
  return parts.flatMap((part) => {
    const [match, language = "", rest = "", weight = "1"] = RANGE.exec(part.trim()) ?? [];
    if (match === undefined) return [];
    const script = language === "zh" ? scriptOf(rest) : null;
    return [{ language, isWhole: rest === "", weight: Number(weight), script }];
  });
}

/** @param rest the subtags after `zh`, each with its hyphen */
function scriptOf(rest: string): Range["script"] {
  const subtags = rest.split("-");
  if (subtags.includes("hant")) return "traditional";
  if (subtags.includes("hans")) return "simplified";
  if (subtags.some((subtag) => ["tw", "hk", "mo"].includes(subtag))) return "traditional";
  return subtags.some((subtag) => ["cn", "sg", "my"].includes(subtag)) ? "simplified" : null;
}
