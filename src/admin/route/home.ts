import { VERSION } from "../../version.ts";
import { newApp } from "../new-app.ts";

/** Told to whoever finds a request of a check in the log of a server (contract 30.17). */
const ABOUT_CHECKS = `Requests with the user agent Signpost-Check come from a check of redirects: somebody who moves a site
has this installation find out whether the new URLs answer.

It asks a host at most five times a second and 20,000 times a day, and reads no pages. It obeys robots.txt, where it
is called signpost-check, and Retry-After on a 429 or 503.

    User-agent: signpost-check
    Disallow: /
`;

/** Pages outside the API: what runs here and where to go on (contract 25.9), and what a check asks of other servers. */
export const homeRoutes = newApp()
  .get("/about-checks", (c) => c.text(ABOUT_CHECKS, 200, { "X-Content-Type-Options": "nosniff" }))
  .get("/", ({ env: { DEMO_URL } }) => {
    const demo = DEMO_URL
      ? `<li><a href="${DEMO_URL}">The demo</a>: each link with its answer, and the docs`
      : "";
    const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Signpost</title>
<h1>Signpost ${VERSION}</h1>
<p>The admin API runs here. Visitors of all other hostnames get their links.</p>
<ul>
${demo}
<li><code>/v1</code>: the API, with a token from <code>npm run workspace</code>
<li><a href="/docs">/docs</a>: its reference, from <a href="/v1/openapi.json">/v1/openapi.json</a> (OpenAPI)
<li><a href="/healthz">/healthz</a>: whether all is well
</ul>
</html>
`;
    return new Response(html, {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff",
      },
    });
  });
