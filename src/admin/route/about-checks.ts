import { newApp } from "../new-app.ts";

const TEXT = `Requests with the user agent Signpost-Check come from a check of redirects: somebody who moves a site
has this installation find out whether the new URLs answer.

It asks a host at most five times a second and 20,000 times a day, and reads no pages. It obeys robots.txt, where it
is called signpost-check, and Retry-After on a 429 or 503.

    User-agent: signpost-check
    Disallow: /
`;

/** Tells what asks for URLs in checks, to whoever finds a request of one in the log of a server (contract 30.17). */
export const aboutChecksRoutes = newApp().get("/", (c) =>
  c.text(TEXT, 200, { "X-Content-Type-Options": "nosniff" }),
);
