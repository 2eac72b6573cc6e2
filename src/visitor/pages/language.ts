import { languageChooser } from "../../domain/choose-language.ts";

/** The languages of the pages. */
export const LANGUAGES = ["en", "de", "fr", "es", "pt", "ja", "zh", "ar"] as const;

export type Language = (typeof LANGUAGES)[number];

export const chooseLanguage = languageChooser(LANGUAGES);
