const SECRET_BYTES = 32;

/** A new secret for signing notifications, from the platform's cryptographic randomness. */
export function newNotifySecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
