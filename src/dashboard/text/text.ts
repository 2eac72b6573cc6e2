import type english from "./en.json";
import { fillText, type TextValue, type TextValues } from "./fill-text.ts";

/** The texts of the dashboard, one JSON file a language, loaded alone. */

export type TextKey = keyof typeof english;
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

const LOADERS: Record<Language, () => Promise<{ default: Record<TextKey, TextValue> }>> = {
  en: () => import("./en.json"),
  de: () => import("./de.json"),
};

let texts = {} as Record<TextKey, TextValue>;
let language: Language = "en";

/** Loads the texts of a language; everything that is rendered afterwards speaks it. */
export async function speak(next: Language): Promise<void> {
  ({ default: texts } = await LOADERS[next]());
  language = next;
  document.documentElement.lang = next;
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
