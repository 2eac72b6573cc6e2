import { follow, type Outline, type Pen } from "./outline.ts";
import type { Scene } from "./scene.ts";

/** Shades from the background (0) to the full colour (15). */
export const SHADES = 16;
const FULL = SHADES - 1;

/** The lines of samples of a pixel. Columns are exact without samples. */
const SAMPLES = 8;

type Point = readonly [number, number];

export function rasterize(scene: Scene): Uint8Array {
  const { width, height, fills, strokes, lights, scale } = scene;
  const pixels = new Uint8Array(width * height);
  fill(
    fills.map((outline) => flatten(outline, scene)),
    pixels,
    width,
    height,
  );
  const draw = (all: Scene["strokes"], into: Uint8Array) => {
    for (const { lines, width: lineWidth } of all) {
      for (const line of lines) stroke(flatten(line, scene), (lineWidth * scale) / 2, into, width, height);
    }
  };
  draw(strokes, pixels);
  if (lights.length === 0) return pixels;
  const light = new Uint8Array(pixels.length);
  draw(lights, light);
  return pixels.map((shade, at) => Math.min(shade, FULL - (light[at] ?? 0)));
}

function flatten(outline: Outline, { scale, margin }: Scene): Point[] {
  const points: Point[] = [];
  const toPixels = (x: number, y: number): Point => [x * scale + margin, y * scale + margin];
  const pen: Pen = {
    moveTo: (x, y) => void points.push(toPixels(x, y)),
    lineTo: (x, y) => void points.push(toPixels(x, y)),
    curveTo(x1, y1, x2, y2, x3, y3) {
      const [[x0, y0], [x, y]] = [points.at(-1) ?? [0, 0], toPixels(x3, y3)];
      const [[c1x, c1y], [c2x, c2y]] = [toPixels(x1, y1), toPixels(x2, y2)];
      const pieces = Math.max(2, Math.ceil(Math.sqrt(Math.hypot(x - x0, y - y0)) * 1.5));
      for (let piece = 1; piece <= pieces; piece++) {
        const t = piece / pieces;
        const u = 1 - t;
        const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
        points.push([a * x0 + b * c1x + c * c2x + d * x, a * y0 + b * c1y + c * c2y + d * y]);
      }
    },
    close: () => void points.push(points[0] ?? [0, 0]),
  };
  follow(outline, pen);
  return points;
}

/** Fills outlines. Each edge notes the changes of a row's coverage; their sum from the left is the coverage. */
function fill(outlines: Point[][], pixels: Uint8Array, width: number, height: number): void {
  const stride = width + 2;
  const changes = new Float32Array(stride * height);
  for (const points of outlines) {
    for (const [index, to] of points.entries()) {
      const from = points[index - 1];
      if (from !== undefined) addEdge(from, to, changes, stride);
    }
  }
  for (let y = 0; y < height; y++) {
    let coverage = 0;
    for (let x = 0; x < width; x++) {
      coverage += changes[y * stride + x] ?? 0;
      pixels[y * width + x] = Math.round(Math.min(1, Math.abs(coverage)) * FULL);
    }
  }
}

function addEdge([x0, y0]: Point, [x1, y1]: Point, changes: Float32Array, stride: number): void {
  if (y0 === y1) return;
  const [top, bottom] = [Math.min(y0, y1), Math.max(y0, y1)];
  const slope = (x1 - x0) / (y1 - y0);
  const change = (y0 < y1 ? 1 : -1) / SAMPLES;
  for (let line = Math.ceil(top * SAMPLES - 0.5); line < bottom * SAMPLES - 0.5; line++) {
    const y = (line + 0.5) / SAMPLES;
    const x = x0 + (y - y0) * slope;
    const column = Math.floor(x);
    const index = Math.floor(y) * stride + column;
    const covered = column + 1 - x;
    changes[index] = (changes[index] ?? 0) + change * covered;
    changes[index + 1] = (changes[index + 1] ?? 0) + change * (1 - covered);
  }
}

/** Darkens every pixel by its part within `reach` of the line. */
function stroke(points: Point[], reach: number, pixels: Uint8Array, width: number, height: number): void {
  for (const [index, to] of points.entries()) {
    const from = points[index - 1] ?? to;
    if (index === 0 && points.length > 1) continue;
    const left = Math.max(0, Math.floor(Math.min(from[0], to[0]) - reach - 1));
    const right = Math.min(width - 1, Math.ceil(Math.max(from[0], to[0]) + reach));
    const top = Math.max(0, Math.floor(Math.min(from[1], to[1]) - reach - 1));
    const bottom = Math.min(height - 1, Math.ceil(Math.max(from[1], to[1]) + reach));
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const coverage = reach + 0.5 - distance(x + 0.5, y + 0.5, from, to);
        const shade = Math.round(Math.min(1, Math.max(0, coverage)) * FULL);
        const at = y * width + x;
        if (shade > (pixels[at] ?? 0)) pixels[at] = shade;
      }
    }
  }
}

function distance(x: number, y: number, [x0, y0]: Point, [x1, y1]: Point): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / length));
  return Math.hypot(x - x0 - along * dx, y - y0 - along * dy);
}
