import type { Corner, Outline } from "./outline.ts";

interface Radii {
  /** The radius of corners around which a quarter is dark. */
  convex: number;
  /** The radius of corners around which three quarters are dark. */
  concave: number;
}

/**
 * Returns the outlines of all dark areas of a square grid, and of their holes. Modules that touch only at a
 * corner are separate areas. An area has no inner edges, so that renderers leave no seams.
 */
export function traceAreas(
  isDark: (x: number, y: number) => boolean,
  size: number,
  { convex, concave }: Radii,
): Outline[] {
  /** Returns whether an outline leaves a point in a direction, with dark on its right and light on its left. */
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
      // Tries right first, so that the outline stays with its own module where two dark ones meet at a corner.
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
  // Searches edges that go to the right, because every outline has one.
  for (let y = 0; y <= size; y++) {
    for (let x = 0; x < size; x++) {
      if (!seen.has(y * size + x) && isEdge(x, y, 1, 0)) outlines.push(trace(x, y));
    }
  }
  return outlines;
}
