import { fillText, type TextValue, type TextValues } from "./fill-text.ts";
import { REASON_PARTS, type TextKey, type TextPart } from "./part.ts";

/** The texts of the dashboard: a folder per language, a JSON file per part. Each part is loaded when it is needed. */

export type { TextKey, TextPart };
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

type Texts = Record<string, TextValue>;

let texts: Texts = {};
let language: Language = "en";
const parts = new Set<TextPart>(["start"]);
let reasonTemplates: Texts = {};

/** Loads all parts that are in use in a language. Everything rendered afterwards uses this language. */
export async function speak(next: Language): Promise<void> {
  let read: Map<TextPart, LoadedPart>;
  do {
    const wanted = [...parts];
    read = new Map(
      await Promise.all(wanted.map(async (part) => [part, await readPart(next, part)] as const)),
    );
    // A screen that was opened in between has added its part.
  } while (read.size < parts.size);
  const loaded = [...read.values()];
  reasonTemplates = Object.assign({}, ...loaded.map(({ templates }) => templates)) as Texts;
  texts = Object.assign({}, ...loaded.map(({ texts }) => texts)) as Texts;
  language = next;
  document.documentElement.lang = next;
}

/** Loads a part in the current language. */
export async function loadTexts(part: TextPart): Promise<void> {
  parts.add(part);
  const wanted = language;
  const read = await readPart(wanted, part);
  if (wanted !== language) return speak(language);
  Object.assign(texts, read.texts);
  // A new object tells `sayReason` that there are more.
  if (Object.keys(read.templates).length > 0) reasonTemplates = { ...reasonTemplates, ...read.templates };
}

interface LoadedPart {
  texts: Texts;
  /** The English sentences by which the texts are found. */
  templates: Texts;
}

async function readPart(from: Language, part: TextPart): Promise<LoadedPart> {
  const isReasons = REASON_PARTS.has(part);
  if (isReasons && from === "en") return { texts: {}, templates: {} };
  const [texts, templates] = await Promise.all([
    importPart(from, part),
    isReasons ? importPart("en", part) : {},
  ]);
  return { texts, templates };
}

async function importPart(from: Language, part: TextPart): Promise<Texts> {
  return ((await import(`./${from}/${part}.json`)) as { default: Texts }).default;
}

/** Returns the English text of each translated reason; empty on an English screen, which needs no translation. */
export function readReasonTemplates(): Readonly<Record<string, string>> {
  return reasonTemplates as Record<string, string>;
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

/** Returns a text in the current language. The value `count` selects the plural form. */
export function t(key: TextKey, values: TextValues = {}): string {
  return fillText(texts[key] ?? key, values, language);
}

/** Returns the first language of the browser for which texts exist. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.split("-")[0] ?? "").find((tag) => Object.hasOwn(LANGUAGES, tag));
  return (known ?? "en") as Language;
}
