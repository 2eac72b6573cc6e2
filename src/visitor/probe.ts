import { toVisitedHostname } from "../domain/visited-host.ts";
import type { Env } from "../env.ts";
import { sign } from "../signing.ts";
import { probeText, readProbe } from "../domain/probe.ts";

/** Returns the answer to a probe; null where the URL only looks like one. */
export function answerProbe(request: Request, env: Env): Promise<Response> | null {
  const nonce = readProbe(request.url);
  return nonce === null ? null : answer(request, env, nonce);
}

/**
 * Answers the request by which an installation finds out whether a hostname leads to it (contract 10.13).
 * Only who has the signing key can give this answer, and only for the hostname that was asked.
 */
async function answer(request: Request, env: Env, nonce: string): Promise<Response> {
  const text = probeText(nonce, toVisitedHostname(request.url));
  const headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
  try {
    return new Response(request.method === "HEAD" ? null : await sign(env, "probe", text), { headers });
  } catch (error) {
    console.error(`a probe could not be answered: ${String(error)}`);
    return new Response(null, { status: 503, headers });
  }
}
