import { toVisitedHostname } from "../domain/visited-host.ts";
import type { Bindings } from "../env.ts";
import { sign } from "../runtime/signing.ts";
import { probeText, readProbe } from "../domain/probe.ts";
import type { LookUp } from "./finding.ts";
import type { Visit, Visiting } from "./visit.ts";
import { log } from "../runtime/log.ts";

/**
 * Answers the platform's own URLs below `PROBE_PATH`, which are probes, the logos of hostnames and the pictures of records; null for every
 * other URL.
 */
export function answerProbe(
  visiting: Visiting,
  find: (visit: Visit) => LookUp | Promise<LookUp>,
): Promise<Response> | null {
  const { request, env, url } = visiting;
  const nonce = readProbe(url);
  if (nonce !== null) return answer(request, env, nonce);
  if (LOGO_URL.test(url)) {
    return import("./brand/serve-logo.ts").then(({ serveLogo }) => serveLogo(visiting, find));
  }
  if (!PICTURE_URL.test(url)) return null;
  return import("./brand/serve-logo.ts").then(({ servePicture }) => servePicture(visiting, find));
}

const LOGO_URL = /^https?:\/\/[^/]*\/\.well-known\/signpost\/logo-\d+(?:\?|$)/;
const PICTURE_URL = /^https?:\/\/[^/]*\/\.well-known\/signpost\/picture-\d+\//;

/**
 * Answers the request by which an installation checks whether a hostname leads to it (contract 10.13).
 * The answer needs the signing key, and is valid for the requested hostname only.
 */
async function answer(request: Request, env: Bindings, nonce: string): Promise<Response> {
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
