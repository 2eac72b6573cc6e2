import type { Corner, Outline } from "./outline.ts";

interface Radii {
  /** Of corners around which a quarter is dark. */
  convex: number;
  /** Of corners around which three quarters are. */
  concave: number;
}

/**
 * The outlines of all dark areas of a square grid, and of the holes in them. Modules that touch at
 * a corner only are areas of their own. An area has no edges inside, so no renderer leaves seams.
 */
export function traceAreas(
  isDark: (x: number, y: number) => boolean,
  size: number,
  { convex, concave }: Radii,
): Outline[] {
  /** Whether an outline leaves a point in a direction: what lies on its right is dark, on its left light. */
  const isEdge = (x: number, y: number, dx: number, dy: number): boolean =>
    isDark(Math.floor(x + (dx - dy) / 2), Math.floor(y + (dy + dx) / 2)) &&
    !isDark(Math.floor(x + (dx + dy) / 2), Math.floor(y + (dy - dx) / 2));

  const seen = new Set<number>();
  const trace = (startX: number, startY: number): Outline => {
    const corners: Corner[] = [];
    let [x, y, dx, dy] = [startX, startY, 1, 0];
    do {
      if (dx === 1) seen.add(y * size + x);
      [x, y] = [x + dx, y + dy];
      // Right first: at a corner where two dark modules meet, the outline stays with its own.
      if (isEdge(x, y, -dy, dx)) {
        corners.push({ x, y, radius: convex });
        [dx, dy] = [-dy, dx];
      } else if (!isEdge(x, y, dx, dy)) {
        corners.push({ x, y, radius: concave });
        [dx, dy] = [dy, -dx];
      }
    } while (x !== startX || y !== startY || dx !== 1);
    return { corners, isClosed: true };
  };

  const outlines: Outline[] = [];
  // Every outline has an edge that goes to the right.
  for (let y = 0; y <= size; y++) {
    for (let x = 0; x < size; x++) {
      if (!seen.has(y * size + x) && isEdge(x, y, 1, 0)) outlines.push(trace(x, y));
    }
  }
  return outlines;
}
