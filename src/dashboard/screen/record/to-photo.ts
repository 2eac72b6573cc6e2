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
  const scale = Math.min(1, MAX_WIDTH / bitmap.width);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext("2d");
  if (context === null) throw new RangeError("the browser cannot draw");
  // JPEG has no transparency.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (blob !== null && blob.size <= MAX_BYTES) return blob;
  }
  throw new RangeError("the picture is too large");
}

/** Returns a name for an upload that no other file has, because another record may show a file of the same name. */
export function photoName(fileName: string, type: string, nowMs: number): string {
  const base = toFileName(fileName)
    .replace(/\.[a-z]+$/, "")
    .replace(/^[^a-z\d]+/, "")
    .slice(0, 60);
  return `${base || "picture"}-${nowMs.toString(36)}.${type === "image/png" ? "png" : "jpg"}`;
}
