/** Bytes as text, and back. Also for Node 24, which has no `Uint8Array.prototype.toHex` yet. */

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns the SHA-256 of bytes, or of a text as UTF-8, in hexadecimal. */
export async function sha256Hex(data: string | Uint8Array): Promise<string> {
  return toHex(await sha256(data));
}

/** Returns the SHA-256 of bytes, or of a text as UTF-8. */
export async function sha256(data: string | Uint8Array): Promise<Uint8Array> {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** Encodes up to some thousands of bytes. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Throws where the text is not base64. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Encodes without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Throws where the text is not base64url; padding is optional. */
export function fromBase64Url(text: string): Uint8Array {
  return fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
}
