import { compare, hash, truncates } from "bcryptjs";
import { toBase64 } from "./base64.ts";
import { sha256 } from "./digest.ts";

/**
 * Hashes a password of a record (contract 5.14). A password may have 128 characters, but bcrypt reads only 72
 * bytes. It gets a digest, so that passwords with different ends have different hashes. The text is first
 * converted to NFC, because keyboards encode the same letters differently.
 */
export async function hashPassword(password: string, cost: number): Promise<string> {
  return hash(await digest(password.normalize("NFC")), cost);
}

/** The prefix of a hash of another service, which is bcrypt of the password itself. */
const FOREIGN = "bcrypt:";

/** Returns whether a stored hash came from another service, and has to be replaced by one of `hashPassword`. */
export function isForeignHash(passwordHash: string): boolean {
  return passwordHash.startsWith(FOREIGN);
}

/** Returns whether a password is the password of a hash. Older hashes were made without NFC, of the typed bytes. */
export async function isPassword(password: string, passwordHash: string): Promise<boolean> {
  const isForeign = isForeignHash(passwordHash);
  const hashed = isForeign ? passwordHash.slice(FOREIGN.length) : passwordHash;
  const isRight = async (spelling: string) =>
    isForeign ? isPlainPassword(spelling, hashed) : compare(await digest(spelling), hashed);
  const normalized = password.normalize("NFC");
  return (await isRight(normalized)) || (normalized !== password && isRight(password));
}

/** Compares a password with a plain hash. bcrypt ignores bytes after the 72nd, so longer passwords are wrong. */
async function isPlainPassword(password: string, hashed: string): Promise<boolean> {
  return !truncates(password) && compare(password, hashed);
}

async function digest(password: string): Promise<string> {
  return toBase64(await sha256(password));
}
