import type { FinalOutcome } from "./outcome.ts";
import type { Visiting } from "./visit.ts";
import type { HostConfig } from "../domain/snapshot.ts";
import { loadOnce } from "../runtime/load-once.ts";

const NO_STORE = "no-store";
/** Long enough to save a second request, and short enough for an edit to show soon (contract 3.17). */
const PERMANENT_CACHING = "private, max-age=90";

/**
 * Turns an outcome into a response. Returns no promise for a response without a body.
 * @param config the host that answers, if one does
 */
export function respond(
  outcome: FinalOutcome,
  visiting: Visiting,
  config?: HostConfig,
): Response | Promise<Response> {
  switch (outcome.kind) {
    case "redirect":
      return redirect(outcome.status, outcome.location, outcome.isCacheable, outcome.headers);
    case "upgrade":
      return redirect(outcome.status, outcome.location, outcome.isCacheable, null);
    case "fallback":
      return redirect(302, outcome.location, false, null);
    case "self":
      return redirect(303, outcome.location, false, outcome.headers);
    case "favicon":
      return new Response(null, { status: 204, headers: { "Cache-Control": "public, max-age=300" } });
    case "options":
      return new Response(null, {
        status: 204,
        headers: { Allow: outcome.allow, "Cache-Control": NO_STORE },
      });
    default:
      return withBodyCode(({ respondBody }) => respondBody(outcome, visiting, config));
  }
}

/** Adds the header Strict-Transport-Security of the hostname to an answer by https. */
export function withHsts(
  response: Response | Promise<Response>,
  { url }: Visiting,
  config?: HostConfig,
): Response | Promise<Response> {
  const hsts = config?.hsts;
  if (hsts === undefined || !url.startsWith("https:")) return response;
  return response instanceof Promise ? response.then((late) => addHsts(late, hsts)) : addHsts(response, hsts);
}

function addHsts(response: Response, hsts: string): Response {
  response.headers.set("Strict-Transport-Security", hsts);
  return response;
}

function redirect(
  status: number,
  location: string,
  isCacheable: boolean,
  headers: Record<string, string> | null,
): Response {
  const isPermanent = status === 301 || status === 308;
  const caching = isPermanent && isCacheable ? PERMANENT_CACHING : NO_STORE;
  // Spreading null costs as much as spreading headers.
  const own =
    headers === null
      ? { Location: location, "Cache-Control": caching }
      : { Location: location, "Cache-Control": caching, ...headers };
  return new Response(null, { status, headers: own });
}

const withBodyCode = loadOnce(() => import("./respond-body.ts"));
