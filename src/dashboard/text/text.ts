import { fillText, formatNumber, type Texts, type TextValues } from "../../domain/client/words.ts";
import type { TextKey, TextPart } from "./part.ts";

/** The texts of the dashboard: a folder per language, a JSON file per part. Each part is loaded when it is needed. */

export type { TextKey, TextPart };
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

let texts: Texts = {};
let language: Language = "en";
const parts = new Set<TextPart>(["start"]);

/** Loads all parts that are in use in a language. Everything rendered afterwards uses this language. */
export async function speak(next: Language): Promise<void> {
  let read: Map<TextPart, Texts>;
  do {
    const wanted = [...parts];
    read = new Map(
      await Promise.all(wanted.map(async (part) => [part, await importPart(next, part)] as const)),
    );
    // A screen that was opened in between has added its part.
  } while (read.size < parts.size);
  texts = Object.assign({}, ...read.values()) as Texts;
  language = next;
  document.documentElement.lang = next;
}

export async function loadTexts(part: TextPart): Promise<void> {
  parts.add(part);
  const wanted = language;
  const read = await importPart(wanted, part);
  if (wanted !== language) return speak(language);
  Object.assign(texts, read);
}

/** The parts whose English is that of the API and of the readers. */
const ENGLISH: Partial<Record<TextPart, () => Promise<{ default: Texts }>>> = {
  reason: () => import("./en/reason.ts"),
  "file-reason": () => import("./en/file-reason.ts"),
  format: () => Promise.resolve({ default: {} }),
};

async function importPart(from: Language, part: TextPart): Promise<Texts> {
  const read = from === "en" ? ENGLISH[part] : undefined;
  return ((await (read?.() ?? import(`./${from}/${part}.json`))) as { default: Texts }).default;
}

export function currentLanguage(): Language {
  return language;
}

/**
 * Returns the language tag by which dates are written: that of the browser if it is of the current language. `en` alone
 * has the month before the day, which readers in Britain do not expect.
 */
export function dateLanguage(): string {
  return navigator.languages.find((tag) => tag.split("-")[0] === language) ?? language;
}

export function sayNumber(value: number): string {
  return formatNumber(value, language);
}

export function sayPercent(share: number, maximumFractionDigits = 0): string {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits }).format(share);
}

export function speech(): { language: Language; texts: Texts } {
  return { language, texts };
}

/** Returns a text in the current language. The value `count` selects the plural form. */
export function t(key: TextKey, values: TextValues = {}): string {
  return fillText(texts[key] ?? key, values, language);
}

/** Returns whether there is a text, for keys that are made of what the API says. */
export function hasText(key: string): key is TextKey {
  return Object.hasOwn(texts, key);
}

/** Returns the first language of the browser for which texts exist. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.split("-")[0] ?? "").find((tag) => Object.hasOwn(LANGUAGES, tag));
  return (known ?? "en") as Language;
}
