import { markup, trusted, type Markup } from "./html.ts";
import type { Language } from "./language.ts";
import type { Style } from "./style.ts";

/** The parts of a page that the layout puts together. */
export interface Content {
  title: string;
  head?: Markup;
  /** The picture on top. */
  mark?: Markup;
  main: Markup;
}

const TAGS: Partial<Record<Language, string>> = { zh: "zh-Hans" };

export const toLanguageTag = (language: Language): string => TAGS[language] ?? language;

export const toDirection = (language: Language): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr");

/** An owner's additions to the pages (contract 33). */
export interface Brand {
  /** Follows the title of the document; empty if there is none. */
  name: string;
  above: Markup | false;
  below: Markup | false;
  css: string;
  hidesMark: boolean;
}

/** Renders the document around every page but the frame. */
export function layOut(content: Content, language: Language, style: Style, brand?: Brand): Markup {
  const title = brand?.name ? `${content.title} · ${brand.name}` : content.title;
  const ownStyle = brand !== undefined && markup`<style>${trusted(brand.css)}</style>\n`;
  const mark = brand?.hidesMark ? false : (content.mark ?? false);
  return markup`<!doctype html>
<html lang="${toLanguageTag(language)}" dir="${toDirection(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${content.head ?? false}<style>${trusted(style.css)}</style>
${ownStyle}</head>
<body>
<main>
${brand?.above ?? false}${mark}${content.main}${brand?.below ?? false}</main>
</body>
</html>
`;
}
