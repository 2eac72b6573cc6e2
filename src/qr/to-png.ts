import { concat, deflate } from "./bytes.ts";
import { drawInto, type Pixels } from "./logo.ts";
import { rasterize, SHADES } from "./rasterize.ts";
import type { PlacedLogo, Scene } from "./scene.ts";

/**
 * Writes a PNG: with a palette of shades from the background to the colour, two pixels a byte, or in full colour if it has an
 * owner's logo.
 */
export async function toPng(scene: Scene): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, logo } = scene;
  const shades = rasterize(scene);
  const pixels = logo?.pixels ?? null;
  const [format, lines] =
    logo === undefined || pixels === null
      ? [[BITS_A_PIXEL, PALETTE_COLOR], toLines(shades, width, height)]
      : [[8, TRUE_COLOR], toColorLines(shades, scene, pixels, logo)];
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set(format, 8);
  return concat([
    SIGNATURE,
    chunk("IHDR", header),
    ...(pixels === null ? [chunk("PLTE", toPalette(scene))] : []),
    chunk("IDAT", await deflate(lines)),
    chunk("IEND", new Uint8Array()),
  ]);
}

function toColorLines(
  shades: Uint8Array,
  scene: Scene,
  pixels: Pixels,
  { x, y, side }: PlacedLogo,
): Uint8Array<ArrayBuffer> {
  const { width, height, scale, margin } = scene;
  const palette = toPalette(scene);
  const rgb = new Uint8Array(width * height * 3);
  for (const [at, shade] of shades.entries()) rgb.set(palette.subarray(shade * 3, shade * 3 + 3), at * 3);
  const square = { left: x * scale + margin, top: y * scale + margin, side: side * scale };
  drawInto(rgb, width, pixels, square);
  const lines = new Uint8Array((width * 3 + 1) * height);
  for (let row = 0; row < height; row++) {
    lines.set(rgb.subarray(row * width * 3, (row + 1) * width * 3), row * (width * 3 + 1) + 1);
  }
  return lines;
}

const SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS_A_PIXEL = 4;
const PALETTE_COLOR = 3;
const TRUE_COLOR = 2;
/** The filter that stores the difference to the byte above, because most rows repeat the last one. */
const UP_FILTER = 2;

function toPalette({ color, background }: Scene): Uint8Array {
  const channelOf = (text: string, at: number) => Number.parseInt(text.slice(1 + at * 2, 3 + at * 2), 16);
  return Uint8Array.from({ length: SHADES * 3 }, (_, index) => {
    const [paper, ink] = [channelOf(background, index % 3), channelOf(color, index % 3)];
    return Math.round(paper + ((ink - paper) * Math.floor(index / 3)) / (SHADES - 1));
  });
}

function toLines(pixels: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = Math.ceil(width / 2);
  const packed = (row: number, byte: number) => {
    if (row < 0) return 0;
    const at = row * width + byte * 2;
    return ((pixels[at] ?? 0) << 4) | (byte * 2 + 1 < width ? (pixels[at + 1] ?? 0) : 0);
  };
  const lines = new Uint8Array((bytes + 1) * height);
  for (let row = 0; row < height; row++) {
    const start = row * (bytes + 1);
    lines[start] = UP_FILTER;
    for (let byte = 0; byte < bytes; byte++) {
      lines[start + 1 + byte] = packed(row, byte) - packed(row - 1, byte);
    }
  }
  return lines;
}

/** Returns a chunk: length, type, data, and the checksum of type and data. */
function chunk(type: string, data: Uint8Array): Uint8Array {
  const framed = concat([new Uint8Array(4), new TextEncoder().encode(type), data, new Uint8Array(4)]);
  const view = new DataView(framed.buffer);
  view.setUint32(0, data.length);
  view.setUint32(8 + data.length, crc32(framed.subarray(4, 8 + data.length)));
  return framed;
}

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
