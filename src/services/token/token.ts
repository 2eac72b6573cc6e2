import { sha256Hex } from "../../runtime/digest.ts";

/** API tokens: `sp_` and 40 characters of base62 (contract 14.4). */

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_LENGTH = 40;
const SHAPE = /^sp_[0-9A-Za-z]{40}$/;

export function isTokenShaped(text: string): boolean {
  return SHAPE.test(text);
}

export function generateToken(): string {
  let secret = "";
  while (secret.length < SECRET_LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(SECRET_LENGTH))) {
      // 248 is the largest multiple of 62 in a byte, so that every character is equally likely.
      if (byte < 248 && secret.length < SECRET_LENGTH) secret += ALPHABET[byte % ALPHABET.length];
    }
  }
  return `sp_${secret}`;
}

/** Returns the stored hash of a token: SHA-256, hexadecimal. */
export async function hashToken(token: string): Promise<string> {
  return sha256Hex(token);
}
