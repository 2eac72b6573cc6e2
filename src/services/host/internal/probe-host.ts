import type { Hostname } from "../../../domain/hostname.ts";
import { probePath, probeText } from "../../../domain/probe.ts";
import type { Env } from "../../../env.ts";
import { signWithEach } from "../../../runtime/signing.ts";
import { isPublicAddress, toAddress } from "../../../domain/public-address.ts";
import { toHex } from "../../../runtime/digest.ts";
import { envList } from "../../../runtime/env-list.ts";
import { testVariable } from "../../../test-variable.ts";

/**
 * Asks a hostname whether it leads to this installation, if DNS alone cannot show it: behind a proxy that
 * passes visitors on, or if the installation has no addresses of its own (contract 10.13).
 */

/** The result of a probe. `none` is a server error or no answer, which proves nothing. */
type ProbeResult = "right" | "wrong" | "none";

const TIMEOUT_MS = 3_000;
const MAX_BYTES = 100;

/** @param addresses the addresses of the name in DNS */
export async function probeHost(env: Env, name: Hostname, addresses: string[]): Promise<ProbeResult> {
  if (!isAllowed(env, name, addresses)) return "none";
  const nonce = toHex(crypto.getRandomValues(new Uint8Array(16)));
  const expected = await signWithEach(env, "probe", probeText(nonce, name));
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const results = await Promise.all(
    (["https", "http"] as const).map((scheme) => ask(scheme, name, nonce, expected, signal)),
  );
  if (results.includes("right")) return "right";
  return results.includes("wrong") ? "wrong" : "none";
}

function isAllowed(env: Env, name: Hostname, addresses: string[]): boolean {
  const allowed = envList(testVariable(env, "MONITOR_ALLOW"));
  if (allowed.includes(name)) return true;
  return addresses.every((address) => {
    const plain = toAddress(address);
    return plain !== null && (allowed.includes(plain) || isPublicAddress(plain));
  });
}

async function ask(
  scheme: "https" | "http",
  name: Hostname,
  nonce: string,
  expected: string[],
  signal: AbortSignal,
): Promise<ProbeResult> {
  try {
    const response = await fetch(`${scheme}://${name}${probePath(nonce)}`, { redirect: "manual", signal });
    const isRedirect = response.status >= 300 && response.status < 400;
    // A proxy that redirects http to https is also asked by https.
    if (response.status >= 500 || (isRedirect && scheme === "http")) {
      await response.body?.cancel();
      return "none";
    }
    const text = await readStart(response);
    return response.status === 200 && expected.includes(text.trim()) ? "right" : "wrong";
  } catch {
    return "none";
  }
}

async function readStart(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const bytes: number[] = [];
  while (bytes.length <= MAX_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes.push(...value.subarray(0, MAX_BYTES + 1 - bytes.length));
  }
  await reader.cancel();
  return new TextDecoder().decode(new Uint8Array(bytes));
}
