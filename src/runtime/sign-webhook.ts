import { fromBase64, toBase64 } from "./base64.ts";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** Returns a new secret for `signWebhook`, from the platform's cryptographic randomness. */
export function newWebhookSecret(): string {
  return PREFIX + toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

interface WebhookMessage {
  id: string;
  atSeconds: number;
  body: string;
}

/**
 * Returns the headers by which the receiver of a message verifies it, as Standard Webhooks specifies: the
 * signature is an HMAC-SHA-256 over id, timestamp and body, one for each secret.
 */
export async function signWebhook(
  secrets: readonly string[],
  { id, atSeconds, body }: WebhookMessage,
): Promise<Record<string, string>> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const signed = new TextEncoder().encode(`${id}.${atSeconds}.${body}`);
  const signatures = await Promise.all(
    secrets.map(async (secret) => {
      const bytes = fromBase64(secret.slice(PREFIX.length));
      const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
      return `v1,${toBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, signed)))}`;
    }),
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": String(atSeconds),
    "webhook-signature": signatures.join(" "),
  };
}
