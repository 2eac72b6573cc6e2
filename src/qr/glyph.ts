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

const SPACE = 3;
const ROUNDING = 5;
/** A box. */
const UNKNOWN = "00808e0ez";
const POINT = /([0-9a-i])([0-9a-i])(r?)/g;

/** Accents by their combining character, each as lines from the middle of a letter and the line above small letters. */
const ACCENTS: Readonly<Record<string, readonly (readonly [number, number])[][]>> = {
  "\u0300": [
    [
      [-2, 0],
      [1, 1.5],
    ],
  ],
  "\u0301": [
    [
      [2, 0],
      [-1, 1.5],
    ],
  ],
  "\u0302": [
    [
      [-2.5, 1.5],
      [0, 0],
      [2.5, 1.5],
    ],
  ],
  "\u0303": [
    [
      [-3, 1.5],
      [-1.5, 0.5],
      [1.5, 1.5],
      [3, 0.5],
    ],
  ],
  "\u0308": [
    [
      [-2.2, 0.5],
      [-2.2, 1],
    ],
    [
      [2.2, 0.5],
      [2.2, 1],
    ],
  ],
  "\u030a": [
    [
      [0, 0],
      [1.2, 0.8],
      [0, 1.6],
      [-1.2, 0.8],
      [0, 0],
    ],
  ],
  "\u030c": [
    [
      [-2.5, 0],
      [0, 1.5],
      [2.5, 0],
    ],
  ],
  "\u0327": [
    [
      [0, 15],
      [0, 16.5],
      [-2, 17],
    ],
  ],
};
/** Capitals, and how far their accents are above those of small letters. */
const CAPITAL = /[A-Z]/;
const RAISED = 4;
const CEDILLA = "\u0327";

/** Draws a character, composed of a letter and an accent where it has one. A character that the font lacks becomes a box. */
export function drawGlyph(character: string): Glyph {
  if (character === " ") return { lines: [], width: SPACE };
  glyphs ??= JSON.parse(font) as Record<string, string>;
  const [letter = "", accent = ""] = character.normalize("NFD");
  const accents = ACCENTS[accent];
  const stroke = accent === "" || accents !== undefined ? glyphs[letter] : undefined;
  const drawn = (stroke ?? UNKNOWN).split(" ").map(readStroke);
  const width = Math.max(...drawn.flatMap(({ corners }) => corners.map(({ x }) => x)));
  if (accents === undefined || stroke === undefined) return { lines: drawn, width };
  const top = accent !== CEDILLA && CAPITAL.test(letter) ? -RAISED : 0;
  const marks = accents.map((points) => ({
    corners: points.map(([x, y]) => ({ x: width / 2 + x, y: y + top })),
    isClosed: false,
  }));
  // The accent stands where the dot of an i is.
  const body = /[ij]/.test(letter) && accent !== CEDILLA ? drawn.slice(0, 1) : drawn;
  return withinZero({ lines: [...body, ...marks], width });
}

/** Moves a glyph to the right until nothing of it is left of zero, as an accent on a narrow letter is. */
function withinZero({ lines, width }: Glyph): Glyph {
  const xs = lines.flatMap(({ corners }) => corners.map(({ x }) => x));
  const by = Math.max(0, -Math.min(...xs));
  const moved = lines.map((line) => ({
    ...line,
    corners: line.corners.map((corner) => ({ ...corner, x: corner.x + by })),
  }));
  return { lines: moved, width: Math.max(width, ...xs) + by };
}

function readStroke(stroke: string): Outline {
  const corners = Array.from(stroke.matchAll(POINT), ([, x = "", y = "", round]): Corner => ({
    x: Number.parseInt(x, 36),
    y: Number.parseInt(y, 36),
    ...(round === "r" && { radius: ROUNDING }),
  }));
  return { corners, isClosed: stroke.endsWith("z") };
}
