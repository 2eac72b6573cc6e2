import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { logoPath, SVG_TYPE, type Look } from "../../../src/domain/branding.ts";
import { PROBE_PATH } from "../../../src/domain/probe-path.ts";
import { addBrand } from "../../../src/visitor/brand/add-brand.ts";
import { chooseLanguage } from "../../../src/visitor/pages/language.ts";
import { render, renderPage, type Page, type RenderedPage } from "../../../src/visitor/pages/page.ts";
import { serve, type Served } from "./serve.ts";

/** How an owner has pages look, with the picture that is the logo. */
export interface Dress {
  look: Look & { logo: { key: string; type: string } };
  svg: string;
}

export interface ServedPages extends Served {
  origin: string;
  /** What was posted, in order. */
  posts: { url: string; body: string }[];
}

/**
 * Serves pages by name (`/gate`) with their own status and policy, in the language of the request. A POST is
 * noted and answered by a redirect to `afterPost`.
 */
export async function servePages(
  pages: Record<string, Page>,
  { afterPost = "/", dress }: { afterPost?: string; dress?: Dress } = {},
): Promise<ServedPages> {
  const posts: ServedPages["posts"] = [];
  const notePost = async (request: IncomingMessage, response: ServerResponse) => {
    posts.push({ url: request.url ?? "", body: await text(request) });
    response.writeHead(303, { Location: afterPost }).end();
  };
  const served = await serve((request, response) => {
    const { url = "/", method, headers } = request;
    const { pathname } = new URL(url, "http://localhost");
    const page = pages[pathname.slice(1)];
    if (dress !== undefined && pathname === PROBE_PATH + logoPath(dress.look.logo)) {
      response.writeHead(200, { "Content-Type": SVG_TYPE }).end(dress.svg);
    } else if (page === undefined) {
      response.writeHead(204).end();
    } else if (method === "POST") {
      void notePost(request, response);
    } else {
      const language = headers["accept-language"] ?? null;
      if (dress === undefined) sendPage(response, renderPage(page, language));
      else void renderDressed(page, language, dress.look).then((rendered) => sendPage(response, rendered));
    }
  });
  return { ...served, origin: `http://127.0.0.1:${served.port}`, posts };
}

async function renderDressed(page: Page, acceptLanguage: string | null, look: Look): Promise<RenderedPage> {
  const language = chooseLanguage(acceptLanguage);
  const { brand, allow } = await addBrand(look, "http://go.example.com/", language);
  const rendered = render(page, language, brand);
  return { ...rendered, policy: allow(rendered.policy) };
}

function sendPage(response: ServerResponse, { status, html, policy }: RenderedPage): void {
  response
    .writeHead(status, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
    })
    .end(html);
}
