import type { Message, Settled } from "./outcome.ts";
import type { Page, RenderedPage, renderPage } from "./pages/page.ts";

const NO_STORE = "no-store";
/** Long enough for a browser to skip a second request, short enough for an edit to show (section 3). */
const PERMANENT_CACHING = "private, max-age=90";

/** Puts an outcome into HTTP, at once where it needs no page. Bodies of HEAD are left out. */
export function respond(outcome: Settled, request: Request): Response | Promise<Response> {
  switch (outcome.kind) {
    case "redirect":
      return redirect(outcome.status, outcome.location, outcome.isCacheable, outcome.headers);
    case "upgrade":
      return redirect(outcome.status, outcome.location, true, null);
    case "fallback":
      return redirect(302, outcome.location, false, null);
    case "self":
      return redirect(303, outcome.location, false, outcome.headers);
    case "html":
      return answer(request, 200, outcome.html, { "Content-Type": HTML, ...outcome.headers });
    case "robots":
      return answer(request, 200, "User-agent: *\nAllow: /\n", { "Content-Type": TEXT });
    case "favicon":
      return new Response(null, { status: 204, headers: { "Cache-Control": "public, max-age=86400" } });
    case "options":
      return new Response(null, {
        status: 204,
        headers: { Allow: outcome.allow, "Cache-Control": NO_STORE },
      });
    case "data":
      return answer(request, outcome.status, JSON.stringify(outcome.data), {
        "Content-Type": "application/json; charset=utf-8",
        ...outcome.headers,
      });
    case "picture":
      return answer(request, 200, outcome.body, {
        "Content-Type": outcome.contentType,
        "Content-Security-Policy": "default-src 'none'",
      });
    case "refusal":
      return answer(request, 403, "This link is not for automated visitors.\n", { "Content-Type": TEXT });
    case "frame":
    case "card":
      return showPage(outcome, request, outcome.headers);
    case "preview":
      return showPage(outcome, request, null);
    default:
      return showPage(outcome, request, headersOf(outcome));
  }
}

/** Of every answer with a body. */
const SAFE = { "Cache-Control": NO_STORE, "X-Content-Type-Options": "nosniff" };
const HTML = "text/html; charset=utf-8";
const TEXT = "text/plain; charset=utf-8";

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

type Renderer = typeof renderPage;
let renderer: Renderer | null = null;

/** The code of the pages is evaluated when the first one is shown. */
function showPage(
  page: Page,
  request: Request,
  headers: Record<string, string> | null,
): Response | Promise<Response> {
  if (renderer !== null) return toPage(renderer, page, request, headers);
  return import("./pages/page.ts").then((pages) => {
    renderer = pages.renderPage;
    return toPage(renderer, page, request, headers);
  });
}

function toPage(
  render: Renderer,
  page: Page,
  request: Request,
  headers: Record<string, string> | null,
): Response {
  const rendered = render(page, request.headers.get("Accept-Language"));
  const { body, headers: own } = partsOf(rendered);
  const all = headers === null ? own : withHeaders(own, headers);
  return new Response(request.method === "HEAD" ? null : body, { status: rendered.status, headers: all });
}

interface PageParts {
  body: ArrayBuffer;
  headers: Headers;
}

/**
 * Made once for pages that are rendered once: the runtime takes a buffer faster than a view of one, or text, and copies
 * Headers faster than it reads objects.
 */
const partsOfPages = new WeakMap<RenderedPage, PageParts>();

function partsOf(rendered: RenderedPage): PageParts {
  const known = partsOfPages.get(rendered);
  if (known !== undefined) return known;
  const headers = new Headers({
    ...SAFE,
    "Content-Type": HTML,
    "Content-Security-Policy": rendered.policy,
  });
  // A slice has a buffer of its own length.
  const parts = { body: new TextEncoder().encode(rendered.html).slice().buffer, headers };
  partsOfPages.set(rendered, parts);
  return parts;
}

function withHeaders(headers: Headers, more: Record<string, string>): Headers {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(more)) all.set(name, value);
  return all;
}

/** What a page tells programs, if anything. */
function headersOf(message: Message): Record<string, string> | null {
  if (!("allow" in message || "retryAfterSeconds" in message || message.kind === "gate")) return null;
  const headers: Record<string, string> = {};
  if ("allow" in message) headers["Allow"] = message.allow;
  if ("retryAfterSeconds" in message) headers["Retry-After"] = String(message.retryAfterSeconds);
  if (message.kind === "gate") headers["X-Robots-Tag"] = "noindex";
  return headers;
}

function answer(
  { method }: Request,
  status: number,
  body: BodyInit,
  headers: Record<string, string>,
): Response {
  return new Response(method === "HEAD" ? null : body, {
    status,
    headers: { ...SAFE, ...headers },
  });
}
