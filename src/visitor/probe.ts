import { toVisitedHostname } from "../domain/visited-host.ts";
import type { Env } from "../env.ts";
import { sign } from "../runtime/signing.ts";
import { probeText, readProbe } from "../domain/probe.ts";
import { log } from "../runtime/log.ts";

/** Returns the answer to a probe; null if the URL only looks like that of one. */
export function answerProbe(request: Request, env: Env): Promise<Response> | null {
  const nonce = readProbe(request.url);
  return nonce === null ? null : answer(request, env, nonce);
}

/**
 * Answers the request with which an installation finds out whether a hostname leads to it (contract 10.13).
 * The answer needs the signing key, and holds for the requested hostname only.
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
    log("error", "probe_not_answered", { error: String(error) });
    return new Response(null, { status: 503, headers });
  }
}
