/** Computes hexadecimal texts and hashes. Also runs on Node 24, which has no `Uint8Array.prototype.toHex` yet. */

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns the SHA-256 of bytes, or of a text as UTF-8, in hexadecimal. */
export async function sha256Hex(data: string | Uint8Array): Promise<string> {
  return toHex(await sha256(data));
}

export async function sha256(data: string | Uint8Array): Promise<Uint8Array> {
  // The types of browsers distinguish shared memory, which is never hashed.
  const bytes = (typeof data === "string" ? new TextEncoder().encode(data) : data) as Uint8Array<ArrayBuffer>;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
