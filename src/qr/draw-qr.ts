import { DEFAULT_QR_STYLE } from "../domain/qr-style.ts";
import { refuse, type Refusal } from "../domain/refusal/refusal.ts";
import { toQrContent } from "./content.ts";
import { addSurroundings, LEAST_FRAMED_MARGIN, LINE } from "./frame.ts";
import { decodePng, type QrLogo } from "./logo.ts";
import { encodeMatrix, MAX_QR_BYTES } from "./matrix.ts";
import { drawModules } from "./module-shape.ts";
import type { QrRequest, QrSubject } from "./request.ts";
import type { PlacedLogo, Scene } from "./scene.ts";
import { toPdf } from "./to-pdf.ts";
import { toPng } from "./to-png.ts";
import { toSvg } from "./to-svg.ts";

/** A picture, or the reason why there is none: the URL is too long for a code, or the pixels are too few. */
export type QrPicture =
  | { ok: true; type: "image/svg+xml"; body: string }
  | { ok: true; type: "image/png" | "application/pdf"; body: Uint8Array<ArrayBuffer> }
  | { ok: false; field: "url" | "width"; reason: Refusal };

/** The smallest modules that readers can distinguish. */
const LEAST_MODULE_PIXELS = 2;
/**
 * Draws the QR picture of a record (contract 16.1). The width is exact. In a PNG every module has the same whole
 * number of pixels, and the margin gets the rest. At the default width only a URL of more than 2,953 bytes is
 * refused, which no alias has.
 */
export async function drawQr(
  { url, style: written, plugins, logo }: QrSubject,
  { format, width }: QrRequest,
): Promise<QrPicture> {
  // A snapshot or a row of an earlier release lacks members.
  const style = { ...DEFAULT_QR_STYLE, ...written };
  const pixels = format !== "svg" && logo?.type === "image/png" ? await decodePng(logo.text) : null;
  // A PNG or PDF can show only a PNG logo.
  const isShown = Boolean(style.logo) && logo !== undefined && (format === "svg" || pixels !== null);
  const matrix = encodeMatrix(toQrContent(url, plugins), isShown);
  if (matrix === null) {
    return {
      ok: false,
      field: "url",
      reason: refuse("qr_long", { count: MAX_QR_BYTES }),
    };
  }
  const isFramed = style.frame !== "none";
  const margin = isFramed ? Math.max(Number(style.margin), LEAST_FRAMED_MARGIN) : Number(style.margin);
  const across = matrix.size + 2 * (margin + (isFramed ? LINE : 0));
  const scale = format === "png" ? Math.floor(width / across) : width / across;
  if (format === "png" && scale < LEAST_MODULE_PIXELS) {
    const least = across * LEAST_MODULE_PIXELS;
    return { ok: false, field: "width", reason: refuse("too_small_for_code", { count: least }) };
  }
  const space = (width - matrix.size * scale) / 2;
  const scene: Scene = {
    ...drawModules(matrix, style),
    ...(matrix.plate > 0 && logo !== undefined && { logo: placeLogo(logo, pixels, matrix) }),
    width,
    height: width,
    scale,
    margin: format === "png" ? Math.floor(space) : space,
    color: style.color,
    background: style.background,
    lights: [],
  };
  addSurroundings(scene, style, url, { size: matrix.size, margin });
  if (format === "svg") return { ok: true, type: "image/svg+xml", body: toSvg(scene, url) };
  return format === "png"
    ? { ok: true, type: "image/png", body: await toPng(scene) }
    : { ok: true, type: "application/pdf", body: await toPdf(scene, url) };
}

/** Returns the logo on the plate, with half a module around it. @param pixels those of a PNG picture */
function placeLogo(
  picture: QrLogo,
  pixels: PlacedLogo["pixels"],
  { size, plate }: { size: number; plate: number },
): PlacedLogo {
  const [side, at] = [plate - 1, (size - plate + 1) / 2];
  return { picture, pixels, x: at, y: at, side };
}
