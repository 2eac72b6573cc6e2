import { refuse, type Refusal } from "../refusal/refusal.ts";
/** Checks PNG pictures that are to be logos. */

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The most pixels of a side of a stored picture. */
export const MAX_SIDE = 2_048;

/** The allowed bits per sample, by colour type. */
const DEPTHS: Record<number, number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

export interface PngHeader {
  width: number;
  height: number;
  depth: number;
  /** 0 grey, 2 colour, 3 palette, 4 grey and alpha, 6 colour and alpha. */
  colorType: number;
  isInterlaced: boolean;
}

interface PngChunk {
  type: string;
  data: Uint8Array;
}

export function findPngProblem(bytes: Uint8Array): Refusal | null {
  const chunks = readPngChunks(bytes);
  const header = chunks === null ? null : readPngHeader(chunks);
  if (chunks === null || header === null) return refuse("not_png");
  if (header.width > MAX_SIDE || header.height > MAX_SIDE) {
    return refuse("png_side", { width: MAX_SIDE, height: MAX_SIDE });
  }
  if (header.isInterlaced) return refuse("png_interlaced");
  const hasPalette = chunks.some(({ type }) => type === "PLTE");
  if (header.colorType === 3 && !hasPalette) return refuse("not_png");
  return null;
}

export function readPngChunks(bytes: Uint8Array): PngChunk[] | null {
  if (SIGNATURE.some((byte, at) => bytes[at] !== byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const chunks: PngChunk[] = [];
  for (let at = SIGNATURE.length; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    if (at + 12 + length > bytes.length) return null;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length) });
    if (type === "IEND") return chunks.some((chunk) => chunk.type === "IDAT") ? chunks : null;
    at += 12 + length;
  }
  return null;
}

export function readPngHeader([first]: PngChunk[]): PngHeader | null {
  if (first === undefined || first.type !== "IHDR" || first.data.length !== 13) return null;
  const view = new DataView(first.data.buffer, first.data.byteOffset, 13);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth = 0, colorType = 0, compression, filter, interlace = 0] = first.data.subarray(8);
  const isPossible = DEPTHS[colorType]?.includes(depth) === true && compression === 0 && filter === 0;
  if (!isPossible || width === 0 || height === 0 || interlace > 1) return null;
  return { width, height, depth, colorType, isInterlaced: interlace === 1 };
}
