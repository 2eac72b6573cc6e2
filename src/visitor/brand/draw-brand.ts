import { DEFAULT_COLOR, nameOfLink, type Look } from "../../domain/branding.ts";
import { splitUrl } from "../../domain/url-parts.ts";
import { markup, type Markup } from "../pages/html.ts";
import type { Language } from "../pages/language.ts";
import type { Brand } from "../pages/layout.ts";
import { textsOf } from "../pages/text/texts.ts";
import brandCss from "./brand.css.txt";

const HOLE = "#c0ffee";

/** What an owner adds to a page, and where its picture is. */
export interface DrawnLook extends Omit<Look, "logo" | "pages"> {
  logoUrl?: string | undefined;
}

/** Draws what a look adds to a page. @param url the requested URL: its hostname replaces a missing name */
export function drawBrand(look: DrawnLook, url: string, language: Language): Brand {
  return {
    name: look.name ?? "",
    above: drawHead(look, url),
    below: drawFoot(look, language),
    css: brandCss.replaceAll(HOLE, look.color ?? DEFAULT_COLOR),
    hidesMark: look.hidesMark === true,
  };
}

function drawHead({ name, logoUrl }: DrawnLook, url: string): Markup | false {
  if (name === undefined && logoUrl === undefined) return false;
  // Next to the name, the logo needs no alternative text.
  const text = name === undefined ? splitUrl(url).authority : "";
  const picture = logoUrl !== undefined && markup`<img src="${logoUrl}" alt="${text}" height="40">`;
  return markup`<p class="brand">${picture}${name !== undefined && markup`<bdi>${name}</bdi>`}</p>\n`;
}

function drawFoot({ link, contact }: DrawnLook, language: Language): Markup | false {
  if (link === undefined && contact === undefined) return false;
  const { contact: label } = textsOf(language);
  return markup`<p class="more">${link !== undefined && markup`<a href="${link}"><bdi dir="ltr">${nameOfLink(link)}</bdi></a>`}${contact !== undefined && markup`<a href="${contact}">${label}</a>`}</p>\n`;
}
