import { newApp } from "../new-app.ts";

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
