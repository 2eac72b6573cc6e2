import { ICO_TYPE, isBinary, PNG_TYPE, SVG_TYPE } from "../branding.ts";
import { accepted, type Parsed } from "../field-error.ts";
import { refuse, type Refusal } from "../refusal/refusal.ts";
import { readJpegSize } from "./jpeg.ts";
import { findPngProblem, MAX_SIDE } from "./png.ts";
import { findSvgProblem } from "./svg.ts";

/**
 * Parses the content of a file into the stored text: a page, text or SVG unchanged, other pictures in base64
 * (contract 33.4). Refuses pictures that browsers or QR codes could not show safely.
 */
export function readPicture(type: string, bytes: Uint8Array): Parsed<string> {
  if (isBinary(type)) {
    const problem = type === PNG_TYPE ? findPngProblem(bytes) : findBinaryProblem(type, bytes);
    return problem === null ? accepted(toBase64(bytes)) : { ok: false, reason: problem };
  }
  const text = new TextDecoder().decode(bytes);
  const problem = type === SVG_TYPE ? findSvgProblem(text) : null;
  return problem === null ? accepted(text) : { ok: false, reason: problem };
}

/** The least side of a photo: messengers show smaller ones as a thumbnail, or not at all. */
const MIN_PHOTO_SIDE = 200;

function findBinaryProblem(type: string, bytes: Uint8Array): Refusal | null {
  if (type === ICO_TYPE) return isIcon(bytes) ? null : refuse("not_ico");
  const size = readJpegSize(bytes);
  if (size === null) return refuse("not_photo");
  const { width, height } = size;
  const isFit = Math.min(width, height) >= MIN_PHOTO_SIDE && Math.max(width, height) <= MAX_SIDE;
  return isFit ? null : refuse("photo_side", { width, height, least: MIN_PHOTO_SIDE, most: MAX_SIDE });
}

/** The first bytes of the pictures in ICO files: a PNG, or a bitmap by the length of its head. */
const ICON_PICTURES = [0x89_50_4e_47, 0x28_00_00_00];

/** Returns whether each picture that the head of an ICO file lists is one, inside of the file. */
function isIcon(bytes: Uint8Array): boolean {
  if (bytes.length < 22) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const count = view.getUint16(4, true);
  if (view.getUint32(0) !== 0x0000_0100 || count === 0 || 6 + 16 * count > bytes.length) return false;
  return Array.from({ length: count }, (_, index) => 6 + 16 * index).every((at) => {
    const [size, offset] = [view.getUint32(at + 8, true), view.getUint32(at + 12, true)];
    const isInside = size >= 4 && offset >= 6 + 16 * count && offset + size <= bytes.length;
    return isInside && ICON_PICTURES.includes(view.getUint32(offset));
  });
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
