import { preferredLanguage, LANGUAGES, type Language } from "../text/text.ts";
import { createStore } from "./store.ts";

/** The preferences of the user in this browser. They contain no secrets. */
export interface Preferences {
  theme: "system" | "light" | "dark";
  language: Language;
  /** Says whether shortcuts of single keys are active (WCAG 2.1.4). */
  hasShortcuts: boolean;
}

const KEY = "signpost.preferences";

export const preferences = createStore<Preferences>(readPreferences());

export function setPreferences(changed: Partial<Preferences>): void {
  preferences.set({ ...preferences.get(), ...changed });
  writeLocal(KEY, preferences.get());
  applyTheme();
}

export function applyTheme(): void {
  const { theme } = preferences.get();
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

function readPreferences(): Preferences {
  const kept = readLocal<Partial<Preferences>>(KEY) ?? {};
  const language = kept.language !== undefined && kept.language in LANGUAGES ? kept.language : null;
  return {
    theme: kept.theme === "light" || kept.theme === "dark" ? kept.theme : "system",
    language: language ?? preferredLanguage(navigator.languages),
    hasShortcuts: kept.hasShortcuts ?? true,
  };
}

/** Reads the stored value of a key; null if there is none, or it cannot be read. */
export function readLocal<Value>(key: string): Value | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as Value | null;
  } catch {
    return null;
  }
}

/** Stores a value in this browser, if the browser allows it. */
export function writeLocal(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A private window may refuse.
  }
}
