import { say } from "../../../src/domain/refusal/say.ts";
import jsQR from "jsqr";
import { PNG } from "pngjs";
import { DEFAULT_QR_STYLE, type QrStyle } from "../../../src/domain/qr-style.ts";
import type { QrLogo } from "../../../src/qr/logo.ts";
import type { QrRequest } from "../../../src/qr/request.ts";
import { drawQr, type QrPicture } from "../../../src/qr/draw-qr.ts";

/** Pictures for tests, and a reader for them. */

export const LINK = "https://go.example.com/spring";

export function styled(style: Partial<QrStyle> = {}): QrStyle {
  return { ...DEFAULT_QR_STYLE, ...style };
}

interface Drawn {
  url?: string;
  style?: Partial<QrStyle>;
  plugins?: string[];
  width?: number;
  logo?: QrLogo | undefined;
}

export function draw(
  format: QrRequest["format"],
  { url = LINK, style, plugins = [], width = 512, logo }: Drawn = {},
) {
  return drawQr({ url, style: styled(style), plugins, logo }, { format, width });
}

/** The document; a picture that is refused fails the test. */
export async function drawSvg(drawn?: Drawn): Promise<string> {
  const picture = orThrow(await draw("svg", drawn));
  if (picture.type !== "image/svg+xml") throw new Error(picture.type);
  return picture.body;
}

export async function drawPng(drawn?: Drawn): Promise<Uint8Array> {
  const picture = orThrow(await draw("png", drawn));
  if (picture.type !== "image/png") throw new Error(picture.type);
  return picture.body;
}

function orThrow(picture: QrPicture) {
  if (!picture.ok) throw new Error(`${picture.field} ${say(picture.reason)}`);
  return picture;
}

export interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue and alpha of each pixel. */
  data: Uint8Array;
}

export function decodePng(png: Uint8Array): Pixels {
  return PNG.sync.read(Buffer.from(png));
}

/** What a QR reader finds; null for nothing. `quietZone` is white that it sees around the picture, in pixels. */
export function readCode({ width, height, data }: Pixels, quietZone = 0): string | null {
  const [across, down] = [width + 2 * quietZone, height + 2 * quietZone];
  const seen = new Uint8ClampedArray(across * down * 4).fill(255);
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width * 4, (y + 1) * width * 4);
    seen.set(row, ((y + quietZone) * across + quietZone) * 4);
  }
  return jsQR(seen, across, down, { inversionAttempts: "dontInvert" })?.data ?? null;
}

/** `#rrggbb` of a pixel. */
export function colorAt({ width, data }: Pixels, x: number, y: number): string {
  const at = (y * width + x) * 4;
  return `#${Buffer.from(data.subarray(at, at + 3)).toString("hex")}`;
}
