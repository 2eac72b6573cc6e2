import { isSigningKey, type Env } from "./env.ts";

/** What signatures are for: one made for one purpose is worth nothing for another. */
export type Purpose = "unlock" | "address";

type KeyHolder = Pick<Env, "SIGNING_KEY">;

/** HMAC-SHA-256 with the secret SIGNING_KEY over a text, in base64url. Throws where that is no key. */
export async function sign(env: KeyHolder, purpose: Purpose, text: string): Promise<string> {
  const mac = await crypto.subtle.sign("HMAC", await importKey(env.SIGNING_KEY), toBytes(purpose, text));
  return new Uint8Array(mac).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Whether `signature` is that of the text, told in constant time. Without a key nothing is. */
export async function verify(
  env: KeyHolder,
  purpose: Purpose,
  text: string,
  signature: string,
): Promise<boolean> {
  if (!isSigningKey(env.SIGNING_KEY)) return false;
  let mac: Uint8Array;
  try {
    mac = Uint8Array.fromBase64(signature, { alphabet: "base64url" });
  } catch {
    return false;
  }
  return crypto.subtle.verify("HMAC", await importKey(env.SIGNING_KEY), mac, toBytes(purpose, text));
}

function toBytes(purpose: Purpose, text: string): Uint8Array {
  return new TextEncoder().encode(`${purpose}\n${text}`);
}

let imported: { secret: string; key: CryptoKey } | null = null;

async function importKey(secret: string): Promise<CryptoKey> {
  if (imported?.secret === secret) return imported.key;
  if (!isSigningKey(secret)) throw new Error("SIGNING_KEY is missing or too short");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const bytes = new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign", "verify"]);
  imported = { secret, key };
  return key;
}
