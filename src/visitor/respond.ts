import type { Outcome } from "./outcome.ts";
import { FRAME_POLICY, framePage } from "./pages/frame-page.ts";
import { MESSAGE_POLICY, messagePage } from "./pages/message-page.ts";

const NO_STORE = "no-store";
/** Long enough for a browser to skip a second request, short enough for an edit to show (section 3). */
const PERMANENT_CACHING = "private, max-age=90";

/** Puts an outcome into HTTP. Bodies of HEAD are left out. */
export function respond(outcome: Outcome, method: string): Response {
  switch (outcome.kind) {
    case "redirect":
      return redirect(outcome.status, outcome.location, outcome.isCacheable);
    case "upgrade":
      return redirect(outcome.status, outcome.location, true);
    case "fallback":
      return redirect(302, outcome.location, false);
    case "frame":
      return page(200, framePage(outcome.location, outcome.title, outcome.description), FRAME_POLICY, method);
    case "html":
      return page(200, outcome.html, null, method);
    case "robots":
      return text("User-agent: *\nAllow: /\n", method);
    case "favicon":
      return new Response(null, { status: 204, headers: { "Cache-Control": "public, max-age=86400" } });
    case "options":
      return new Response(null, {
        status: 204,
        headers: { Allow: outcome.allow, "Cache-Control": NO_STORE },
      });
    case "method-not-allowed":
      return message(405, "Method not allowed", "This address can only be read.", method, {
        Allow: outcome.allow,
      });
    case "unknown-host":
      return message(404, "Nothing here", "This hostname is not connected to any links.", method);
    case "not-found":
      return message(
        404,
        "Link not found",
        "This address leads nowhere. Check it for typing errors.",
        method,
      );
    case "paused":
      return message(404, "Link paused", "The owner of this link has paused it.", method);
    case "expired":
      return message(410, "Link expired", "This link was valid for a limited time, which is over.", method);
    case "protected":
      return message(403, "Link protected", "This link is protected by a password.", method);
    case "throttled":
      return message(429, "Too many requests", "Please try again in a minute.", method, {
        "Retry-After": String(outcome.retryAfterSeconds),
      });
    case "unavailable":
      return message(503, "Temporarily unavailable", "Please try again in a few seconds.", method, {
        "Retry-After": String(outcome.retryAfterSeconds),
      });
  }
}

function redirect(status: number, location: string, isCacheable: boolean): Response {
  const isPermanent = status === 301 || status === 308;
  const caching = isPermanent && isCacheable ? PERMANENT_CACHING : NO_STORE;
  return new Response(null, { status, headers: { Location: location, "Cache-Control": caching } });
}

function message(
  status: number,
  title: string,
  sentence: string,
  method: string,
  headers: Record<string, string> = {},
): Response {
  return page(status, messagePage(title, sentence), MESSAGE_POLICY, method, headers);
}

function page(
  status: number,
  html: string,
  policy: string | null,
  method: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(method === "HEAD" ? null : html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": NO_STORE,
      "X-Content-Type-Options": "nosniff",
      ...(policy !== null && { "Content-Security-Policy": policy }),
      ...headers,
    },
  });
}

function text(body: string, method: string): Response {
  return new Response(method === "HEAD" ? null : body, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": NO_STORE },
  });
}
