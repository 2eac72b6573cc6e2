import { LANGUAGES, type Language, preferredLanguage } from "../text/text-files.ts";
import { readLocal } from "./local-value.ts";

/** The preferences of the user in this browser. They contain no secrets. */
export interface Preferences {
  theme: "system" | "light" | "dark";
  language: Language;
  /** Says whether shortcuts of single keys are active (WCAG 2.1.4). */
  hasShortcuts: boolean;
}

export const KEY = "signpost.preferences";

/** Reads the preferences that this browser keeps. */
export function readPreferences(): Preferences {
  const kept = readLocal<Partial<Preferences>>(KEY) ?? {};
  const language = kept.language !== undefined && kept.language in LANGUAGES ? kept.language : null;
  return {
    theme: kept.theme === "light" || kept.theme === "dark" ? kept.theme : "system",
    language: language ?? preferredLanguage(navigator.languages),
    hasShortcuts: kept.hasShortcuts ?? true,
  };
}
