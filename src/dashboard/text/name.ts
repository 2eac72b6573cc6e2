import { COUNTRY_CODES } from "../../domain/client/country.ts";
import { currentLanguage, hasText, t } from "./text.ts";

/** The names of values that the API writes as codes: countries, languages, systems. A value without a name stays. */

type NameType = "region" | "language";

/** Caches what names codes: creating one takes longer than a hundred uses. */
const namers = new Map<string, Intl.DisplayNames>();

/** Returns the name of a code in a language; null if it has none, or is a text that a visitor's browser made up. */
export function findName(type: NameType, code: string, language: string, style?: "short"): string | null {
  const key = `${type} ${language} ${style ?? ""}`;
  let namer = namers.get(key);
  if (namer === undefined) {
    namer = new Intl.DisplayNames(language, { type, fallback: "none", ...(style && { style }) });
    namers.set(key, namer);
  }
  try {
    return namer.of(code) ?? null;
  } catch {
    return null;
  }
}

/** @param code of ISO 3166; `XX` is an unknown country, `T1` the Tor network */
export function countryName(code: string): string {
  if (code === "" || code === "XX") return t("value.unknown");
  if (code === "T1") return "Tor";
  return findName("region", code, currentLanguage()) ?? code;
}

/** Returns every country with its code as the value, in the order of the current language. */
export function countryOptions(): { value: string; label: string }[] {
  const { compare } = new Intl.Collator(currentLanguage());
  return COUNTRY_CODES.map((value) => ({ value, label: countryName(value) })).toSorted((a, b) =>
    compare(a.label, b.label),
  );
}

export function languageName(tag: string): string {
  if (tag === "") return t("value.unknown");
  return findName("language", tag, currentLanguage()) ?? tag;
}

/** The regions of the United Nations that are the continents of the API. */
const CONTINENTS: Record<string, string> = {
  AF: "002",
  AN: "AQ",
  AS: "142",
  EU: "150",
  NA: "003",
  OC: "009",
  SA: "005",
};

/** Returns the name of a system, browser, device or source. */
export function wordName(word: string): string {
  const key = `value.${word}`;
  return hasText(key) ? t(key) : word;
}

/** Returns the name of a value of a rule's condition. */
export function conditionName(condition: string, value: string): string {
  if (condition === "country") return countryName(value);
  if (condition === "language") return languageName(value);
  if (condition === "continent") {
    return findName("region", CONTINENTS[value] ?? "", currentLanguage()) ?? value;
  }
  if (condition !== "os" && condition !== "device" && condition !== "browser") return value;
  return value === "other" ? t("value.another") : wordName(value);
}
