export const MIN_SIGNING_KEY_CHARACTERS = 32;

/** Returns whether a secret is long enough for signatures. */
export function isSigningKey(secret: string | undefined): boolean {
  return (secret ?? "").length >= MIN_SIGNING_KEY_CHARACTERS;
}
