import { compare, hash, truncates } from "bcryptjs";
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

/** Stands before a hash of another service: bcrypt of the password itself. */
const FOREIGN = "bcrypt:";

/** Tells whether a stored hash came from another service, and is to be replaced by one of `hashPassword`. */
export function isForeignHash(passwordHash: string): boolean {
  return passwordHash.startsWith(FOREIGN);
}

/** Tells whether a password is the one of a hash. Hashes made before NFC hold the bytes as they were typed. */
export async function isPassword(password: string, passwordHash: string): Promise<boolean> {
  const isForeign = isForeignHash(passwordHash);
  const hashed = isForeign ? passwordHash.slice(FOREIGN.length) : passwordHash;
  const isRight = async (spelling: string) =>
    isForeign ? isPlainPassword(spelling, hashed) : compare(await digest(spelling), hashed);
  const normalized = password.normalize("NFC");
  return (await isRight(normalized)) || (normalized !== password && isRight(password));
}

/** bcrypt would leave out what is behind 72 bytes, so that wrong passwords would be right. */
async function isPlainPassword(password: string, hashed: string): Promise<boolean> {
  return !truncates(password) && compare(password, hashed);
}

async function digest(password: string): Promise<string> {
  return toBase64(await sha256(password));
}
