import { logoPath, nameOfLink, type Look } from "../../domain/branding.ts";
import { PROBE_PATH } from "../../domain/probe-path.ts";
import { splitUrl } from "../../domain/url-parts.ts";
import { toBase64 } from "../../runtime/base64.ts";
import { markup, type Markup } from "../pages/html.ts";
import type { Language } from "../pages/language.ts";
import type { Brand } from "../pages/layout.ts";
import { textsOf } from "../pages/text/texts.ts";
import brandCss from "./brand.css.txt";

/** The parts that a look adds to a page, and the extension of the Content-Security-Policy that allows them. */
interface BrandParts {
  brand: Brand;
  allow(policy: string): string;
}

const HOLE = "#c0ffee";
const DEFAULT_COLOR = "#1f6a50";

/** @param url the requested URL: its hostname replaces a missing name */
export async function addBrand(look: Look, url: string, language: Language): Promise<BrandParts> {
  const css = brandCss.replaceAll(HOLE, look.color ?? DEFAULT_COLOR);
  const hash = await hashOf(css);
  const brand: Brand = {
    name: look.name ?? "",
    above: drawHead(look, url),
    below: drawFoot(look, language),
    css,
    hidesMark: look.hidesMark === true,
  };
  const allow = (policy: string) =>
    policy.replace(
      /style-src ('[^']*')/,
      (_, own: string) => `style-src ${own} '${hash}'; img-src 'self' data:`,
    );
  return { brand, allow };
}

function drawHead({ name, logo }: Look, url: string): Markup | false {
  if (name === undefined && logo === undefined) return false;
  // Next to the name, the logo needs no alternative text.
  const text = name === undefined ? splitUrl(url).authority : "";
  const picture =
    logo !== undefined && markup`<img src="${PROBE_PATH + logoPath(logo)}" alt="${text}" height="40">`;
  return markup`<p class="brand">${picture}${name !== undefined && markup`<bdi>${name}</bdi>`}</p>\n`;
}

function drawFoot({ link, contact }: Look, language: Language): Markup | false {
  if (link === undefined && contact === undefined) return false;
  const { contact: label } = textsOf(language);
  return markup`<p class="more">${link !== undefined && markup`<a href="${link}"><bdi dir="ltr">${nameOfLink(link)}</bdi></a>`}${contact !== undefined && markup`<a href="${contact}">${label}</a>`}</p>\n`;
}

const hashes = new Map<string, string>();
const MAX_HASHES = 1_000;

/** Returns the source expression of a style for a Content-Security-Policy. */
async function hashOf(css: string): Promise<string> {
  const known = hashes.get(css);
  if (known !== undefined) return known;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(css));
  const hash = `sha256-${toBase64(new Uint8Array(digest))}`;
  if (hashes.size >= MAX_HASHES) hashes.clear();
  hashes.set(css, hash);
  return hash;
}
