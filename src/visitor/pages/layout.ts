import { markup, trusted, type Markup } from "./html.ts";
import type { Language } from "./language.ts";
import type { Style } from "./style.ts";

/** What goes into the layout. */
export interface Content {
  title: string;
  /** More for the head. */
  head?: Markup;
  main: Markup;
}

/** What HTML calls a language that the pages speak. */
const TAGS: Partial<Record<Language, string>> = { zh: "zh-Hans" };

export const toLanguageTag = (language: Language): string => TAGS[language] ?? language;

export const toDirection = (language: Language): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr");

/** Around every page but the frame. */
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
