import { createHash } from "node:crypto";

/** Returns the SHA-256 of a line. */
export function digestLine(line: string): Uint8Array {
  return createHash("sha256").update(line, "utf8").digest();
}
