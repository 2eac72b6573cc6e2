import { refuse, type Refusal } from "../domain/refusal/refusal.ts";
import { drawCaption } from "./caption.ts";
import { toQrContent } from "./content.ts";
import { decodePng, type QrLogo } from "./logo.ts";
import { encodeMatrix, MAX_QR_BYTES } from "./matrix.ts";
import { drawModules } from "./module-shape.ts";
import type { Corner, Outline } from "./outline.ts";
import type { QrRequest, QrSubject } from "./request.ts";
import type { PlacedLogo, Scene } from "./scene.ts";
import { toPng } from "./to-png.ts";
import { toSvg } from "./to-svg.ts";

/** A picture, or the reason why there is none: the URL is too long for a code, or the pixels are too few. */
export type QrPicture =
  | { ok: true; type: "image/svg+xml"; body: string }
  | { ok: true; type: "image/png"; body: Uint8Array<ArrayBuffer> }
  | { ok: false; field: "url" | "width"; reason: Refusal };

/** The smallest modules that readers can distinguish. */
const LEAST_MODULE_PIXELS = 2;
/** The modules between code and caption, if the margin allows. Readers rely on a quiet zone of four. */
const CAPTION_GAP = { least: 2, most: 4 };

/**
 * Draws the QR picture of a record (contract 16.1). The width is exact. In a PNG every module has the same whole
 * number of pixels, and the margin gets the rest. At the default width only a URL of more than 2,953 bytes is
 * refused, which no alias has.
 */
export async function drawQr(
  { url, style, plugins, logo }: QrSubject,
  request: QrRequest,
): Promise<QrPicture> {
  const { format, width } = request;
  const pixels = format === "png" && logo?.type === "image/png" ? await decodePng(logo.text) : null;
  // A PNG picture can show only a PNG logo. It shows no other mark in place of the owner's logo.
  const isShown = style.logo && (logo === undefined || format === "svg" || pixels !== null);
  const matrix = encodeMatrix(toQrContent(url, plugins), isShown);
  if (matrix === null) {
    return {
      ok: false,
      field: "url",
      reason: refuse("qr_long", { count: MAX_QR_BYTES }),
    };
  }
  const across = matrix.size + 2 * Number(style.margin);
  const scale = format === "svg" ? width / across : Math.floor(width / across);
  if (format === "png" && scale < LEAST_MODULE_PIXELS) {
    const least = across * LEAST_MODULE_PIXELS;
    return { ok: false, field: "width", reason: refuse("too_small_for_code", { count: least }) };
  }
  const space = (width - matrix.size * scale) / 2;
  const drawing = drawModules(matrix, style.theme);
  if (matrix.plate > 0 && logo === undefined) drawing.fills.push(...drawMark(matrix.size, matrix.plate));
  const scene: Scene = {
    ...drawing,
    ...(matrix.plate > 0 && logo !== undefined && { logo: placeLogo(logo, pixels, matrix) }),
    width,
    height: width,
    scale,
    margin: format === "svg" ? space : Math.floor(space),
    color: style.color,
  };
  if (style.show_url) addCaption(scene, url, matrix.size, Number(style.margin));
  return format === "svg"
    ? { ok: true, type: "image/svg+xml", body: toSvg(scene, url) }
    : { ok: true, type: "image/png", body: await toPng(scene) };
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

function addCaption(scene: Scene, url: string, size: number, margin: number): void {
  const gap = Math.min(Math.max(margin, CAPTION_GAP.least), CAPTION_GAP.most);
  const { stroke, height } = drawCaption(url.replace(/^\w+:\/\//, ""), {
    size,
    room: Math.max(size, scene.width / scene.scale - 2),
    top: size + gap,
    pixels: scene.scale,
  });
  scene.strokes.push(stroke);
  const below = (gap + height) * scene.scale + Math.max(scene.margin, scene.scale);
  scene.height = Math.ceil(scene.margin + size * scene.scale + below);
}

/** The mark of the product: a signpost with a board to either side, on a field of 24 by 24. */
const FIELD = 24;

const POST = [
  [10.5, 0.5, 1],
  [13.5, 0.5, 1],
  [13.5, 23.5, 1],
  [10.5, 23.5, 1],
] as const;

const BOARD_TO_THE_RIGHT = [
  [4, 3, 0.8],
  [18.5, 3, 0.8],
  [23, 6.25, 0.8],
  [18.5, 9.5, 0.8],
  [4, 9.5, 0.8],
] as const;

const BOARD_TO_THE_LEFT = [
  [20, 11.5, 0.8],
  [20, 18, 0.8],
  [5.5, 18, 0.8],
  [1, 14.75, 0.8],
  [5.5, 11.5, 0.8],
] as const;

export function drawMark(size: number, plate: number): Outline[] {
  const [middle, scale] = [size / 2, (plate - 1) / FIELD];
  const place = ([x, y, radius]: readonly [number, number, number]): Corner => ({
    x: middle + (x - FIELD / 2) * scale,
    y: middle + (y - FIELD / 2) * scale,
    radius: radius * scale,
  });
  return [POST, BOARD_TO_THE_RIGHT, BOARD_TO_THE_LEFT].map((corners) => ({
    corners: corners.map(place),
    isClosed: true,
  }));
}
