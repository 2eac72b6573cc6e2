import BinaryBitmap from "@zxing/library/esm/core/BinaryBitmap.js";
import HybridBinarizer from "@zxing/library/esm/core/common/HybridBinarizer.js";
import QRCodeReader from "@zxing/library/esm/core/qrcode/QRCodeReader.js";
import RGBLuminanceSource from "@zxing/library/esm/core/RGBLuminanceSource.js";
import jsQR from "jsqr";
import { DEFAULT_QR_STYLE } from "../../../domain/client/look.ts";
import { drawPicture, toBlob, type Drawn } from "./draw-picture.ts";

/** Reads pictures as phones do, with two readers that share no code. Loaded on demand. */

/** A stamp, a card, a poster: pixels of the picture's width. */
const WIDTHS = [160, 320, 640];

/**
 * Returns whether both readers read the picture at every width. A reader that does not read the plain code of the same
 * address at a width says nothing of the style.
 */
export async function isReadable(drawn: Drawn): Promise<boolean> {
  const plain: Drawn = { record: drawn.record, style: DEFAULT_QR_STYLE };
  const isRead = async (width: number) => {
    const found = await readAt(drawn, width);
    if (found.every(Boolean)) return true;
    const without = await readAt(plain, width);
    return found.every((one, reader) => one || without[reader] === false);
  };
  return (await Promise.all(WIDTHS.map(isRead))).every(Boolean);
}

/** Returns for each reader whether it reads the picture. */
async function readAt(drawn: Drawn, width: number): Promise<boolean[]> {
  const picture = await drawPicture(drawn, { format: "png", width });
  if (!picture.ok) return [false, false];
  const image = await createImageBitmap(toBlob(picture));
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  if (context === null) return [false, false];
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const found = [readByZxing(data, image), jsQR(data, image.width, image.height)?.data ?? ""];
  // A plugin may append parameters.
  return found.map((text) => text.startsWith(new URL(drawn.record.url).href));
}

function readByZxing(rgba: Uint8ClampedArray, { width, height }: ImageBitmap): string {
  const grey = new Uint8ClampedArray(width * height);
  for (let pixel = 0; pixel < grey.length; pixel++) {
    const at = pixel * 4;
    grey[pixel] = 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0);
  }
  try {
    const source = new RGBLuminanceSource(grey, width, height);
    return new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(source))).getText();
  } catch {
    return "";
  }
}
