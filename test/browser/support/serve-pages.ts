import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { renderPage, type Page } from "../../../src/visitor/pages/page.ts";
import { serve, type Served } from "./serve.ts";

export interface ServedPages extends Served {
  origin: string;
  /** What was posted, in order. */
  posts: { url: string; body: string }[];
}

/**
 * Serves pages by name (`/gate`) with their own status and policy, in the language of the request. A POST is
 * noted and answered by a redirect to `afterPost`.
 */
export async function servePages(pages: Record<string, Page>, afterPost = "/"): Promise<ServedPages> {
  const posts: ServedPages["posts"] = [];
  const notePost = async (request: IncomingMessage, response: ServerResponse) => {
    posts.push({ url: request.url ?? "", body: await text(request) });
    response.writeHead(303, { Location: afterPost }).end();
  };
  const served = await serve((request, response) => {
    const { url = "/", method, headers } = request;
    const page = pages[new URL(url, "http://localhost").pathname.slice(1)];
    if (page === undefined) {
      response.writeHead(204).end();
    } else if (method === "POST") {
      void notePost(request, response);
    } else {
      sendPage(response, page, headers["accept-language"] ?? null);
    }
  });
  return { ...served, origin: `http://127.0.0.1:${served.port}`, posts };
}

function sendPage(response: ServerResponse, page: Page, acceptLanguage: string | null): void {
  const { status, html, policy } = renderPage(page, acceptLanguage);
  response
    .writeHead(status, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
    })
    .end(html);
}
