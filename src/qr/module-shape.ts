import type { QrStyle } from "../domain/qr-style.ts";
import type { Matrix } from "./matrix.ts";
import { dot, square, type Outline } from "./outline.ts";
import { traceAreas } from "./trace.ts";

/** The shapes of a picture, in modules from the upper left corner of the code. */
export interface Drawing {
  fills: Outline[];
  strokes: Stroke[];
}

/** Lines of one width, with round ends and joints. */
export interface Stroke {
  lines: Outline[];
  width: number;
}

/** The share of its side that a corner of an eye takes, by shape. */
const ROUNDNESS = { square: 0, rounded: 0.3, round: 0.5 } as const;

/** Draws the modules of a code in one of the themes, with its eyes in their own shape if they have one (contract 11.15). */
export function drawModules(
  matrix: Matrix,
  { theme, eyes: shape }: Pick<QrStyle, "theme" | "eyes">,
): Drawing {
  const { size, isDark, eyes } = matrix;
  if (theme === "square" && (shape === "theme" || shape === "square")) {
    return { fills: traceAreas(isDark, size, { convex: 0, concave: 0 }), strokes: [] };
  }
  const isOfEye = (x: number, y: number) =>
    eyes.some((eye) => x >= eye.x && y >= eye.y && x < eye.x + eye.side && y < eye.y + eye.side);
  const isDarkData = (x: number, y: number) => isDark(x, y) && !isOfEye(x, y);
  const drawn = eyes.flatMap((eye) => drawEye(eye, roundnessOf(eye, theme, shape)));
  if (theme !== "dots") {
    const radii = theme === "square" ? { convex: 0, concave: 0 } : { convex: 0.5, concave: 0.25 };
    return { fills: [...traceAreas(isDarkData, size, radii), ...drawn], strokes: [] };
  }
  const lines: Outline[] = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (isDarkData(x, y)) lines.push(dot(x + 0.5, y + 0.5));
  }
  return { fills: drawn, strokes: [{ lines, width: 1 }] };
}

/**
 * Readers find these patterns by their edges. They miss round ones at many widths, alignment patterns first, which
 * have the shape of the theme whatever the corners have.
 */
function roundnessOf(
  { side }: Matrix["eyes"][number],
  theme: QrStyle["theme"],
  shape: QrStyle["eyes"],
): number {
  const isLarge = side > 5;
  if (isLarge && shape !== "theme") return ROUNDNESS[shape];
  if (theme === "rounded") return ROUNDNESS.rounded;
  return theme === "dots" && isLarge ? 0.4 : 0;
}

/** Draws a ring of one module around a centre. `roundness` is the share of the side that a corner takes. */
function drawEye({ x, y, side }: Matrix["eyes"][number], roundness: number): Outline[] {
  const radius = side * roundness;
  return [
    square(x, y, side, radius),
    square(x + 1, y + 1, side - 2, radius - 1, true),
    square(x + 2, y + 2, side - 4, (side - 4) * roundness),
  ];
}
