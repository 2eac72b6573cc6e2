import { compare, hash } from "bcryptjs";

/**
 * Passwords of records (section 5). bcrypt reads 72 bytes of what may be 128 characters, so it gets
 * a digest: passwords that differ in the tail alone differ.
 */
export async function hashPassword(password: string, cost: number): Promise<string> {
  return hash(await digest(password), cost);
}

/** Whether a password is the one of a hash. */
export async function isPassword(password: string, passwordHash: string): Promise<boolean> {
  return compare(await digest(password), passwordHash);
}

async function digest(password: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(password));
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
