import { preferredLanguage, LANGUAGES, type Language } from "../text/text.ts";
import { createStore } from "./store.ts";

/** What a person has set for this browser. Nothing secret is ever kept here. */
export interface Preferences {
  theme: "system" | "light" | "dark";
  language: Language;
  /** Whether single keys do something (WCAG 2.1.4). */
  hasShortcuts: boolean;
}

const KEY = "signpost.preferences";

export const preferences = createStore<Preferences>(readPreferences());

export function setPreferences(changed: Partial<Preferences>): void {
  preferences.set({ ...preferences.get(), ...changed });
  writeLocal(KEY, preferences.get());
  applyTheme();
}

/** Gives the page its colours. */
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

/** Reads what this browser keeps under a key; null if there is nothing, or nothing that can be read. */
export function readLocal<Value>(key: string): Value | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as Value | null;
  } catch {
    return null;
  }
}

/** Keeps a value in this browser, where it lets us. */
export function writeLocal(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A private window may refuse.
  }
}
