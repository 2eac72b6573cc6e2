import type { Texts } from "../../domain/client/words.ts";

/**
 * The files of the texts, by language and part. `start` is loaded before the first page is drawn, every other part with the
 * first screen that needs it. English is the reference.
 */
const FILES = {
  en: {
    changes: () => import("./en/changes.json"),
    check: () => import("./en/check.json"),
    explain: () => import("./en/explain.json"),
    field: () => import("./en/field.json"),
    "file-reason": () => import("./en/file-reason.ts"),
    // Names of formats that are not the same in all languages, by `format.` and their key.
    format: () => Promise.resolve({ default: {} }),
    hosts: () => import("./en/hosts.json"),
    import: () => import("./en/import.json"),
    insights: () => import("./en/insights.json"),
    look: () => import("./en/look.json"),
    misses: () => import("./en/misses.json"),
    overview: () => import("./en/overview.json"),
    // What the API says by its codes: refusals, notices and warnings.
    reason: () => import("./en/reason.ts"),
    records: () => import("./en/records.json"),
    settings: () => import("./en/settings.json"),
    shared: () => import("./en/shared.json"),
    start: () => import("./en/start.json"),
    utm: () => import("./en/utm.json"),
  },
  de: {
    changes: () => import("./de/changes.json"),
    check: () => import("./de/check.json"),
    explain: () => import("./de/explain.json"),
    field: () => import("./de/field.json"),
    "file-reason": () => import("./de/file-reason.json"),
    format: () => import("./de/format.json"),
    hosts: () => import("./de/hosts.json"),
    import: () => import("./de/import.json"),
    insights: () => import("./de/insights.json"),
    look: () => import("./de/look.json"),
    misses: () => import("./de/misses.json"),
    overview: () => import("./de/overview.json"),
    reason: () => import("./de/reason.json"),
    records: () => import("./de/records.json"),
    settings: () => import("./de/settings.json"),
    shared: () => import("./de/shared.json"),
    start: () => import("./de/start.json"),
    utm: () => import("./de/utm.json"),
  },
};

export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

type EnglishFiles = (typeof FILES)["en"];

export type TextPart = keyof EnglishFiles;

export type TextKey = {
  [Part in TextPart]: keyof Awaited<ReturnType<EnglishFiles[Part]>>["default"];
}[TextPart];

/** Reads a part of the texts of a language. */
export async function readPart(language: Language, part: TextPart): Promise<Texts> {
  return (await FILES[language][part]()).default;
}

/** Returns the first language of the browser for which texts exist. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.split("-")[0] ?? "").find((tag) => Object.hasOwn(LANGUAGES, tag));
  return (known ?? "en") as Language;
}
