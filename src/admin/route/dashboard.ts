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
  return serveStaticFile(c, "/dashboard.html", {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-cache",
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
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
