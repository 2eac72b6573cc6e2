import { fillText, formatNumber, type Texts, type TextValues } from "../../domain/client/words.ts";
import type insights from "./en/insights.json";
import type changes from "./en/changes.json";
import type imported from "./en/import.json";
import type hosts from "./en/hosts.json";
import type look from "./en/look.json";
import type check from "./en/check.json";
import type field from "./en/field.json";
import type fileReason from "./en/file-reason.ts";
import type explain from "./en/explain.json";
import type misses from "./en/misses.json";
import type overview from "./en/overview.json";
import type reason from "./en/reason.ts";
import type records from "./en/records.json";
import type settings from "./en/settings.json";
import type start from "./en/start.json";
import type utm from "./en/utm.json";

/** The texts of the dashboard: a folder per language, a JSON file per part. Each part is loaded when it is needed. */

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
      await Promise.all(wanted.map(async (part) => [part, await readPart(next, part)] as const)),
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

/** Reads a part. Only the first one has to be there: a screen that lacks another one says so. */
async function readPart(from: Language, part: TextPart): Promise<Texts> {
  if (part === "start") return importPart(from, part);
  return importPart(from, part).catch(() => ({}));
}

async function importPart(from: Language, part: TextPart): Promise<Texts> {
  const read = from === "en" ? ENGLISH[part] : undefined;
  return ((await (read?.() ?? import(`./${from}/${part}.json`))) as { default: Texts }).default;
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

/**
 * The parts of the texts of a language. Each is a JSON file. `start` is loaded before the first page is
 * drawn, every other part with the first screen that needs it. English is the reference.
 */
interface Parts {
  start: typeof start;
  insights: typeof insights;
  changes: typeof changes;
  import: typeof imported;
  hosts: typeof hosts;
  look: typeof look;
  utm: typeof utm;
  check: typeof check;
  explain: typeof explain;
  field: typeof field;
  /** What the API says by its codes: refusals, notices and warnings. */
  reason: typeof reason;
  "file-reason": typeof fileReason;
  /** Names of formats that are not the same in all languages, by `format.` and their key. English has none. */
  format: object;
  misses: typeof misses;
  overview: typeof overview;
  records: typeof records;
  settings: typeof settings;
}

export type TextPart = keyof Parts;

export type TextKey = { [Part in TextPart]: keyof Parts[Part] }[TextPart];
