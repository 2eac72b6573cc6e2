import { toBase64Url } from "./base64.ts";

/** The purpose of a signature. A signature for one purpose is not valid for another. */
type Purpose = "unlock" | "address" | "hostname" | "probe" | "yourls";

/** The keys: SIGNING_KEY makes signatures; signatures of SIGNING_KEY_PREVIOUS are accepted while it is set. */
export interface KeyHolder {
  SIGNING_KEY: string;
  SIGNING_KEY_PREVIOUS?: string;
}

/** Returns the HMAC-SHA-256 of a text with SIGNING_KEY, in base64url. Throws if the key is too short. */
export async function sign(env: KeyHolder, purpose: Purpose, text: string): Promise<string> {
  return toText(await mac(env.SIGNING_KEY, purpose, text));
}

/** Returns the signatures of a text with each accepted key, the current one first. */
export async function signWithEach(
  env: KeyHolder,
  purpose: Purpose,
  text: string,
): Promise<[current: string, ...previous: string[]]> {
  const [current, ...previous] = acceptedKeys(env);
  const older = await Promise.all(previous.map(async (secret) => toText(await mac(secret, purpose, text))));
  return [toText(await mac(current, purpose, text)), ...older];
}

/**
 * Returns in constant time whether `signature` is the signature of the text by an accepted key. Accepts only the
 * exact spelling that `sign` returns, because base64url ignores the last two bits of 43 characters, and a lenient
 * decoder accepts padding and white space. Without a key no signature is accepted.
 */
export async function verify(
  env: KeyHolder,
  purpose: Purpose,
  text: string,
  signature: string,
): Promise<boolean> {
  const bytes = toSignatureBytes(signature);
  if (bytes === null) return false;
  const signed = toBytes(purpose, text);
  for (const secret of acceptedKeys(env).filter(isSigningKey)) {
    if (await crypto.subtle.verify("HMAC", await importKey(secret), bytes, signed)) return true;
  }
  return false;
}

const SIGNATURE = /^[\w-]{43}$/;

function toSignatureBytes(signature: string): Uint8Array<ArrayBuffer> | null {
  if (!SIGNATURE.test(signature)) return null;
  try {
    // The strict mode requires padding, and refuses a last character with unused bits set.
    return Uint8Array.fromBase64(`${signature}=`, { alphabet: "base64url", lastChunkHandling: "strict" });
  } catch {
    return null;
  }
}

function acceptedKeys({ SIGNING_KEY, SIGNING_KEY_PREVIOUS }: KeyHolder): [string, ...string[]] {
  return SIGNING_KEY_PREVIOUS ? [SIGNING_KEY, SIGNING_KEY_PREVIOUS] : [SIGNING_KEY];
}

async function mac(secret: string, purpose: Purpose, text: string): Promise<ArrayBuffer> {
  return crypto.subtle.sign("HMAC", await importKey(secret), toBytes(purpose, text));
}

function toText(bytes: ArrayBuffer): string {
  return toBase64Url(new Uint8Array(bytes));
}

function toBytes(purpose: Purpose, text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${purpose}\n${text}`) as Uint8Array<ArrayBuffer>;
}

const imported = new Map<string, CryptoKey>();

async function importKey(secret: string): Promise<CryptoKey> {
  const known = imported.get(secret);
  if (known !== undefined) return known;
  if (!isSigningKey(secret)) throw new Error("SIGNING_KEY is missing or too short");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const bytes = new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign", "verify"]);
  imported.set(secret, key);
  return key;
}

export const MIN_SIGNING_KEY_CHARACTERS = 32;

export function isSigningKey(secret: string | undefined): boolean {
  return (secret ?? "").length >= MIN_SIGNING_KEY_CHARACTERS;
}
