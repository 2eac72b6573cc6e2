import { chooseLanguage } from "../pages/language.ts";
import { render } from "../pages/page.ts";
import { PLAIN_STYLE } from "../pages/style.ts";
import { drawBrand, type DrawnLook } from "./draw-brand.ts";

/** The parts of a page, for who shows it in a document that allows no style in its markup. */
interface SamplePage {
  language: string;
  body: string;
  css: string;
}

/** Draws the page of a missing path as visitors get it, in a look that need not be stored. */
export function drawSamplePage(look: DrawnLook, url: string, acceptLanguage: string): SamplePage {
  const language = chooseLanguage(acceptLanguage);
  const hasLook = Object.values(look).some((value) => value !== undefined);
  const brand = hasLook ? drawBrand(look, url, language) : undefined;
  const page = render({ kind: "not-found" }, language, brand);
  const start = page.html.indexOf("<body>") + "<body>".length;
  return {
    language: page.language,
    body: page.html.slice(start, page.html.indexOf("</body>")),
    css: PLAIN_STYLE.css + (brand?.css ?? ""),
  };
}
