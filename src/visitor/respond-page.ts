import type { FinalOutcome } from "./outcome.ts";
import { renderPage, type Page, type RenderedPage } from "./pages/page.ts";

/** Responses with a page. HEAD gets no body. */

export type PageOutcome = Extract<FinalOutcome, Page>;

const SAFE = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
export const HTML = "text/html; charset=utf-8";

export function answer(
  { method }: Request,
  status: number,
  body: BodyInit,
  headers: Record<string, string>,
): Response {
  return new Response(method === "HEAD" ? null : body, { status, headers: { ...SAFE, ...headers } });
}

/** Responds with the project's own page, without an owner's look. */
export function respondPage(page: PageOutcome, request: Request): Response {
  return respondRendered(page, renderPage(page, request.headers.get("Accept-Language")), request);
}

export function respondRendered(page: PageOutcome, rendered: RenderedPage, request: Request): Response {
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
 * The prepared parts of pages that are rendered once. The runtime takes a buffer faster than a typed array or a
 * text, and copies Headers faster than it reads an object.
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
  // The buffer of a slice has the length of the text; the encoder's buffer may be longer.
  const parts = { body: new TextEncoder().encode(rendered.html).slice().buffer, headers };
  partsOfPages.set(rendered, parts);
  return parts;
}

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
