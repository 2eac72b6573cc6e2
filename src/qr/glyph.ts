import type { Corner, Outline } from "./outline.ts";

/**
 * The letters of captions: a stroke font, so that print looks the same wherever it is made.
 *
 * A glyph is strokes, separated by spaces; a stroke is points of two base-36 digits, x and y, each
 * with an `r` where the corner is round, and a `z` at the end where the stroke is closed. Capitals
 * stand between y 0 and 14 (`e`), small letters begin at 4, descenders reach 18 (`i`).
 */
const GLYPHS: Readonly<Record<string, string>> = {
  "!": "0009 0d0e",
  '"': "0004 4044",
  "#": "302e 807e 0595 0999",
  $: "8280r00r07r87r8er0er0c 4g40",
  "%": "0ea0 00r40r45r05rz 69ra9raer6erz",
  "&": "9e13r10r60r64r08r0er7er98",
  "'": "0004",
  "(": "3004r0cr3g",
  ")": "0034r3cr0g",
  "*": "4049 0287 8207",
  "+": "0989 455d",
  ",": "1d0g",
  "-": "0959",
  ".": "0d1d1e0ez",
  "/": "0g70",
  "0": "00r80r8er0erz",
  "1": "03303e",
  "2": "0300r80r86r0e8e",
  "3": "0300r80r87r37 3787r8er0er0b",
  "4": "6e600a8a",
  "5": "80000686r8er0er0b",
  "6": "8370r00r0a 06r86r8er0erz",
  "7": "00803e",
  "8": "00r80r86r06rz 06r86r8er0erz",
  "9": "0b1er8er84 00r80r88r08rz",
  ":": "06161707z 0d1d1e0ez",
  ";": "06161707z 1d0g",
  "<": "74097e",
  "=": "0787 0b8b",
  ">": "04790e",
  "?": "0300r70r76r383a 3d3e",
  "@": "84r34r3ar8arz 848arbarb0r00r0er9e",
  A: "0e50ae 2989",
  B: "070070r77r0787r8er0e07",
  C: "9390r00r0er9er9b",
  D: "0e0090r9er0e",
  E: "80000e8e 0777",
  F: "80000e 0777",
  G: "9390r00r0er9er9858",
  H: "000e 909e 0797",
  I: "000e",
  J: "606er0er0b",
  K: "000e 8009 368e",
  L: "000e7e",
  M: "0e0059a0ae",
  N: "0e009e90",
  O: "00ra0raer0erz",
  P: "0e0080r88r08",
  Q: "00ra0raer0erz 6abf",
  R: "0e0080r87r07 478e",
  S: "8380r00r07r87r8er0er0b",
  T: "0080 404e",
  U: "000er9er90",
  V: "005ea0",
  W: "003e72bee0",
  X: "009e 900e",
  Y: "004780 474e",
  Z: "00800e8e",
  "[": "30000g3g",
  "\\": "007g",
  "]": "00303g0g",
  "^": "053065",
  _: "0g8g",
  "`": "0023",
  a: "848e 04r84r8er0erz",
  b: "000e 04r84r8er0erz",
  c: "7674r04r0er7er7c",
  d: "808e 04r84r8er0erz",
  e: "098984r04r0er8er8c",
  f: "6030r3e 0464",
  g: "848ir1i 04r84r8er0erz",
  h: "000e 0904r84r8e",
  i: "040e 0001",
  j: "343ir0i 3031",
  k: "000e 740a 388e",
  l: "000er3e",
  m: "040e 0904r74r7e 7974re4ree",
  n: "040e 0904r84r8e",
  o: "04r84r8er0erz",
  p: "040i 04r84r8er0erz",
  q: "848i 04r84r8er0erz",
  r: "040e 0904r54",
  s: "7674r04r09r79r7er0er0c",
  t: "313er6e 0464",
  u: "848e 040er8er89",
  v: "044e84",
  w: "043e649ec4",
  x: "048e 840e",
  y: "044e 842i",
  z: "04840e8e",
  "{": "3010r18r08r18r1gr3g",
  "|": "000g",
  "}": "0020r28r38r28r2gr0g",
  "~": "0b08r4ar8b87",
  "…": "0d1d1e0ez 6d7d7e6ez cddddecez",
};

/** The lines of a glyph, and how wide they are, in units of the font. */
export interface Glyph {
  lines: Outline[];
  width: number;
}

export const CAP_HEIGHT = 14;
export const DESCENDER = 4;
export const LINE_WIDTH = 2;
/** Between the lines of one letter and those of the next. */
export const SPACING = 4.5;

const ROUNDING = 5;
/** A box. */
const UNKNOWN = "00808e0ez";
const POINT = /([0-9a-i])([0-9a-i])(r?)/g;

/** A character that the font does not have is drawn as a box. */
export function drawGlyph(character: string): Glyph {
  const lines = (GLYPHS[character] ?? UNKNOWN).split(" ").map(readStroke);
  const width = Math.max(...lines.flatMap(({ corners }) => corners.map(({ x }) => x)));
  return { lines, width };
}

function readStroke(stroke: string): Outline {
  const corners = Array.from(stroke.matchAll(POINT), ([, x = "", y = "", round]): Corner => ({
    x: Number.parseInt(x, 36),
    y: Number.parseInt(y, 36),
    ...(round === "r" && { radius: ROUNDING }),
  }));
  return { corners, isClosed: stroke.endsWith("z") };
}
