import { startChain } from "../../domain/dns-chain.ts";
import type { Env } from "../../env.ts";
import { followDns, openResolver, type DnsReply } from "./ask-dns.ts";

/** The proof by DNS that a hostname is one's own (section 10). */

const TOKEN_BYTES = 20;

/**
 * The token by which a workspace proves itself. Derived, so that there is nothing to store and it
 * stays the same: an owner may write it into DNS long before connecting anything. Whoever knows a
 * workspace's id cannot tell it without the secret.
 */
export async function verificationToken(env: Pick<Env, "SIGNING_KEY">, workspaceId: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(env.SIGNING_KEY), algorithm, false, [
    "sign",
  ]);
  const mac = await crypto.subtle.sign("HMAC", key, encoder.encode(`hostname\n${workspaceId}`));
  return new Uint8Array(mac, 0, TOKEN_BYTES).toHex();
}

/** The TXT record that proves a workspace. */
export interface VerificationRecord {
  name: string;
  value: string;
}

export async function verificationRecord(
  env: Pick<Env, "SIGNING_KEY">,
  workspaceId: string,
  host: string,
): Promise<VerificationRecord> {
  const token = await verificationToken(env, workspaceId);
  return {
    name: `_signpost.${host.replace(/^\*\./, "")}`,
    value: `signpost-verification=${token}`,
  };
}

/** Whether DNS has the record. */
export async function hasVerificationRecord(
  env: Env,
  { name, value }: VerificationRecord,
): Promise<DnsReply<boolean>> {
  const found = await followDns(openResolver(env.DOH_URL), startChain(name), "TXT");
  if (!found.ok) return found;
  return { ok: true, value: found.value.records.some(({ data }) => data.trim() === value) };
}
