import { signWithEach, type KeyHolder } from "../../signing.ts";

/** Makes and checks the TXT proof of a hostname (contract 10.15). */

const TOKEN_BYTES = 20;

/**
 * The token by which a workspace proves itself. Derived, so that there is nothing to store and it
 * stays the same: an owner may write it into DNS long before connecting anything. Whoever knows a
 * workspace's id cannot tell it without the secret.
 */
export async function verificationToken(env: KeyHolder, workspaceId: string): Promise<string> {
  const [current] = await acceptedTokens(env, workspaceId);
  return current;
}

/** The tokens that prove a workspace, the current one first: what was written into DNS stays good. */
async function acceptedTokens(
  env: KeyHolder,
  workspaceId: string,
): Promise<[current: string, ...previous: string[]]> {
  const [current, ...previous] = await signWithEach(env, "hostname", workspaceId);
  return [toToken(current), ...previous.map(toToken)];
}

function toToken(signature: string): string {
  return Uint8Array.fromBase64(signature, { alphabet: "base64url" }).slice(0, TOKEN_BYTES).toHex();
}

/** The values of a `_signpost` record that prove a workspace, the current one first. */
export async function acceptedValues(
  env: KeyHolder,
  workspaceId: string,
): Promise<[current: string, ...previous: string[]]> {
  const [current, ...previous] = await acceptedTokens(env, workspaceId);
  return [toValue(current), ...previous.map(toValue)];
}

function toValue(token: string): string {
  return `signpost-verification=${token}`;
}
