import { fillText, type TextValue, type TextValues } from "./fill-text.ts";
import type { TextKey, TextPart } from "./part.ts";

/** The texts of the dashboard: a folder a language, a JSON file a part, each loaded when it is needed. */

export type { TextKey, TextPart };
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

type Texts = Record<string, TextValue>;

let texts: Texts = {};
let language: Language = "en";
const parts = new Set<TextPart>(["start"]);

/** Loads all parts that are in use in a language; everything that is rendered afterwards speaks it. */
export async function speak(next: Language): Promise<void> {
  let read: Map<TextPart, Texts>;
  do {
    const wanted = [...parts];
    read = new Map(
      await Promise.all(wanted.map(async (part) => [part, await readPart(next, part)] as const)),
    );
    // A screen that was opened meanwhile has added its part.
  } while (read.size < parts.size);
  texts = Object.assign({}, ...read.values()) as Texts;
  language = next;
  document.documentElement.lang = next;
}

/** Loads a part in the current language. */
export async function loadTexts(part: TextPart): Promise<void> {
  parts.add(part);
  const wanted = language;
  const read = await readPart(wanted, part);
  if (wanted === language) Object.assign(texts, read);
  else await speak(language);
}

async function readPart(from: Language, part: TextPart): Promise<Texts> {
  return ((await import(`./${from}/${part}.json`)) as { default: Texts }).default;
}

export function currentLanguage(): Language {
  return language;
}

/** Returns a text in the current language. A text with plurals is chosen by the value `count`. */
export function t(key: TextKey, values: TextValues = {}): string {
  return fillText(texts[key] ?? key, values, language);
}

/** Returns the first language of the browser that there are texts in. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.split("-")[0] ?? "").find((tag) => Object.hasOwn(LANGUAGES, tag));
  return (known ?? "en") as Language;
}
