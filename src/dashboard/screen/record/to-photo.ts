import { toFileName } from "../settings/file-name.ts";

/** The size that networks ask for. A wider picture only costs bytes. */
const MAX_WIDTH = 1_200;
const MAX_BYTES = 100_000;
const QUALITIES = [0.9, 0.8, 0.7, 0.55, 0.4];

/**
 * Makes a picture that the API stores: JPEG, at most 1,200 pixels wide, and at most 100 kB. A small PNG or JPEG stays as
 * it is.
 * @throws RangeError if the browser cannot read it, or it cannot be made small enough
 */
export async function toPhoto(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) throw new RangeError("the browser cannot read this picture");
  const isFit =
    /^image\/(?:png|jpeg)$/.test(file.type) && file.size <= MAX_BYTES && bitmap.width <= MAX_WIDTH;
  if (isFit) return file;
  // JPEG has no transparency.
  const canvas = toCanvas(bitmap, Math.min(1, MAX_WIDTH / bitmap.width), "white");
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (blob !== null && blob.size <= MAX_BYTES) return blob;
  }
  throw new RangeError("the picture is too large");
}

/** Draws a picture in another size. @throws RangeError if the browser cannot draw */
export function toCanvas(bitmap: ImageBitmap, scale: number, paper = "transparent"): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (context === null) throw new RangeError("the browser cannot draw");
  context.fillStyle = paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const ENDINGS: Record<string, string> = { "image/png": "png", "image/svg+xml": "svg" };

/** Returns a name for an upload that no other file has, because another record may show a file of the same name. */
export function photoName(fileName: string, type: string, nowMs: number): string {
  const base = toFileName(fileName)
    .replace(/\.[a-z]+$/, "")
    .replace(/^[^a-z\d]+/, "")
    .slice(0, 60);
  return `${base || "picture"}-${nowMs.toString(36)}.${ENDINGS[type] ?? "jpg"}`;
}
