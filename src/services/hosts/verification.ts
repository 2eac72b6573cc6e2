import { startChain } from "../../domain/dns-chain.ts";
import type { Env } from "../../env.ts";
import { signWithEach, type KeyHolder } from "../../signing.ts";
import { followDns, openResolver, type DnsReply } from "./ask-dns.ts";

/** The proof by DNS that a hostname is one's own (section 10). */

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

/** The TXT record that proves a workspace. */
export interface VerificationRecord {
  name: string;
  value: string;
  /** Values of signing keys before this one, which prove it, too. */
  formerValues: string[];
}

export async function verificationRecord(
  env: KeyHolder,
  workspaceId: string,
  host: string,
): Promise<VerificationRecord> {
  const [value, ...formerValues] = await acceptedTokens(env, workspaceId);
  return {
    name: `_signpost.${host.replace(/^\*\./, "")}`,
    value: toValue(value),
    formerValues: formerValues.map(toValue),
  };
}

function toValue(token: string): string {
  return `signpost-verification=${token}`;
}

/** Whether DNS has the record. */
export async function hasVerificationRecord(
  env: Env,
  { name, value, formerValues }: VerificationRecord,
): Promise<DnsReply<boolean>> {
  const found = await followDns(openResolver(env.DOH_URL), startChain(name), "TXT");
  if (!found.ok) return found;
  const accepted = [value, ...formerValues];
  return { ok: true, value: found.value.records.some(({ data }) => accepted.includes(data.trim())) };
}
