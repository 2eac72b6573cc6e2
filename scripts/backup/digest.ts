import { createHash } from "node:crypto";

export function digestLine(line: string): Uint8Array {
  return createHash("sha256").update(line, "utf8").digest();
}
