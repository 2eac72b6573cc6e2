import type { Settled } from "./outcome.ts";
import type { BodyOutcome, respondBody } from "./respond-body.ts";

const NO_STORE = "no-store";
/** Long enough for a browser to skip a second request, short enough for an edit to show (contract 3.17). */
const PERMANENT_CACHING = "private, max-age=90";

/** Puts an outcome into HTTP, at once where it has no body. */
export function respond(outcome: Settled, request: Request): Response | Promise<Response> {
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
      return new Response(null, { status: 204, headers: { "Cache-Control": "public, max-age=86400" } });
    case "options":
      return new Response(null, {
        status: 204,
        headers: { Allow: outcome.allow, "Cache-Control": NO_STORE },
      });
    default:
      return respondWithBody(outcome, request);
  }
}

function redirect(
  status: number,
  location: string,
  isCacheable: boolean,
  headers: Record<string, string> | null,
): Response {
  const isPermanent = status === 301 || status === 308;
  const caching = isPermanent && isCacheable ? PERMANENT_CACHING : NO_STORE;
  // Spreading nothing costs as much as spreading something.
  const own =
    headers === null
      ? { Location: location, "Cache-Control": caching }
      : { Location: location, "Cache-Control": caching, ...headers };
  return new Response(null, { status, headers: own });
}

let respondNow: typeof respondBody | null = null;

/** The code of pages and other bodies is evaluated when the first one is sent. */
function respondWithBody(outcome: BodyOutcome, request: Request): Response | Promise<Response> {
  if (respondNow !== null) return respondNow(outcome, request);
  return import("./respond-body.ts").then((module) => {
    respondNow = module.respondBody;
    return module.respondBody(outcome, request);
  });
}
