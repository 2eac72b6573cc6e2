export const MIN_SIGNING_KEY_CHARACTERS = 32;

/** Returns whether a secret is long enough to sign with. Apart from signing.ts, which a redirect does not need. */
export function isSigningKey(secret: string | undefined): boolean {
  return (secret ?? "").length >= MIN_SIGNING_KEY_CHARACTERS;
}
