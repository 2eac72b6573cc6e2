import { follow, type Outline, type Pen } from "./outline.ts";
import type { Stroke } from "./module-shape.ts";
import { toDataUrl } from "./logo.ts";
import type { PlacedLogo, Scene } from "./scene.ts";

/** Writes an SVG without scripts and references: one path for the fills, and one for each width of line. */
export function toSvg(scene: Scene, title: string): string {
  const { fills, strokes, lights, width, height, scale, margin, color, background, logo } = scene;
  const [left, across, down] = [-margin, width, height].map((pixels) => toText(pixels / scale));
  const shapes = [
    `<path fill="${background}" d="M${left} ${left}h${across}v${down}H${left}z"/>`,
    `<path fill="${color}" d="${toPathData(fills)}"/>`,
    ...strokes.map((stroke) => drawStroke(stroke, color)),
    ...lights.map((stroke) => drawStroke(stroke, background)),
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="${left} ${left} ${across} ${down}" role="img">` +
    `<title>${escapeXml(title)}</title>${shapes.join("")}${logo === undefined ? "" : drawLogo(logo)}</svg>`
  );
}

function drawStroke({ lines, width }: Stroke, color: string): string {
  return `<path fill="none" stroke="${color}" stroke-width="${toText(width)}" stroke-linecap="round" stroke-linejoin="round" d="${toPathData(lines)}"/>`;
}

function drawLogo({ picture, x, y, side }: PlacedLogo): string {
  const [left, top, across] = [x, y, side].map(toText);
  return `<image x="${left}" y="${top}" width="${across}" height="${across}" href="${escapeXml(toDataUrl(picture))}"/>`;
}

const XML_ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => XML_ESCAPES[character] ?? "");
}

/** The steps of a module: thousandths are finer than any print. */
const PRECISION = 1000;

/** Returns path data in relative, short commands. Each starts at the rounded point, so that errors do not add up. */
function toPathData(outlines: readonly Outline[]): string {
  let data = "";
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const step = (toX: number, toY: number): [number, number] => {
    const [dx, dy] = [round(toX - x), round(toY - y)];
    [x, y] = [x + dx, y + dy];
    return [dx, dy];
  };
  const pen: Pen = {
    moveTo(toX, toY) {
      data += `m${join(...step(toX, toY))}`;
      [startX, startY] = [x, y];
    },
    lineTo(toX, toY) {
      const [dx, dy] = step(toX, toY);
      if (dx === 0 && dy === 0) return;
      data += dy === 0 ? `h${toText(dx)}` : dx === 0 ? `v${toText(dy)}` : `l${join(dx, dy)}`;
    },
    curveTo(x1, y1, x2, y2, toX, toY) {
      const controls = [x1 - x, y1 - y, x2 - x, y2 - y];
      data += `c${join(...controls, ...step(toX, toY))}`;
    },
    close() {
      data += "z";
      [x, y] = [startX, startY];
    },
  };
  for (const outline of outlines) {
    follow(outline, pen);
    // Some renderers do not draw a line without length.
    if (outline.corners.length === 1) pen.lineTo(x + SPECK, y);
  }
  return data;
}

const SPECK = 0.001;

function round(value: number): number {
  return Math.round(value * PRECISION) / PRECISION;
}

function join(...values: number[]): string {
  return values.map(toText).join(" ").replaceAll(" -", "-");
}

function toText(value: number): string {
  return String(round(value)).replace(/^(-?)0\./, "$1.");
}
