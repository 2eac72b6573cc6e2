import { readPngChunks, readPngHeader, type PngHeader } from "../domain/picture/png.ts";
import { fromBase64 } from "../runtime/base64.ts";

/** An owner's picture in the middle of a code (contract 33.12). */
export interface QrLogo {
  /** `image/png` or `image/svg+xml`. */
  type: string;
  /** An SVG document, or base64 of a PNG. */
  text: string;
}

/** Returns a logo as a data URL, so that the picture has no external references. */
export function toDataUrl({ type, text }: QrLogo): string {
  if (type === "image/png") return `data:${type};base64,${text}`;
  // Escaping these characters as well would make the URL much longer.
  return `data:${type};charset=utf-8,${encodeURIComponent(text).replace(/%(?:20|2F|3A|3D|2C|3B)/g, decodeURIComponent)}`;
}

/** The pixels in rows, with four samples of 8 bits each: red, green, blue and alpha. */
export interface Pixels {
  width: number;
  height: number;
  rgba: Uint8Array;
}

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The most pixels of a logo that a picture shows: each visit decodes it anew. */
const MAX_LOGO_PIXELS = 524_288;

/** Decodes a PNG picture without interlacing; null if it is damaged or too large (contract 33.12). */
export async function decodePng(base64: string): Promise<Pixels | null> {
  const chunks = readPngChunks(fromBase64(base64));
  const header = chunks === null ? null : readPngHeader(chunks);
  if (chunks === null || header === null || header.isInterlaced) return null;
  if (header.width * header.height > MAX_LOGO_PIXELS) return null;
  const dataOf = (name: string) => chunks.filter(({ type }) => type === name).map(({ data }) => data);
  try {
    const lines = await inflate(dataOf("IDAT"), (lineBytes(header) + 1) * header.height);
    unfilter(lines, header);
    return { ...header, rgba: toRgba(lines, header, dataOf("PLTE")[0], dataOf("tRNS")[0]) };
  } catch {
    return null;
  }
}

function bitsAPixel({ colorType, depth }: PngHeader): number {
  return (CHANNELS[colorType] ?? 1) * depth;
}

function lineBytes(header: PngHeader): number {
  return Math.ceil((header.width * bitsAPixel(header)) / 8);
}

/** Unpacks `length` bytes and no more, because a small file can unpack to a huge one. Throws if there are fewer. */
async function inflate(parts: Uint8Array[], length: number): Promise<Uint8Array> {
  const stream = new Blob(parts as Uint8Array<ArrayBuffer>[])
    .stream()
    .pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(length);
  let at = 0;
  for await (const part of stream as unknown as AsyncIterable<Uint8Array>) {
    bytes.set(part.subarray(0, length - at), at);
    at += part.length;
    if (at >= length) return bytes;
  }
  throw new Error("the picture is cut off");
}

