import { photoName, toCanvas } from "../record/to-photo.ts";

/** The longer side, from the largest that a code needs. */
const SIDES = [512, 384, 256, 128];
const MAX_BYTES = 100_000;
const SVG = "image/svg+xml";

/**
 * Makes a logo that the API stores and that every format of a code can show: a PNG of at most 512 pixels and 100 kB. An
 * SVG stays as it is. @throws RangeError if the browser cannot read it, or it cannot be made small enough
 */
export async function toLogo(file: File): Promise<{ name: string; content: Blob }> {
  const content = file.type === SVG ? file : await toPng(file);
  if (content.size > MAX_BYTES) throw new RangeError("the picture is too large");
  return { name: photoName(file.name, content.type, Date.now()), content };
}

async function toPng(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  let png: Blob | null = null;
  for (const side of SIDES) {
    const canvas = toCanvas(bitmap, Math.min(1, side / Math.max(bitmap.width, bitmap.height)));
    png = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (png !== null && png.size <= MAX_BYTES) return png;
  }
  throw new RangeError("the picture is too large");
}
