import type { Corner, Outline } from "./outline.ts";

/** The mark of the product: a signpost with a board to either side, on a field of 24 by 24. */
const FIELD = 24;

const POST = [
  [10.5, 0.5, 1],
  [13.5, 0.5, 1],
  [13.5, 23.5, 1],
  [10.5, 23.5, 1],
] as const;

const BOARD_TO_THE_RIGHT = [
  [4, 3, 0.8],
  [18.5, 3, 0.8],
  [23, 6.25, 0.8],
  [18.5, 9.5, 0.8],
  [4, 9.5, 0.8],
] as const;

const BOARD_TO_THE_LEFT = [
  [20, 11.5, 0.8],
  [20, 18, 0.8],
  [5.5, 18, 0.8],
  [1, 14.75, 0.8],
  [5.5, 11.5, 0.8],
] as const;

export function drawMark(size: number, plate: number): Outline[] {
  const [middle, scale] = [size / 2, (plate - 1) / FIELD];
  const place = ([x, y, radius]: readonly [number, number, number]): Corner => ({
    x: middle + (x - FIELD / 2) * scale,
    y: middle + (y - FIELD / 2) * scale,
    radius: radius * scale,
  });
  return [POST, BOARD_TO_THE_RIGHT, BOARD_TO_THE_LEFT].map((corners) => ({
    corners: corners.map(place),
    isClosed: true,
  }));
}