/** Converts differences between neighbours to samples, in place. */
function unfilter(lines: Uint8Array, header: PngHeader): void {
  const bytes = lineBytes(header);
  const step = Math.max(1, bitsAPixel(header) >> 3);
  for (let row = 0; row < header.height; row++) {
    const start = row * (bytes + 1) + 1;
    const filter = lines[start - 1];
    for (let byte = 0; byte < bytes; byte++) {
      const left = byte < step ? 0 : (lines[start + byte - step] ?? 0);
      const up = row === 0 ? 0 : (lines[start + byte - bytes - 1] ?? 0);
      const corner = row === 0 || byte < step ? 0 : (lines[start + byte - bytes - 1 - step] ?? 0);
      const guess =
        filter === 1
          ? left
          : filter === 2
            ? up
            : filter === 3
              ? (left + up) >> 1
              : filter === 4
                ? paeth(left, up, corner)
                : 0;
      lines[start + byte] = (lines[start + byte] ?? 0) + guess;
    }
  }
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

function toRgba(
  lines: Uint8Array,
  header: PngHeader,
  palette: Uint8Array = new Uint8Array(),
  transparent?: Uint8Array,
): Uint8Array {
  const { width, height, depth, colorType } = header;
  const channels = CHANNELS[colorType] ?? 1;
  const most = 2 ** depth - 1;
  const rgba = new Uint8Array(width * height * 4);
  const clear = colorType === 0 || colorType === 2 ? readSamples(transparent) : [];
  for (let pixel = 0; pixel < width * height; pixel++) {
    const row = Math.floor(pixel / width);
    const first = (pixel - row * width) * channels;
    const sample = (channel: number) =>
      readSample(lines, row * (lineBytes(header) + 1) + 1, first + channel, depth);
    const level = (channel: number) => Math.round((sample(channel) * 255) / most);
    let color: number[];
    if (colorType === 3) {
      const index = sample(0);
      color = [...palette.subarray(index * 3, index * 3 + 3), transparent?.[index] ?? 255];
    } else {
      const isGrey = channels < 3;
      const [red, green, blue] = isGrey ? [level(0), level(0), level(0)] : [level(0), level(1), level(2)];
      const isClear = clear.length > 0 && clear.every((value, channel) => value === sample(channel));
      const alpha = channels % 2 === 0 ? level(channels - 1) : isClear ? 0 : 255;
      color = [red, green, blue, alpha];
    }
    rgba.set(color, pixel * 4);
  }
  return rgba;
}

function readSamples(bytes: Uint8Array | undefined): number[] {
  const pairs = Array.from({ length: (bytes?.length ?? 0) >> 1 }, (_, index) => index * 2);
  return pairs.map((at) => ((bytes?.[at] ?? 0) << 8) | (bytes?.[at + 1] ?? 0));
}

function readSample(lines: Uint8Array, start: number, index: number, depth: number): number {
  if (depth === 16) return ((lines[start + index * 2] ?? 0) << 8) | (lines[start + index * 2 + 1] ?? 0);
  if (depth === 8) return lines[start + index] ?? 0;
  const bit = index * depth;
  return ((lines[start + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
}

/**
 * Draws a picture over pixels of three samples of one colour, as large as fits into a square. Each pixel is the mean
 * of the samples that it covers.
 * @param rgb the pixels, `across` in a row
 */
export function drawInto(
  rgb: Uint8Array,
  across: number,
  { width, height, rgba }: Pixels,
  square: { left: number; top: number; side: number },
): void {
  const scale = square.side / Math.max(width, height);
  const [wide, high] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const left = Math.round(square.left + (square.side - wide) / 2);
  const top = Math.round(square.top + (square.side - high) / 2);
  for (let y = 0; y < high; y++) {
    const rows = spanOf(y, high, height);
    for (let x = 0; x < wide; x++) {
      const columns = spanOf(x, wide, width);
      const to = ((top + y) * across + left + x) * 3;
      const sums = [0, 0, 0];
      let count = 0;
      for (let row = rows[0]; row < rows[1]; row++) {
        for (let column = columns[0]; column < columns[1]; column++) {
          const at = (row * width + column) * 4;
          const alpha = (rgba[at + 3] ?? 0) / 255;
          for (const channel of [0, 1, 2]) {
            const paper = rgb[to + channel] ?? 0;
            sums[channel] = (sums[channel] ?? 0) + (rgba[at + channel] ?? 0) * alpha + paper * (1 - alpha);
          }
          count++;
        }
      }
      for (const channel of [0, 1, 2]) rgb[to + channel] = Math.round((sums[channel] ?? 0) / count);
    }
  }
}

/** Returns the range of samples that a pixel covers, at least one. */
function spanOf(pixel: number, pixels: number, samples: number): [from: number, to: number] {
  const from = Math.floor((pixel * samples) / pixels);
  return [from, Math.max(from + 1, Math.floor(((pixel + 1) * samples) / pixels))];
}
