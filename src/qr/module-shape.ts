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

/** Draws the modules of a code in one of the three themes (contract 11.15). */
export function drawModules(matrix: Matrix, theme: QrStyle["theme"]): Drawing {
  const { size, isDark, eyes } = matrix;
  if (theme === "square") {
    return { fills: traceAreas(isDark, size, { convex: 0, concave: 0 }), strokes: [] };
  }
  const isOfEye = (x: number, y: number) =>
    eyes.some((eye) => x >= eye.x && y >= eye.y && x < eye.x + eye.side && y < eye.y + eye.side);
  const isDarkData = (x: number, y: number) => isDark(x, y) && !isOfEye(x, y);
  if (theme === "rounded") {
    const areas = traceAreas(isDarkData, size, { convex: 0.5, concave: 0.25 });
    return { fills: [...areas, ...eyes.flatMap((eye) => drawEye(eye, 0.3))], strokes: [] };
  }
  const lines: Outline[] = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (isDarkData(x, y)) lines.push(dot(x + 0.5, y + 0.5));
  }
  return {
    // Readers find these patterns by their edges. They miss round ones at many widths, alignment patterns first.
    fills: eyes.flatMap((eye) => drawEye(eye, eye.side > 5 ? 0.4 : 0)),
    strokes: [{ lines, width: 1 }],
  };
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
