import { fillText, formatNumber, type Texts, type TextValues } from "../../domain/client/words.ts";
import { type Language, readPart, type TextKey, type TextPart } from "./text-files.ts";

export { type Language, LANGUAGES, type TextKey, type TextPart } from "./text-files.ts";

/** The texts of the dashboard: a folder per language, a JSON file per part. Each part is loaded when it is needed. */

let texts: Texts = {};
let language: Language = "en";
const parts = new Set<TextPart>(["start"]);

/** Loads all parts that are in use in a language. Everything rendered afterwards uses this language. */
export async function speak(next: Language): Promise<void> {
  let read: Map<TextPart, Texts>;
  do {
    const wanted = [...parts];
    read = new Map(
      await Promise.all(wanted.map(async (part) => [part, await readIfThere(next, part)] as const)),
    );
    // A screen that was opened in between has added its part.
  } while (read.size < parts.size);
  texts = Object.assign({}, ...read.values()) as Texts;
  language = next;
  document.documentElement.lang = next;
}

/** Says which parts the first screen needs, before `speak` loads the texts. */
export function expectTexts(expected: readonly TextPart[]): void {
  for (const part of expected) parts.add(part);
}

export async function loadTexts(part: TextPart): Promise<void> {
  parts.add(part);
  const wanted = language;
  const read = await readPart(wanted, part);
  if (wanted !== language) return speak(language);
  Object.assign(texts, read);
}

/** Reads a part. Only the first one has to be there: a screen that lacks another one says so. */
async function readIfThere(from: Language, part: TextPart): Promise<Texts> {
  if (part === "start") return readPart(from, part);
  return readPart(from, part).catch(() => ({}));
}

export function currentLanguage(): Language {
  return language;
}

/** Returns the tag for dates: the browser's if it is of this language. `en` alone puts the month before the day. */
export function dateLanguage(): string {
  return navigator.languages.find((tag) => tag.split("-")[0] === language) ?? language;
}

export function sayNumber(value: number): string {
  return formatNumber(value, language);
}

export function sayPercent(share: number, maximumFractionDigits = 0): string {
  const key = `${language} ${maximumFractionDigits}`;
  let format = percents.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits });
    percents.set(key, format);
  }
  return format.format(share);
}

/** Caches formats: creating one takes longer than thirty uses, and each bar of a list has one. */
const percents = new Map<string, Intl.NumberFormat>();

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
