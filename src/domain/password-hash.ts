import { accepted, refused, type Parsed } from "./field-error.ts";

/**
 * Password hashes in imports (contract 28.18). A hash of another service is bcrypt of the plain password, and
 * is stored with the prefix `bcrypt:`. A hash of this product is bcrypt of a digest (5.14), and is stored unchanged.
 */

const WRITTEN = /^(?:(bcrypt|signpost):)?(\$2[aby]\$(?:0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53})$/;

/** Parses the hash of a row, with the prefix `bcrypt:` or `signpost:` or none, into the stored form. */
export function parsePasswordHash(text: string): Parsed<string> {
  const [, scheme = "bcrypt", hash] = WRITTEN.exec(text) ?? [];
  if (hash === undefined) return refused("not_bcrypt");
  return accepted(scheme === "signpost" ? hash : `bcrypt:${hash}`);
}

export function costOfHash(stored: string): number {
  return Number(/\$(\d\d)\$/.exec(stored)?.[1]);
}
