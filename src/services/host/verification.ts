import { signWithEach, type KeyHolder } from "../../runtime/signing.ts";
import { fromBase64Url } from "../../runtime/base64.ts";
import { toHex } from "../../runtime/digest.ts";

/** The DNS record that proves the owner of a hostname (contract 10.15). */

const TOKEN_BYTES = 20;

/**
 * Returns the token that proves a workspace. It is derived from the workspace's id and the signing key, and not
 * stored. It never changes, so that an owner can write it into DNS long before connecting a hostname. Without
 * the signing key it cannot be computed.
 */
export async function verificationToken(env: KeyHolder, workspaceId: string): Promise<string> {
  const [current] = await acceptedTokens(env, workspaceId);
  return current;
}

/** Returns the tokens that prove a workspace, the current one first. A token of a previous key stays valid. */
async function acceptedTokens(
  env: KeyHolder,
  workspaceId: string,
): Promise<[current: string, ...previous: string[]]> {
  const [current, ...previous] = await signWithEach(env, "hostname", workspaceId);
  return [toToken(current), ...previous.map(toToken)];
}

function toToken(signature: string): string {
  return toHex(fromBase64Url(signature).slice(0, TOKEN_BYTES));
}

/** Returns the values of a `_signpost` record that prove a workspace, the current one first. */
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
