import { pageAt } from "../dashboard-page.ts";
import { newApp } from "../new-app.ts";
import type { AdminContext } from "../request-context.ts";
import { serveNamedFile, serveStaticFile } from "../static-file.ts";

/** The dashboard (contract 32.6 and 32.7): one page for all its addresses, and files with a hash in their name. */

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const dashboardRoutes = newApp()
  .get("/", (c) => serveDashboard(c))
  .get("/assets/:name", (c) =>
    serveNamedFile(c, "assets", c.req.param("name"), {
      "Cache-Control": "public, max-age=31536000, immutable",
    }),
  );

export function serveDashboard(c: AdminContext): Promise<Response> {
  // The links of an invitation and of shared statistics have a secret behind the #.
  const isSecret = ["/invitation", "/statistics"].includes(c.req.path);
  return serveStaticFile(c, `/dashboard/${pageAt(c.req.path)}.html`, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": isSecret ? "no-store" : "no-cache",
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": isSecret ? "no-referrer" : "same-origin",
    ...(isSecret && { "X-Robots-Tag": "noindex" }),
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
  });
}

/** Returns whether a browser requests a page, so that the address belongs to the dashboard and not to the API. */
export function asksForPage(request: AdminContext["req"]): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const acceptsHtml = (request.header("Accept") ?? "").includes("text/html");
  return acceptsHtml && !/^\/(?:v1|assets)(?:\/|$)/.test(request.path);
}

/** Allows no inline code and no other origin. Pictures of the style sheet are data URLs. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page that shows the OpenAPI document (contract 1.7). It needs no token. */
export const docsRoutes = newApp()
  .get("/", (c) =>
    serveStaticFile(c, "/docs/index.html", {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": DOCS_POLICY,
      "Referrer-Policy": "no-referrer",
    }),
  )
  .get("/:file", (c) =>
    serveNamedFile(c, "docs", c.req.param("file"), { "Content-Security-Policy": "default-src 'none'" }),
  );

const TEXT = `Requests with the user agent Signpost-Check come from a check of redirects: somebody who moves a site
has this installation find out whether the new URLs answer.

It asks a host at most five times a second and 20,000 times a day, and reads no pages. It obeys robots.txt, where it
is called signpost-check, and Retry-After on a 429 or 503.

    User-agent: signpost-check
    Disallow: /
`;

/** Explains the requests of checks to operators of servers who find one in their log (contract 30.17). */
export const aboutChecksRoutes = newApp().get("/", (c) =>
  c.text(TEXT, 200, { "X-Content-Type-Options": "nosniff" }),
);
