import { compare, hash } from "bcryptjs";
import { toBase64 } from "./base64.ts";
import { sha256 } from "./digest.ts";

/**
 * Hashes a password of a record (contract 5.14). bcrypt reads 72 bytes of what may be 128 characters, so it
 * gets a digest: passwords that differ in the tail alone differ. NFC comes first, because keyboards
 * disagree on how to spell the same letters.
 */
export async function hashPassword(password: string, cost: number): Promise<string> {
  return hash(await digest(password.normalize("NFC")), cost);
}

/** Tells whether a password is the one of a hash. Hashes made before NFC hold the bytes as they were typed. */
export async function isPassword(password: string, passwordHash: string): Promise<boolean> {
  const normalized = password.normalize("NFC");
  if (await compare(await digest(normalized), passwordHash)) return true;
  return normalized !== password && compare(await digest(password), passwordHash);
}

async function digest(password: string): Promise<string> {
  return toBase64(await sha256(password));
}
