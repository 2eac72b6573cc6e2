import { HOUR_MS } from "../../domain/time.ts";
import { toHex } from "../../runtime/digest.ts";
import { signWithEach, type KeyHolder } from "../../runtime/signing.ts";

/** The hashes by their names in PHP. */
const HASH = /^(?:md5|sha(?:1|256|384|512))$/;
/** YOURLS up to 1.10.4 takes the first where a call names none, later versions the second. */
const DEFAULT_HASHES = ["md5", "sha256"];

const VALID_MS = 12 * HOUR_MS;

/**
 * Returns whether a call has the signature of a key of the door YOURLS (contract 35.5): as it is, or hashed together with
 * `timestamp`, in Unix seconds, which is less than 12 hours from now.
 */
export async function isDoorSigned(
  env: KeyHolder,
  keyId: string,
  parameters: ReadonlyMap<string, string>,
  nowMs: number,
): Promise<boolean> {
  let expected: string[] = await signWithEach(env, "yourls", keyId);
  const timestamp = parameters.get("timestamp");
  if (timestamp !== undefined) {
    const isNow = /^\d{1,12}$/.test(timestamp) && Math.abs(nowMs - Number(timestamp) * 1000) < VALID_MS;
    const named = parameters.get("hash");
    const names = (named === undefined ? DEFAULT_HASHES : [named]).filter((name) => HASH.test(name));
    const texts = isNow ? expected.flatMap((one) => [timestamp + one, one + timestamp]) : [];
    const hashed = texts.flatMap((text) => names.map((name) => digest(name.replace("sha", "SHA-"), text)));
    expected = (await Promise.all(hashed)).map(toHex);
  }
  // Digests have one length, so that a comparison in constant time does not tell that of a text.
  const sent = await digest("SHA-256", parameters.get("signature") ?? "");
  const digests = await Promise.all(expected.map((text) => digest("SHA-256", text)));
  return digests.some((one) => crypto.subtle.timingSafeEqual(one, sent));
}

async function digest(algorithm: string, text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest(algorithm, new TextEncoder().encode(text)));
}
