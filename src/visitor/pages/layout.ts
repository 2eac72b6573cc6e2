import { markup, trusted, type Markup } from "./html.ts";
import type { Language } from "./language.ts";
import type { Style } from "./style.ts";

/** The parts of a page that the layout puts together. */
export interface Content {
  title: string;
  /** More elements for the head. */
  head?: Markup;
  main: Markup;
}

/** Language tags that differ from the name of the language. */
const TAGS: Partial<Record<Language, string>> = { zh: "zh-Hans" };

export const toLanguageTag = (language: Language): string => TAGS[language] ?? language;

export const toDirection = (language: Language): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr");

/** Renders the document around every page but the frame. */
export function layOut(content: Content, language: Language, style: Style): Markup {
  return markup`<!doctype html>
<html lang="${toLanguageTag(language)}" dir="${toDirection(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${content.title}</title>
${content.head ?? false}<style>${trusted(style.css)}</style>
</head>
<body>
<main>
${content.main}</main>
</body>
</html>
`;
}
