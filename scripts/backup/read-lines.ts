import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";
import { CommandError } from "../support/command.ts";

const GZIP_START = 0x1f8b;

/**
 * Reads the non-empty lines of a file, compressed or not. Only line feeds end a line.
 * @throws CommandError if a compressed file is truncated or damaged
 */
export async function* readLines(file: string): AsyncGenerator<string> {
  // Opened before the stream is created, because the caller catches only errors of this call.
  const isZipped = await isCompressed(file);
  const source = createReadStream(file, { highWaterMark: 1 << 20 });
  const decoder = new StringDecoder("utf8");
  let rest = "";
  try {
    for await (const bytes of isZipped ? source.pipe(createGunzip()) : source) {
      const parts = (rest + decoder.write(bytes as Buffer)).split("\n");
      rest = parts.pop() ?? "";
      for (const line of parts) if (line !== "") yield line;
    }
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (!code.startsWith("Z_")) throw error;
    throw new CommandError(`${file} is cut off or damaged: ${message}.`, { cause: error });
  } finally {
    source.destroy();
  }
  // A last line without a line feed was probably truncated; the check of the closing line decides.
  if (rest !== "") yield rest;
}

async function isCompressed(file: string): Promise<boolean> {
  await using handle = await open(file);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  return bytesRead === 2 && buffer.readUInt16BE() === GZIP_START;
}
