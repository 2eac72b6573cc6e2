import type { Bindings } from "../env.ts";
import { isSigningKey } from "../runtime/signing.ts";

/**
 * Returns in constant time whether a call has the secret MONITOR_KEY as its Bearer. It opens nothing but the state of the
 * installation (contract 25.6), and no token opens that.
 */
export async function hasMonitorKey(
  { MONITOR_KEY }: Bindings,
  authorization: string | undefined,
): Promise<boolean> {
  const sent = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (sent === undefined || MONITOR_KEY === undefined || !isSigningKey(MONITOR_KEY)) return false;
  return crypto.subtle.timingSafeEqual(await digest(sent), await digest(MONITOR_KEY));
}

/** Digests have one length, so that their comparison does not tell the length of the secret. */
function digest(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
}
