export const MIN_SIGNING_KEY_CHARACTERS = 32;

export function isSigningKey(secret: string | undefined): boolean {
  return (secret ?? "").length >= MIN_SIGNING_KEY_CHARACTERS;
}
