import { KEY, type Preferences, readPreferences } from "./kept-preferences.ts";
import { writeLocal } from "./local-value.ts";
import { createStore } from "./store.ts";

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
