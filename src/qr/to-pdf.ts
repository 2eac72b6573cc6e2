import { concat, deflate } from "./bytes.ts";
import { drawInto } from "./logo.ts";
import type { Stroke } from "./module-shape.ts";
import { follow, type Outline } from "./outline.ts";
import type { Scene } from "./scene.ts";

/** Points of 1/72 inch a pixel of 1/96 inch. */
const POINTS = 0.75;

/** Writes a PDF of one page, which printers can scale to any size: shapes as curves, and a logo of pixels as a picture. */
export async function toPdf(scene: Scene, title: string): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = scene;
  const picture = toPicture(scene);
  const content = await deflate(ascii(toContent(scene)));
  const objects: (string | [dictionary: string, stream: Uint8Array])[] = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${toText(width * POINTS)} ${toText(height * POINTS)}]/Contents 4 0 R` +
      `/Resources<<${picture === null ? "" : "/XObject<</L 6 0 R>>"}>>>>`,
    ["/Filter/FlateDecode", content],
    `<</Title<FEFF${toHex(title)}>>>`,
  ];
  if (picture !== null) {
    const size = `/Width ${picture.side}/Height ${picture.side}`;
    const kind = `/Type/XObject/Subtype/Image${size}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode`;
    objects.push([kind, await deflate(picture.rgb)]);
  }
  return assemble(objects);
}

function assemble(objects: readonly (string | [string, Uint8Array])[]): Uint8Array<ArrayBuffer> {
  // The second line tells programs that the file is binary.
  const parts = [Uint8Array.of(...ascii("%PDF-1.7\n%"), 0xe2, 0xe3, 0xcf, 0xd3, 10)];
  const starts: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (...added: Uint8Array[]) => {
    for (const part of added) {
      parts.push(part as Uint8Array<ArrayBuffer>);
      length += part.length;
    }
  };
  for (const [index, object] of objects.entries()) {
    starts.push(length);
    add(ascii(`${index + 1} 0 obj\n`));
    if (typeof object === "string") add(ascii(`${object}\nendobj\n`));
    else {
      const [dictionary, stream] = object;
      add(
        ascii(`<<${dictionary}/Length ${stream.length}>>\nstream\n`),
        stream,
        ascii("\nendstream\nendobj\n"),
      );
    }
  }
  const table = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  const end = `trailer\n<</Size ${count}/Root 1 0 R/Info 5 0 R>>\nstartxref\n${length}\n%%EOF\n`;
  add(ascii(`xref\n0 ${count}\n0000000000 65535 f \n${table}${end}`));
  return concat(parts);
}

/** The operators of the page, in modules from the upper left corner of the code. */
function toContent(scene: Scene): string {
  const { fills, strokes, lights, width, height, scale, margin, color, background, logo } = scene;
  const module = scale * POINTS;
  const [left, top] = [margin * POINTS, (height - margin) * POINTS];
  const drawn = [
    `${toColor(background)} rg 0 0 ${toText(width * POINTS)} ${toText(height * POINTS)} re f`,
    `${toText(module)} 0 0 ${toText(-module)} ${toText(left)} ${toText(top)} cm`,
    `${toColor(color)} rg ${toPath(fills)}f 1 J 1 j`,
    ...strokes.map((stroke) => drawStroke(stroke, color)),
    ...lights.map((stroke) => drawStroke(stroke, background)),
  ];
  if (logo !== undefined && logo.pixels !== null) {
    const side = toText(logo.side);
    drawn.push(`q ${side} 0 0 -${side} ${toText(logo.x)} ${toText(logo.y + logo.side)} cm /L Do Q`);
  }
  return drawn.join("\n");
}

function drawStroke({ lines, width }: Stroke, color: string): string {
  return `${toColor(color)} RG ${toText(width)} w ${toPath(lines)}S`;
}

function toPath(outlines: readonly Outline[]): string {
  let path = "";
  const add = (operator: string, ...values: number[]) => {
    path += `${values.map(toText).join(" ")} ${operator} `;
  };
  for (const outline of outlines) {
    follow(outline, {
      moveTo: (x, y) => add("m", x, y),
      lineTo: (x, y) => add("l", x, y),
      curveTo: (...points) => add("c", ...points),
      close: () => void (path += "h "),
    });
    const [point] = outline.corners;
    // A line from a point to itself is a dot.
    if (outline.corners.length === 1 && point !== undefined) add("l", point.x, point.y);
  }
  return path;
}

/** Returns the pixels of a square logo on the background; null without one. */
function toPicture({ logo, background }: Scene): { side: number; rgb: Uint8Array<ArrayBuffer> } | null {
  const pixels = logo?.pixels ?? null;
  if (pixels === null) return null;
  const side = Math.max(pixels.width, pixels.height);
  const paper = [1, 3, 5].map((at) => Number.parseInt(background.slice(at, at + 2), 16));
  const rgb = Uint8Array.from({ length: side * side * 3 }, (_, index) => paper[index % 3] ?? 255);
  drawInto(rgb, side, pixels, { left: 0, top: 0, side });
  return { side, rgb };
}

function toColor(color: string): string {
  return [1, 3, 5].map((at) => toText(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(" ");
}

const toText = (value: number): string => String(Math.round(value * 1000) / 1000);

const toHex = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, "0")).join("");

function ascii(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
