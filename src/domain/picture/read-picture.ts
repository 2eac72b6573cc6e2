import { HTML_TYPE, PNG_TYPE } from "../branding.ts";
import { accepted, type Parsed } from "../field-error.ts";
import { findPngProblem } from "./png.ts";
import { findSvgProblem } from "./svg.ts";

/**
 * Parses the content of a file into the stored text: a page or SVG unchanged, a PNG in base64
 * (contract 33.4). Refuses pictures that browsers or QR codes could not show safely.
 */
export function readPicture(type: string, bytes: Uint8Array): Parsed<string> {
  if (type === PNG_TYPE) {
    const problem = findPngProblem(bytes);
    return problem === null ? accepted(toBase64(bytes)) : { ok: false, reason: problem };
  }
  const text = new TextDecoder().decode(bytes);
  if (type === HTML_TYPE) return accepted(text);
  const problem = findSvgProblem(text);
  return problem === null ? accepted(text) : { ok: false, reason: problem };
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
