export const MIN_SIGNING_KEY_CHARACTERS = 32;

/** Tells whether a secret is long enough to sign with. */
export function isSigningKey(secret: string | undefined): boolean {
  return (secret ?? "").length >= MIN_SIGNING_KEY_CHARACTERS;
}
