import type { FinalOutcome } from "./outcome.ts";
import { renderPage, type Page, type RenderedPage } from "./pages/page.ts";

/** Outcomes that are answered with a body. */
export type BodyOutcome = Exclude<
  FinalOutcome,
  { kind: "redirect" | "upgrade" | "fallback" | "self" | "favicon" | "options" }
>;

type PageOutcome = Extract<FinalOutcome, Page>;

const SAFE = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
/** A picture shows nothing but the link's own URL in its style: it may be an hour old anywhere. */
const PICTURE_CACHING = "public, max-age=3600";
const HTML = "text/html; charset=utf-8";
const TEXT = "text/plain; charset=utf-8";

/** Puts an outcome into HTTP. Bodies of HEAD are left out. */
export function respondBody(outcome: BodyOutcome, request: Request): Response {
  switch (outcome.kind) {
    case "html":
      return answer(request, 200, outcome.html, { "Content-Type": HTML, ...outcome.headers });
    case "robots":
      return answer(request, 200, "User-agent: *\nAllow: /\n", { "Content-Type": TEXT });
    case "data":
      return answer(request, outcome.status, JSON.stringify(outcome.data), {
        "Content-Type": "application/json; charset=utf-8",
        ...outcome.headers,
      });
    case "picture":
      return answer(request, 200, outcome.body, {
        "Cache-Control": PICTURE_CACHING,
        "Content-Type": outcome.contentType,
        "Content-Security-Policy": "default-src 'none'",
      });
    case "refusal":
      return answer(request, 403, "This link is not for automated visitors.\n", { "Content-Type": TEXT });
    default:
      return respondPage(outcome, request);
  }
}

function answer(
  { method }: Request,
  status: number,
  body: BodyInit,
  headers: Record<string, string>,
): Response {
  return new Response(method === "HEAD" ? null : body, { status, headers: { ...SAFE, ...headers } });
}

function respondPage(page: PageOutcome, request: Request): Response {
  const rendered = renderPage(page, request.headers.get("Accept-Language"));
  const { body, headers } = partsOf(rendered);
  const more = headersOf(page);
  return new Response(request.method === "HEAD" ? null : body, {
    status: rendered.status,
    headers: more === null ? headers : withHeaders(headers, more),
  });
}

interface PageParts {
  body: ArrayBuffer;
  headers: Headers;
}

/**
 * Made once for pages that are rendered once: the runtime takes a buffer faster than a view of one, or
 * text, and copies Headers faster than it reads objects.
 */
const partsOfPages = new WeakMap<RenderedPage, PageParts>();

function partsOf(rendered: RenderedPage): PageParts {
  const known = partsOfPages.get(rendered);
  if (known !== undefined) return known;
  const headers = new Headers({
    ...SAFE,
    "Content-Type": HTML,
    "Content-Language": rendered.language,
    "Content-Security-Policy": rendered.policy,
  });
  // A slice has a buffer of its own length.
  const parts = { body: new TextEncoder().encode(rendered.html).slice().buffer, headers };
  partsOfPages.set(rendered, parts);
  return parts;
}

/** What a page tells programs, if anything. */
function headersOf(page: PageOutcome): Record<string, string> | null {
  if ("headers" in page) return page.headers;
  if (!("allow" in page || "retryAfterSeconds" in page || page.kind === "gate")) return null;
  const headers: Record<string, string> = {};
  if ("allow" in page) headers["Allow"] = page.allow;
  if ("retryAfterSeconds" in page) headers["Retry-After"] = String(page.retryAfterSeconds);
  if (page.kind === "gate") headers["X-Robots-Tag"] = "noindex";
  return headers;
}

function withHeaders(headers: Headers, more: Record<string, string>): Headers {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(more)) all.set(name, value);
  return all;
}
