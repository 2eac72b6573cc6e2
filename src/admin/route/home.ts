import { VERSION } from "../../version.ts";
import { newApp } from "../new-app.ts";

/** The page at the root of the admin host: what runs here, and where to go on (contract 25.9). */
export const homeRoutes = newApp().get("/", ({ env: { DEMO_URL } }) => {
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
