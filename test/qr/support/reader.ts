import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { BinaryBitmap, HybridBinarizer, QRCodeReader, RGBLuminanceSource } from "@zxing/library";
import { NO_ZBAR } from "./no-zbar.ts";
import type { Pixels } from "./picture.ts";

/** Readers of QR codes that share no code: a port of ZXing, and the program of ZBar. */

const zxing = new QRCodeReader();

/** Returns what ZXing finds; null for nothing. */
export function readByZxing({ width, height, data }: Pixels): string | null {
  const grey = new Uint8ClampedArray(width * height);
  for (let pixel = 0; pixel < grey.length; pixel++) {
    const at = pixel * 4;
    grey[pixel] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  }
  try {
    const source = new RGBLuminanceSource(grey, width, height);
    return zxing.decode(new BinaryBitmap(new HybridBinarizer(source))).getText();
  } catch {
    return null;
  }
}

const run = promisify(execFile);

/**
 * Returns what ZBar finds in each picture; an empty text for nothing. The program comes with the package
 * `zbar-tools` of Debian. One call reads all pictures: each start takes longer than a picture.
 */
export async function readByZbar(pngs: Uint8Array[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "signpost-zbar-"));
  try {
    const paths = pngs.map((_, index) => join(folder, `${index}.png`));
    await Promise.all(paths.map((path, index) => writeFile(path, pngs[index] ?? "")));
    const xml = await zbar(["--quiet", "--nodbus", "--xml", "-Sdisable", "-Sqrcode.enable", ...paths]);
    const found = new Map<string, string>();
    for (const [, path = "", inside = ""] of xml.matchAll(/<source href='([^']*)'>([\s\S]*?)<\/source>/g)) {
      found.set(path, /<data><!\[CDATA\[([\s\S]*?)\]\]>/.exec(inside)?.[1] ?? "");
    }
    return paths.map((path) => found.get(path) ?? "");
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function zbar(options: string[]): Promise<string> {
  try {
    return (await run("zbarimg", options, { maxBuffer: 1e7 })).stdout;
  } catch (error) {
    // It fails where one picture of many holds no code, and has written what it found in the others.
    const { code, stdout } = error as { code?: unknown; stdout?: string };
    if (code === "ENOENT") throw new Error(NO_ZBAR, { cause: error });
    return stdout ?? "";
  }
}
