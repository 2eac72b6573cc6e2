/** Shapes with corners that may be rounded, of which modules, patterns, letters and the mark consist. */

export interface Corner {
  x: number;
  y: number;
  /** The length of the rounding before and after the corner; absent for a sharp corner. */
  radius?: number;
}

/** An outline. Closed outlines run clockwise around filled areas, and counter-clockwise around holes. */
export interface Outline {
  corners: readonly Corner[];
  isClosed: boolean;
}

export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  /** A cubic Bézier curve. */
  curveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void;
  close(): void;
}

/** The share of the way to the corner at which control points make a quarter of a circle. */
const CIRCLE = 0.5523;

/** Draws an outline with its roundings, each of which takes at most its share of an edge. */
export function follow({ corners, isClosed }: Outline, pen: Pen): void {
  for (const [index, corner] of corners.entries()) {
    const before = corners.at(index - 1) ?? corner;
    const after = corners[(index + 1) % corners.length] ?? corner;
    const isEnd = !isClosed && (index === 0 || index === corners.length - 1);
    const entry = isEnd ? corner : towards(corner, before);
    const exit = isEnd ? corner : towards(corner, after);
    if (index === 0) pen.moveTo(entry.x, entry.y);
    else pen.lineTo(entry.x, entry.y);
    if (entry === corner) continue;
    const [c1, c2] = [between(entry, corner, CIRCLE), between(exit, corner, CIRCLE)];
    pen.curveTo(c1.x, c1.y, c2.x, c2.y, exit.x, exit.y);
  }
  if (isClosed) pen.close();
}

/** Returns the point on the edge to a neighbour where the rounding of a corner begins. */
function towards(corner: Corner, neighbour: Corner): Corner {
  const { radius = 0 } = corner;
  if (radius === 0) return corner;
  const length = Math.hypot(neighbour.x - corner.x, neighbour.y - corner.y);
  const share = neighbour.radius ? length / 2 : length;
  return between(corner, neighbour, Math.min(radius, share) / length);
}

function between(from: Corner, to: Corner, part: number): Corner {
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** Returns a square with its upper left corner at `x`, `y`. A hole runs counter-clockwise. */
export function square(x: number, y: number, side: number, radius: number, isHole = false): Outline {
  const corners = [
    { x, y, radius },
    { x: x + side, y, radius },
    { x: x + side, y: y + side, radius },
    { x, y: y + side, radius },
  ];
  return { corners: isHole ? corners.toReversed() : corners, isClosed: true };
}

export function dot(x: number, y: number): Outline {
  return { corners: [{ x, y }], isClosed: false };
}
