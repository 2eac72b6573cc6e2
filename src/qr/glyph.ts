import font from "./font.json.txt";
import type { Corner, Outline } from "./outline.ts";

/**
 * The letters of captions: a stroke font, so that captions look the same on every system.
 *
 * A glyph is a list of strokes, separated by spaces. A stroke is a list of points of two base-36 digits, x
 * and y. An `r` after a point marks a round corner, a `z` at the end a closed stroke. Capitals are between
 * y 0 and 14 (`e`), small letters begin at 4, descenders reach 18 (`i`).
 */
let glyphs: Readonly<Record<string, string>> | null = null;

export interface Glyph {
  lines: Outline[];
  width: number;
}

export const CAP_HEIGHT = 14;
export const DESCENDER = 4;
export const LINE_WIDTH = 2;
export const SPACING = 4.5;

const ROUNDING = 5;
/** A box. */
const UNKNOWN = "00808e0ez";
const POINT = /([0-9a-i])([0-9a-i])(r?)/g;

/** Draws a character. A character that is not in the font becomes a box. */
export function drawGlyph(character: string): Glyph {
  glyphs ??= JSON.parse(font) as Record<string, string>;
  const lines = (glyphs[character] ?? UNKNOWN).split(" ").map(readStroke);
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
