import { logoPath, type Look } from "../../domain/branding.ts";
import { PROBE_PATH } from "../../domain/probe-path.ts";
import { toBase64 } from "../../runtime/base64.ts";
import type { Language } from "../pages/language.ts";
import type { Brand } from "../pages/layout.ts";
import { drawBrand } from "./draw-brand.ts";

/** The parts that a look adds to a page, and the extension of the Content-Security-Policy that allows them. */
interface BrandParts {
  brand: Brand;
  allow(policy: string): string;
}

/** @param url the requested URL: its hostname replaces a missing name */
export async function addBrand(look: Look, url: string, language: Language): Promise<BrandParts> {
  const { logo, pages: _, ...drawn } = look;
  const logoUrl = logo && PROBE_PATH + logoPath(logo);
  const brand = drawBrand({ ...drawn, logoUrl }, url, language);
  const hash = await hashOf(brand.css);
  const allow = (policy: string) =>
    policy.replace(
      /style-src ('[^']*')/,
      (_, own: string) => `style-src ${own} '${hash}'; img-src 'self' data:`,
    );
  return { brand, allow };
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
