import { encode, QrCodeDataType } from "uqr";

/** The modules of a QR code, before any theme. */
export interface Matrix {
  size: number;
  /** Returns false outside the code, and under the plate. */
  isDark(x: number, y: number): boolean;
  /** The finder patterns (7 modules a side) and alignment patterns (5). */
  eyes: { x: number; y: number; side: number }[];
  /** The side, in modules, of the free plate in the middle for the logo; 0 without a logo. */
  plate: number;
}

/** The capacity of the largest code, by level of error correction. */
const LEVELS = [
  { ecc: "H", maxBytes: 1273 },
  { ecc: "M", maxBytes: 2331 },
  { ecc: "L", maxBytes: 2953 },
] as const;

export const MAX_QR_BYTES = 2953;

/** The plate's share of the side. In every version, it hides at most half of the modules that level H repairs. */
const PLATE_SHARE = 0.22;

/**
 * Encodes a URL in level M or better, or with a logo in level H; null for more than `MAX_QR_BYTES`. If the URL
 * is too long for its level, first the logo is dropped, then error correction is reduced.
 */
export function encodeMatrix(content: string, hasLogo: boolean): Matrix | null {
  const { length } = new TextEncoder().encode(content);
  const level = LEVELS.slice(hasLogo ? 0 : 1).find(({ maxBytes }) => length <= maxBytes);
  if (level === undefined) return null;
  // The free space of the size is used for error correction.
  const { size, data, types } = encode(content, { ecc: level.ecc, boostEcc: true, border: 0 });
  const plate = hasLogo && level.ecc === "H" ? toOdd(size * PLATE_SHARE) : 0;
  const [from, to] = [(size - plate) / 2, (size + plate) / 2];
  const isUnderPlate = (x: number, y: number, side: number) =>
    plate > 0 && x < to && y < to && x + side > from && y + side > from;
  return {
    size,
    isDark: (x, y) => data[y]?.[x] === true && !isUnderPlate(x, y, 1),
    eyes: [...finders(size), ...alignments(types)].filter(({ x, y, side }) => !isUnderPlate(x, y, side)),
    plate,
  };
}

/** Rounds down to an odd number, because codes have an odd size and only an odd plate fits in the middle. */
function toOdd(side: number): number {
  const whole = Math.floor(side);
  return whole % 2 === 1 ? whole : whole - 1;
}

function finders(size: number): Matrix["eyes"] {
  return [
    { x: 0, y: 0, side: 7 },
    { x: size - 7, y: 0, side: 7 },
    { x: 0, y: size - 7, side: 7 },
  ];
}

function alignments(types: QrCodeDataType[][]): Matrix["eyes"] {
  const isAlignment = (x: number, y: number) => types[y]?.[x] === QrCodeDataType.Alignment;
  return types.flatMap((row, y) =>
    row.flatMap((_, x) =>
      isAlignment(x, y) && !isAlignment(x - 1, y) && !isAlignment(x, y - 1) ? [{ x, y, side: 5 }] : [],
    ),
  );
}
