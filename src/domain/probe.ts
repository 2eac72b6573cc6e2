import type { Hostname } from "./hostname.ts";
import { PROBE_PATH } from "./probe-path.ts";

/** Probes: requests that check whether a hostname leads to this installation (contract 10.13). */

const NONCE = /^[0-9a-f]{32}$/;

export function probePath(nonce: string): string {
  return PROBE_PATH + nonce;
}

/** Returns the nonce of a probe from the URL of a request; null for every other request. */
export function readProbe(url: string): string | null {
  const start = url.indexOf(PROBE_PATH);
  // The path begins after the authority.
  if (start < 0 || start !== url.indexOf("/", url.indexOf("//") + 2)) return null;
  const nonce = url.slice(start + PROBE_PATH.length).split("?", 1)[0] ?? "";
  return NONCE.test(nonce) ? nonce : null;
}

export function probeText(nonce: string, hostname: Hostname): string {
  return `${nonce}\n${hostname}`;
}
